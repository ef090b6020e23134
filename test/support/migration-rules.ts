export type MigrationFile = { readonly version: number; readonly sql: string };

/** A migration that the previous version was made ready for says so, and why, on the line above the statement. */
const READY = /^-- The previous version is ready for this: .{10,}$/;
/** Migrations up to here were written before the rules about locks. */
const LAST_WITHOUT_LOCK_RULES = 7;

const TAKES_AWAY = [
  { fault: 'drops what the previous version may use', pattern: /\bdrop (?!index\b)\w+/ },
  { fault: 'renames what the previous version may use', pattern: /\brename\b/ },
  { fault: 'changes the type of a column', pattern: /\balter column \w+ (set data )?type\b/ },
  { fault: 'demands a value that the previous version may not give', pattern: /\bset not null\b/ },
  { fault: 'demands a value that the previous version may not give', pattern: /\bdrop default\b/ },
  {
    fault: 'adds a column that the previous version does not fill',
    pattern: /\badd column (?:(?!,|;| default ).)* not null(?:(?!,|;| default ).)*(?=,|$)/,
  },
  {
    fault: 'adds a constraint that the previous version does not know',
    pattern: /\balter table \w+ add (constraint|check|unique|foreign)/,
  },
];

/** Decision 0018: what may be put into a migration while the previous version is still at work. */
export function findMigrationFaults({ version, sql }: MigrationFile): string[] {
  const statements = statementsOf(sql);
  const own = new Set(statements.map(({ text }) => /^create table (\w+)/.exec(text)?.[1]));
  const unready = statements.filter(({ isReady }) => !isReady).map(({ text }) => text);
  const taken = unready.flatMap((text) =>
    TAKES_AWAY.filter(({ pattern }) => pattern.test(text)).map(({ fault }) => fault),
  );
  if (version <= LAST_WITHOUT_LOCK_RULES) return taken;
  return [...taken, ...lockFaults(statements, (table) => own.has(table))];
}

function lockFaults(statements: readonly Statement[], isOwn: (table: string) => boolean): string[] {
  const texts = statements.map(({ text }) => text);
  const indexed = texts.flatMap((text) => {
    const [, ifNotExists, table = ''] =
      /^create (?:unique )?index (if not exists )?\w+ on (\w+)/.exec(text) ?? [];
    return table && !isOwn(table) ? [{ table, ifNotExists }] : [];
  });
  const altered = texts.flatMap((text) => /^alter table (\w+)/.exec(text)?.[1] ?? []);
  const locks = indexed.length > 0 || altered.some((table) => !isOwn(table));
  const isPatient = !texts[0]?.startsWith('set local lock_timeout');
  return [
    ...(locks && isPatient ? ['waits for a lock without an end: begin with set local lock_timeout'] : []),
    ...indexed
      .filter(({ ifNotExists }) => !ifNotExists)
      .map(({ table }) => `an index on ${table} that cannot be made beforehand: say if not exists`),
  ];
}

type Statement = { text: string; isReady: boolean };

/** Statements on one line each, in small letters, without comments and bodies of functions. */
function statementsOf(sql: string): Statement[] {
  return sql
    .replace(/\$\$.*?\$\$/gs, '')
    .split(';')
    .map((part) => {
      const lines = part.split('\n');
      const text = lines
        .map((line) => line.replace(/--.*$/, ''))
        .join(' ')
        .replace(/\s+/g, ' ');
      return { text: text.trim().toLowerCase(), isReady: lines.some((line) => READY.test(line)) };
    })
    .filter(({ text }) => text !== '');
}
