import type { NewAction } from '../audit/record.ts';
import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { NewEvent } from '../events/emit.ts';
import { MovableClock } from '../kit/clock.ts';
import { idsFrom } from '../kit/ids.ts';
import type { NoticeKind } from '../kit/notices.ts';
import type { NewMail } from '../mail/record.ts';
import type { RowWriter } from './effects.ts';

/** A row of the dashboard's notifications. Texts are made where it is shown: `data` are the facts. */
export type NewNotice = {
  accountId: string;
  kind: NoticeKind;
  /** For this person alone; null: for everyone who may see the kind. */
  userId: string | null;
  data: object;
  /** Set where the same thing may be noted twice; the second is left out. */
  source: string | null;
  at: Date;
};

/** Ids are in real time: this clock is never moved. */
const ids = idsFrom(new MovableClock());

type Happened = {
  readonly events: readonly NewEvent[];
  readonly audit: readonly NewAction[];
  readonly mails: readonly Pick<NewMail, 'kind'>[];
};

/**
 * What of an operation's effects a person should know: made of the events and actions that it has anyway, so that no
 * operation can forget it. Plain payments and new charges have none, and write no row more.
 */
export function noticesOf({ events, audit, mails }: Happened): NewNotice[] {
  const isNewDevice = mails.some(({ kind }) => kind === 'new_device');
  return [...events.flatMap(ofEvent), ...audit.flatMap((action) => ofAction(action, isNewDevice))];
}

function ofEvent(event: NewEvent): NewNotice[] {
  const { accountId, type, audience, data, createdAt: at } = event;
  const kind = audience === 'owner' ? kindOfEvent(type, event.status ?? null) : null;
  return kind ? [{ accountId, kind, userId: null, data: factsOf(data), source: null, at }] : [];
}

function kindOfEvent(type: NewEvent['type'], status: string | null): NoticeKind | null {
  switch (type) {
    case 'dispute.opened':
      return 'dispute_opened';
    case 'dispute.closed':
      return status === 'won' ? 'dispute_won' : 'dispute_lost';
    case 'payment.refund_failed':
      return 'refund_failed';
    case 'withdrawal.approved':
      return 'withdrawal_paid';
    case 'withdrawal.rejected':
      return 'withdrawal_rejected';
    case 'withdrawal.returned':
      return 'withdrawal_returned';
    default:
      return null;
  }
}

/** No e-mail, document or other text about a payer: ids and amounts. */
function factsOf(data: object): object {
  const facts = data as Record<string, unknown> & { charge?: { id: string; value: number } };
  return {
    ...(facts.charge && { charge_id: facts.charge.id, amount: facts.charge.value }),
    ...picked(facts, ['dispute_id', 'charge_id', 'withdrawal_id', 'amount', 'answer_by', 'pix_key']),
    // What came back, not the withdrawal.
    ...(facts.return_amount !== undefined && { amount: facts.return_amount }),
  };
}

function picked(facts: Record<string, unknown>, names: readonly string[]): object {
  return Object.fromEntries(names.flatMap((name) => (name in facts ? [[name, facts[name]]] : [])));
}

function ofAction({ accountId, action, actor, details, at }: NewAction, isNewDevice: boolean): NewNotice[] {
  const everyone = { accountId, userId: null, source: null, at };
  const own = { accountId, userId: actor.userId, source: null, at };
  const from = { address: actor.address };
  switch (action) {
    case 'account.approved':
      return [{ ...everyone, kind: 'account_approved', data: {} }];
    case 'account.blocked':
      return [{ ...everyone, kind: 'account_blocked', data: {} }];
    case 'account.domain_failing':
      return [{ ...everyone, kind: 'domain_failing', data: details }];
    case 'account.domain_switched_off':
      return [{ ...everyone, kind: 'domain_switched_off', data: details }];
    case 'identity.approved':
      return [{ ...everyone, kind: 'identity_approved', data: {} }];
    case 'identity.refused':
      return [{ ...everyone, kind: 'identity_refused', data: {} }];
    case 'view.started':
      return [{ ...everyone, kind: 'dashboard_viewed', data: {} }];
    case 'team.joined':
      return [{ ...everyone, kind: 'member_joined', data: details }];
    case 'user.password_changed':
    case 'user.password_recovered':
      return actor.userId ? [{ ...own, kind: 'password_changed', data: from }] : [];
    case 'user.login':
      return actor.userId && isNewDevice ? [{ ...own, kind: 'new_device', data: from }] : [];
    default:
      return [];
  }
}

/** For what is neither an event nor an action. */
export const insertNotice: RowWriter<NewNotice> = {
  statement: statement(
    'notices.add',
    `insert into notices (account_id, id, kind, user_id, data, source, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::json[], $6::text[], $7::timestamptz[])
     on conflict do nothing`,
  ),
  values: (notices) => [
    notices.map(({ accountId }) => accountId),
    notices.map(() => ids.next()),
    notices.map(({ kind }) => kind),
    notices.map(({ userId }) => userId),
    notices.map(({ data }) => JSON.stringify(data)),
    notices.map(({ source }) => source),
    notices.map(({ at }) => at),
  ],
  writes: 'any',
};

/** With the operation, in its transaction; or alone, where there is none. */
export async function recordNotices(db: Db | Tx, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return;
  await db.query(insertNotice.statement, insertNotice.values(notices));
}
