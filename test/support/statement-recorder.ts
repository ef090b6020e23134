import { createRequire } from 'node:module';
import type pg from 'pg';

/** A value as it travels to PostgreSQL: text, bytes or null. */
type SentValue = string | null | { readonly bytes: string };
export type SentStatement = {
  readonly chapter: string;
  readonly text: string;
  readonly values: readonly SentValue[];
  rows: number | null;
};

// The driver's own rule for what a value becomes on the wire; it is not part of its types.
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(value: unknown): Buffer | string | null;
};

const CONTROL = /^(begin|commit|rollback)\b/;
const WRITE = /\b(insert into|delete from|(?<!for |for no key )update) /;

const isWrite = ({ text }: { text: string }) => WRITE.test(text);

type Sent = { readonly text: string; readonly values?: readonly unknown[] } | string;
type Result = { rowCount: number | null };
type Answered = (error: Error | null, result: Result) => void;

/**
 * Writes down what a program says to its database. Every write is kept, and of the statements that only read the first
 * of each kind. The pool must have one connection, so that the order is the order in which things happened.
 */
export function recordStatements(pool: pg.Pool) {
  const statements: SentStatement[] = [];
  const known = new Set<string>();
  let chapter = '';
  const note = (sent: Sent): SentStatement | null => {
    const text = typeof sent === 'string' ? sent : sent.text;
    const values = typeof sent === 'string' ? [] : (sent.values ?? []);
    const statement = { chapter, text, values: values.map(sentValue), rows: null };
    if (known.has(text) && !CONTROL.test(text) && !isWrite(statement)) return null;
    known.add(text);
    statements.push(statement);
    return statement;
  };
  pool.on('connect', (client) => listen(client, note));
  return {
    statements,
    begin(name: string): void {
      chapter = name;
    },
  };
}

function listen(client: pg.PoolClient, note: (sent: Sent) => SentStatement | null): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const listening = (...args: unknown[]) => {
    const statement = note(args[0] as Sent);
    const keep = (result: Result) => {
      if (statement) statement.rows = result.rowCount;
    };
    const callback = args.at(-1);
    if (typeof callback !== 'function') {
      const answer = query(...args) as Promise<Result> | pg.Query;
      // What the driver is given ready made, it gives back, and tells when it has ended.
      if ('then' in answer) answer.then(keep, () => undefined);
      else answer.on('end', keep);
      return answer;
    }
    const answered: Answered = (error, result) => {
      if (!error) keep(result);
      (callback as Answered)(error, result);
    };
    return query(...args.slice(0, -1), answered);
  };
  client.query = listening as typeof client.query;
}

function sentValue(value: unknown): SentValue {
  const sent = prepareValue(value);
  return Buffer.isBuffer(sent) ? { bytes: sent.toString('base64') } : sent;
}

const DRAWS_DELIVERIES = 'insert into deliveries';
const NAMES_DELIVERIES = 'insert into delivery_attempts';
const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Of a delivery's id, the part that it has from its event. The database draws the rest. */
const eventPart = (id: string) => id.slice(0, 18);

/** Says all of it again, on another database. Returns the writes that did not have the effect they had. */
export async function replayStatements(
  client: pg.ClientBase,
  statements: readonly SentStatement[],
): Promise<string[]> {
  const different: string[] = [];
  let deliveries = await readDeliveries(client);
  for (const statement of statements) {
    const { text, rows } = statement;
    const values = text.includes(NAMES_DELIVERIES)
      ? statement.values.map((value) => withDrawnIds(value, deliveries))
      : statement.values;
    const result = await client.query({ text, values: values.map(valueAgain) });
    if (isWrite(statement) && result.rowCount !== rows) {
      different.push(`${result.rowCount} rows instead of ${rows}: ${text}`);
    }
    if (text.includes(DRAWS_DELIVERIES)) deliveries = await readDeliveries(client);
  }
  return different;
}

async function readDeliveries(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string }>('select id from deliveries');
  return new Map(rows.map(({ id }) => [eventPart(id), id]));
}

function withDrawnIds(value: SentValue, deliveries: ReadonlyMap<string, string>): SentValue {
  if (value === null) return value;
  if (typeof value === 'string') return value.replace(ID, (id) => deliveries.get(eventPart(id)) ?? id);
  const bytes = Buffer.from(value.bytes, 'base64');
  for (const [part, id] of deliveries) {
    const drawn = bytesOfId(id);
    for (let at = 0; at >= 0; ) {
      at = bytes.indexOf(bytesOfId(part), at);
      if (at >= 0) at += drawn.copy(bytes, at);
    }
  }
  return { bytes: bytes.toString('base64') };
}

function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

function valueAgain(value: SentValue): Buffer | string | null {
  return typeof value === 'object' && value !== null ? Buffer.from(value.bytes, 'base64') : value;
}
