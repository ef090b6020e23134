import { findAccount } from '../accounts/store.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import { isPayable } from '../charges/boletos/at-bank.ts';
import type { Charge } from '../charges/charge.ts';
import { CHARGE_SELECT, chargeFrom } from '../charges/columns.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { askEveryNode } from '../db/distributed/every-node.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { systemMs } from '../kit/clock.ts';
import { groupBy } from '../kit/group-by.ts';
import type { NewMail } from '../mail/record.ts';
import { done, type Effects, type RowWriter, rowWrite, together } from '../write/effects.ts';
import { letterheadOf } from './letterhead.ts';
import { recipientOf, reminderMail, type Writing } from './payer-mails.ts';
import { refusedAddresses } from './refusals.ts';
import { nextLook, reminderOf } from './reminder-days.ts';
import { findSettings, type Settings } from './settings.ts';

type Reminder = { accountId: string; chargeId: string; nextAt: Date };

const values = (rows: readonly Reminder[]) => [
  rows.map(({ accountId }) => accountId),
  rows.map(({ chargeId }) => chargeId),
  rows.map(({ nextAt }) => nextAt),
];

/** A payer who chooses the boleto again is reminded of the new one. */
export const upsertReminder: RowWriter<Reminder> = {
  statement: statement(
    'reminders.put',
    `insert into reminders (account_id, charge_id, next_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[])
     on conflict (account_id, charge_id) do update set next_at = excluded.next_at`,
  ),
  values: (rows) => values([...new Map(rows.map((row) => [row.chargeId, row])).values()]),
  writes: 'any',
};

const moveReminder: RowWriter<Reminder> = {
  statement: statement(
    'reminders.move',
    `update reminders r
     set next_at = n.next_at
     from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) as n (account_id, charge_id, next_at)
     where r.account_id = n.account_id
       and r.charge_id = n.charge_id
     returning r.charge_id`,
  ),
  values,
  writes: 'all',
};

const endReminder: RowWriter<Omit<Reminder, 'nextAt'>> = {
  statement: statement(
    'reminders.end',
    `delete from reminders r
     using unnest($1::uuid[], $2::uuid[]) as n (account_id, charge_id)
     where r.account_id = n.account_id
       and r.charge_id = n.charge_id
     returning r.charge_id`,
  ),
  values: (rows) => [rows.map(({ accountId }) => accountId), rows.map(({ chargeId }) => chargeId)],
  writes: 'all',
};

const MAX_PER_ROUND = 200;

const findDue = statement(
  'reminders.due',
  `select account_id as "accountId", charge_id as "chargeId"
   from reminders
   where next_at <= $1
   order by next_at
   limit ${MAX_PER_ROUND}`,
);
const lockDue = statement(
  'reminders.lock',
  `select charge_id as "chargeId"
   from reminders
   where account_id = $1
     and charge_id = any($2::uuid[])
     and next_at <= $3
   order by charge_id
   for update skip locked`,
);
const chargesOf = statement(
  'reminders.charges',
  `select ${CHARGE_SELECT} from charges c where c.account_id = $1 and c.id = any($2::uuid[])`,
);
const knownSources = statement(
  'reminders.known',
  `select source from mails where account_id = $1 and charge_id = any($2::uuid[]) and kind = 'charge_reminder'`,
);

/** Looks at boletos on the days of reminders: what is paid or cancelled meanwhile is never asked for. */
export async function runReminders(deps: ChargeDeps): Promise<number> {
  const now = deps.clock.now();
  const due = await askEveryNode<{ accountId: string; chargeId: string }>(deps.db, {
    ...{ table: 'reminders', sql: findDue, values: [now] },
    read: ({ accountId, chargeId }) => ({ accountId: String(accountId), chargeId: String(chargeId) }),
  });
  for (const [accountId, own] of groupBy(due, (each) => each.accountId)) {
    await remindOf(
      deps,
      accountId,
      own.map(({ chargeId }) => chargeId),
      now,
    );
  }
  return due.length;
}

type State = {
  chargeIds: string[];
  charges: ReadonlyMap<string, Charge>;
  sources: ReadonlySet<string>;
  settings: Settings;
  refused: ReadonlySet<string>;
};

async function remindOf(deps: ChargeDeps, accountId: string, ids: string[], now: Date): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  const facts = await deps.accountFacts(accountId);
  await deps.writer.commit({
    load: (tx) => load(deps, tx, { accountId, ids, now }),
    decide: (state) => {
      const writing = {
        seller: letterheadOf(facts, account?.email ?? '', state.settings, deps.publicUrl),
        isTest: deps.config.GUICHE_RAILS === 'sandbox',
        ...{ now, realNow: new Date(systemMs()) },
      };
      const isSelling = facts.status === 'active' && deps.mail.kind !== 'off';
      const isHeld = deps.mail.kind === 'smtp' && !account?.email_verified;
      const effects = state.chargeIds.map((id) => reminded(deps, state, id, { writing, isSelling, isHeld }));
      return done(undefined, together(effects));
    },
  });
}

async function load(
  deps: ChargeDeps,
  tx: Tx,
  { accountId, ids, now }: { accountId: string; ids: string[]; now: Date },
): Promise<State> {
  const locked = await tx.query<{ chargeId: string }>(lockDue, [accountId, ids, now]);
  const chargeIds = locked.map(({ chargeId }) => chargeId);
  const charges = (await tx.query(chargesOf, [accountId, chargeIds])).map(chargeFrom);
  const sources = await tx.query<{ source: string }>(knownSources, [accountId, chargeIds]);
  const addresses = charges.flatMap((charge) => recipientOf(deps.vault, charge)?.addressIndex ?? []);
  return {
    chargeIds,
    charges: new Map(charges.map((charge) => [charge.id, charge])),
    sources: new Set(sources.map(({ source }) => source)),
    settings: await findSettings(tx, accountId),
    refused: await refusedAddresses(tx, accountId, addresses),
  };
}

type Terms = { writing: Writing & { realNow: Date }; isSelling: boolean; isHeld: boolean };

function reminded(deps: ChargeDeps, state: State, chargeId: string, terms: Terms): Effects {
  const { settings, charges, sources, refused } = state;
  const { accountId } = settings;
  const charge = charges.get(chargeId);
  const today = civilDateOf(terms.writing.now);
  const nextAt = charge && isWaiting(charge) ? nextLook(charge.boleto.dueDate, today) : null;
  const rows = nextAt
    ? [rowWrite(moveReminder, { accountId, chargeId, nextAt })]
    : [rowWrite(endReminder, { accountId, chargeId })];
  const to = charge && recipientOf(deps.vault, charge);
  const { reminders_to_payer: isOn, reminder_days: days } = settings.switches;
  if (!charge || !to || !isWaiting(charge) || !terms.isSelling || !isOn) return { rows };
  const day = reminderOf(charge.boleto.dueDate, today);
  if (day === null || !days.includes(day)) return { rows };
  const mail: NewMail = reminderMail(charge, day, to, terms.writing);
  if (mail.source && sources.has(mail.source)) return { rows };
  if (terms.isHeld) return { rows, mails: [{ ...mail, suppressedFor: 'seller_unconfirmed' }] };
  const isRefused = refused.has(to.addressIndex);
  return { rows, mails: [isRefused ? { ...mail, suppressedFor: 'unsubscribed' } : mail] };
}

function isWaiting(charge: Charge): charge is Charge & { boleto: NonNullable<Charge['boleto']> } {
  const isOpen = charge.status === 'PENDING' || charge.status === 'OVERDUE';
  return isOpen && charge.billingType === 'BOLETO' && isPayable(charge);
}
