import { countOf } from '../db/counts.ts';
import { queryByAccount } from '../db/distributed/routed.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Lang } from '../kit/language.ts';
import type { MailKind } from './kinds.ts';
import { MAIL_LISTS } from './record.ts';

/** `suppressed`: not sent on purpose; `last_error` says why. */
export const MAIL_STATES = ['queued', 'sent', 'failed', 'suppressed'] as const;
export type MailState = (typeof MAIL_STATES)[number];

export type MailRow = {
  account_id: string;
  id: string;
  kind: MailKind;
  language: Lang;
  address_sealed: string;
  subject: string;
  facts: object;
  state: MailState;
  attempts: number;
  last_error: string | null;
  created_at: Date;
  ended_at: Date | null;
  instead_account_id: string | null;
  instead_id: string | null;
  charge_id: string | null;
};

const COLUMNS = `account_id, id, kind, language, address_sealed, subject, facts, state, attempts, last_error, created_at,
  ended_at, instead_account_id, instead_id, charge_id`;

const byId = statement('mails.by_id', `select ${COLUMNS} from mails where account_id = $1 and id = $2`);

export async function findMail(db: Db, accountId: string, id: string): Promise<MailRow | null> {
  const [row] = await db.query<MailRow>(byId, [accountId, id]);
  return row ?? null;
}

type Page = { below: string; limit: number; offset: number };

const list = statement(
  'mails.list',
  `select ${COLUMNS}
   from mails
   where account_id = $1
     and id < $2
     and ($5 or kind <> 'recover_password')
   order by id desc
   limit $3
   offset $4`,
);

/** `withRecoveries`: for the sandbox's outbox, where nothing is sent. */
export async function listMails(
  db: Db,
  accountId: string,
  page: Page,
  { withRecoveries }: { withRecoveries: boolean },
): Promise<{ rows: MailRow[]; total: bigint }> {
  const lists = withRecoveries ? Object.values(MAIL_LISTS) : [MAIL_LISTS.shown];
  const [rows, total] = await Promise.all([
    db.query<MailRow>(list, [accountId, page.below, page.limit + 1, page.offset, withRecoveries]),
    countOf(db, accountId, ...lists),
  ]);
  return { rows, total };
}

const listOfCharge = statement(
  'mails.of_charge',
  `select ${COLUMNS}
   from mails
   where account_id = $1
     and charge_id = $5
     and id < $2
   order by id desc
   limit $3
   offset $4`,
);
const countOfCharge = statement(
  'mails.count_of_charge',
  'select count(*) as total from mails where account_id = $1 and charge_id = $2',
);

/** A charge has few mails: they are counted. */
export async function listMailsOfCharge(
  db: Db,
  accountId: string,
  chargeId: string,
  page: Page,
): Promise<{ rows: MailRow[]; total: bigint }> {
  const [rows, [counted]] = await Promise.all([
    db.query<MailRow>(listOfCharge, [accountId, page.below, page.limit + 1, page.offset, chargeId]),
    db.query<{ total: bigint }>(countOfCharge, [accountId, chargeId]),
  ]);
  return { rows, total: counted?.total ?? 0n };
}

const openCharge = statement(
  'mails.open_charge',
  `select 1 from charges where account_id = $1 and id = $2 and status in ('PENDING', 'OVERDUE', 'REFUSED')`,
);

/** Whether the charge of a mail can still be paid. */
export async function isChargeOpen(db: Db, { account_id, charge_id }: MailRow): Promise<boolean> {
  return charge_id !== null && (await db.query(openCharge, [account_id, charge_id])).length > 0;
}

const listFailed = statement(
  'mails.failed',
  `select ${COLUMNS}
   from mails
   where state = 'failed'
     and id < $1
   order by id desc
   limit $2
   offset $3`,
);
const countFailed = statement(
  'mails.count_failed',
  `select count(*) as total from mails where state = 'failed'`,
);

/** What was not sent, of every account. */
export async function listFailedMails(db: Db, page: Page): Promise<{ rows: MailRow[]; total: bigint }> {
  const [rows, [counted]] = await Promise.all([
    db.query<MailRow>(listFailed, [page.below, page.limit + 1, page.offset]),
    db.query<{ total: bigint }>(countFailed, []),
  ]);
  return { rows, total: counted?.total ?? 0n };
}

export type Fate = { state: MailState; attempts: number; error: string | null; at: Date };

const saveFate = statement(
  'mails.save_fate',
  `update mails m
   set state = $3,
       attempts = $4,
       last_error = $5,
       ended_at = case when $3 = 'queued' then null else $6::timestamptz end
   from unnest($1::uuid[], $2::uuid[]) as n (account_id, id)
   where m.account_id = n.account_id /*routed and m.account_id = $7 */
     and m.id = n.id
     and m.state = 'queued'`,
);

/** A mail and the one sent in its place have the same fate. */
export async function recordFate(db: Db, mail: MailRow, { state, attempts, error, at }: Fate): Promise<void> {
  const { account_id, id, instead_account_id, instead_id } = mail;
  const both = [{ account_id, id }];
  if (instead_account_id && instead_id) both.push({ account_id: instead_account_id, id: instead_id });
  await queryByAccount(db, saveFate, both, {
    accountOf: (each) => each.account_id,
    values: (own) => [
      own.map((each) => each.account_id),
      own.map((each) => each.id),
      state,
      attempts,
      error,
      at,
    ],
  });
}
