import { routed } from '../db/distributed/routed.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { assert } from '../kit/errors.ts';
import type { Reader } from '../write/answer.ts';
import { oneAccountOf, type RowWriter } from '../write/effects.ts';
import { isEverythingOff, type Switches, storedSwitches, switchesOf } from './switches.ts';

/** Events that are not mails yet are kept (decision 0037). */
export const mailMark = { table: 'mail_settings', column: 'read_below' } as const;

export type Settings = {
  accountId: string;
  switches: Switches;
  /** Before "via Guichê" in the sender of mails to payers; null: the name of the payment pages. */
  senderName: string | null;
  /** Where payers' answers go; null: the account's address. */
  replyTo: string | null;
};

/** How far the account's events have become mails, and the payments of the hour that runs. */
export type Reading = {
  /** Null: every mail is off. */
  readBelow: string | null;
  readId: string;
  hourEndsAt: Date | null;
  hourCount: number;
  hourGrossCents: bigint;
  hourNetCents: bigint;
};

type StoredSettings = Omit<Settings, 'switches'> & Reading & { stored: Partial<Switches> };

const COLUMNS = `account_id as "accountId", switches as stored, sender_name as "senderName", reply_to as "replyTo",
  read_below::text as "readBelow", read_id as "readId", hour_ends_at as "hourEndsAt", hour_count as "hourCount",
  hour_gross_cents as "hourGrossCents", hour_net_cents as "hourNetCents"`;

const byAccount = statement(
  'mail_settings.find',
  `select ${COLUMNS} from mail_settings where account_id = $1`,
);

/** An account that has no row yet has the defaults. */
export async function findSettings(db: Reader, accountId: string): Promise<Settings> {
  const [row] = await db.query<StoredSettings>(byAccount, [accountId]);
  return row ? settingsFrom(row) : { accountId, switches: switchesOf({}), senderName: null, replyTo: null };
}

function settingsFrom({ accountId, stored, senderName, replyTo }: StoredSettings): Settings {
  return { accountId, switches: switchesOf(stored), senderName, replyTo };
}

const lock = statement(
  'mail_settings.lock',
  `select ${COLUMNS} from mail_settings where account_id = $1 for update`,
);

export async function lockSettings(tx: Tx, accountId: string): Promise<Settings | null> {
  const [row] = await tx.query<StoredSettings>(lock, [accountId]);
  return row ? settingsFrom(row) : null;
}

const lockFree = statement(
  'mail_settings.lock_free',
  `select ${COLUMNS} from mail_settings where account_id = $1 and read_below is not null for update skip locked`,
);

/** Null: everything is off, or another worker reads the account's events. */
export async function lockReading(
  tx: Tx,
  accountId: string,
): Promise<{ settings: Settings; reading: Reading & { readBelow: string } } | null> {
  const [row] = await tx.query<StoredSettings>(lockFree, [accountId]);
  if (!row?.readBelow) return null;
  const { readBelow, readId, hourEndsAt, hourCount, hourGrossCents, hourNetCents } = row;
  return {
    settings: settingsFrom(row),
    reading: { readBelow, readId, hourEndsAt, hourCount, hourGrossCents, hourNetCents },
  };
}

const ids = (rows: readonly { accountId: string }[]) => rows.map(({ accountId }) => accountId);

/** Above everything that has been written or is being written. */
const BEGINNING = 'node_position(pg_snapshot_xmax(pg_current_snapshot()))';

const position = statement(
  'mail_settings.position',
  `select ${BEGINNING}::text as position from ledger_balances where account_id = $1`,
);

/** What is switched on begins with what happens from now on: at the position of the account's node. */
export async function presentPosition(db: Reader, accountId: string): Promise<string> {
  const [row] = await db.query<{ position: string }>(position, [accountId]);
  assert(row, 'every account has a balance');
  return row.position;
}

