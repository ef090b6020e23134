import type { Db } from '../../server/src/db/pool.ts';

const SLICE = 20;

/** Words that nobody may read: searched for as they are and in the forms that bytes are written in. */
export type Watched = Readonly<Record<string, string | Buffer>>;

/** The names of whatever of these can be read in a text, be it a slice of 20 characters. */
export function leaksIn(haystack: string, watched: Watched): string[] {
  const owners = new Map<string, string>();
  for (const [name, value] of Object.entries(watched)) {
    for (const form of formsOf(value)) for (const slice of slicesOf(form)) owners.set(slice, name);
  }
  const lengths = new Set([...owners.keys()].map((slice) => slice.length));
  const found = new Set<string>();
  for (const length of lengths) {
    for (let at = 0; at + length <= haystack.length; at += 1) {
      const owner = owners.get(haystack.slice(at, at + length));
      if (owner !== undefined) found.add(owner);
    }
  }
  return [...found].sort();
}

function formsOf(value: string | Buffer): string[] {
  const bytes = Buffer.from(value);
  const forms = [bytes.toString('hex'), ...base64Of(bytes)];
  return typeof value === 'string' ? [value, encodeURIComponent(value), ...forms] : forms;
}

/** Where a value stands inside something longer, base64 writes it in one of three ways. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = text.slice(before === 0 ? 0 : before + 1, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** Short ones count as a whole. */
function slicesOf(form: string): string[] {
  if (form.length <= SLICE) return [form];
  return Array.from({ length: form.length - SLICE + 1 }, (_, at) => form.slice(at, at + SLICE));
}

/** Every row of every table, with bytes as hexadecimal digits. */
export async function dumpOf(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(`select to_json(t)::text as row from ${name} t`);
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}