const save = statement(
  'mail_settings.save',
  `update mail_settings m
   set switches = n.switches,
       sender_name = n.sender_name,
       reply_to = n.reply_to,
       changed_at = n.changed_at,
       read_below = case when n.is_off then null else coalesce(m.read_below, n.position::xid8) end,
       hour_ends_at = case when n.is_off then null else m.hour_ends_at end
   from unnest($1::uuid[], $2::json[], $3::text[], $4::text[], $5::timestamptz[], $6::boolean[], $7::text[])
     as n (account_id, switches, sender_name, reply_to, changed_at, is_off, position)
   where m.account_id = n.account_id /*routed and m.account_id = $8 */
   returning m.account_id`,
);

type SavedSettings = Settings & { at: Date; position: string };

const savedValues = (rows: readonly SavedSettings[]) => [
  ids(rows),
  rows.map(({ switches }) => JSON.stringify(storedSwitches(switches))),
  rows.map(({ senderName }) => senderName),
  rows.map(({ replyTo }) => replyTo),
  rows.map(({ at }) => at),
  rows.map(({ switches }) => isEverythingOff(switches)),
  rows.map((row) => row.position),
];

export const saveSettings: RowWriter<SavedSettings> = {
  statement: save,
  values: savedValues,
  writes: 'all',
  routed: (tx, rows) => tx.query(routed(save), [...savedValues(rows), oneAccountOf(rows)]),
};

const savePlace = statement(
  'mail_settings.save_place',
  `update mail_settings m
   set read_below = n.read_below::xid8,
       read_id = n.read_id,
       hour_ends_at = n.hour_ends_at,
       hour_count = n.hour_count,
       hour_gross_cents = n.hour_gross_cents,
       hour_net_cents = n.hour_net_cents
   from unnest($1::uuid[], $2::text[], $3::uuid[], $4::timestamptz[], $5::integer[], $6::bigint[], $7::bigint[])
     as n (account_id, read_below, read_id, hour_ends_at, hour_count, hour_gross_cents, hour_net_cents)
   where m.account_id = n.account_id /*routed and m.account_id = $8 */
   returning m.account_id`,
);

type Place = Reading & { accountId: string };

const placeValues = (rows: readonly Place[]) => [
  ids(rows),
  rows.map(({ readBelow }) => readBelow),
  rows.map(({ readId }) => readId),
  rows.map(({ hourEndsAt }) => hourEndsAt),
  rows.map(({ hourCount }) => hourCount),
  rows.map(({ hourGrossCents }) => hourGrossCents),
  rows.map(({ hourNetCents }) => hourNetCents),
];

export const saveReading: RowWriter<Place> = {
  statement: savePlace,
  values: placeValues,
  writes: 'all',
  routed: (tx, rows) => tx.query(routed(savePlace), [...placeValues(rows), oneAccountOf(rows)]),
};

const ACCOUNTS_AT_ONCE = 500;

const accountsAfter = statement(
  'mail_settings.accounts_after',
  `select id from accounts where id > $1 order by id limit ${ACCOUNTS_AT_ONCE}`,
);
const add = statement(
  'mail_settings.add',
  `insert into mail_settings (account_id, read_below)
   select b.account_id, ${BEGINNING}
   from ledger_balances b
   where b.account_id = any($1::uuid[])
   on conflict (account_id) do nothing`,
);
const addOne = statement(
  'mail_settings.add_one',
  'insert into mail_settings (account_id, read_below) values ($1, $2::xid8) on conflict (account_id) do nothing',
);

export async function addSettings(db: Db, accountId: string): Promise<void> {
  await db.query(addOne, [accountId, await presentPosition(db, accountId)]);
}

/** Accounts from before there were settings, or made by an older version meanwhile: mails begin with what happens now. */
export async function addMissingSettings(db: Db): Promise<void> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const accounts = await db.query<{ id: string }>(accountsAfter, [after]);
    const found = accounts.map(({ id }) => id);
    if (db.isDistributed) for (const id of found) await addSettings(db, id);
    else if (found.length > 0) await db.query(add, [found]);
    after = found.at(-1) ?? after;
    if (found.length < ACCOUNTS_AT_ONCE) return;
  }
}
