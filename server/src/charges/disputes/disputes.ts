import type { Action, Actor } from '../../audit/record.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import { GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Cents, cents, reaisFromCents } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import type { Answer } from '../../write/answer.ts';
import {
  type Decision,
  done,
  type NewEventEffect,
  type RowWrite,
  type RowWriter,
  rowWrite,
} from '../../write/effects.ts';
import { type Charge, refundable } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { disputePostings, lessReserve, undoClaim } from '../rules/settlement.ts';
import { lockCharge } from '../store.ts';
import { type Context, saved } from '../transition.ts';

export const DISPUTE_STATUSES = ['open', 'won', 'lost'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

export type Dispute = {
  accountId: string;
  id: string;
  chargeId: string;
  kind: 'chargeback' | 'med';
  amountCents: Cents;
  status: DisputeStatus;
  reason: string | null;
  /** The provider that holds the money decides; null: operators do. */
  provider: string | null;
  createdAt: Date;
  closedAt: Date | null;
};

const COLUMNS = `account_id as "accountId", id, charge_id as "chargeId", kind, amount_cents as "amountCents", status,
  reason, provider, created_at as "createdAt", closed_at as "closedAt"`;

export type OpenDispute = Pick<Dispute, 'accountId' | 'id' | 'chargeId' | 'kind' | 'reason' | 'provider'> & {
  amountCents: Cents | null;
};

/** The bank takes the money at once: reserve first, then available, which may go below zero. */
export async function openDispute(
  deps: ChargeDeps,
  request: OpenDispute,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  const { accountId, chargeId, id } = request;
  if (!isId(chargeId)) throw notFound('Charge');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: async (tx): Promise<OpeningState> => {
        const charge = await lockCharge(tx, accountId, chargeId);
        return { charge, earlier: charge && (await findDispute(tx, accountId, id)) };
      },
      decide: (state) => decideOpening(state, request, context),
    },
    answer,
  );
}

export type OpeningState = { charge: Charge | null; earlier: Dispute | null };

export function decideOpening(
  { charge, earlier }: OpeningState,
  request: OpenDispute,
  { now }: Context,
): Decision<Dispute> {
  if (!charge) return notFound('Charge');
  if (earlier) return done(earlier);
  const dispute = newDispute(charge, request, now);
  if (dispute instanceof GatewayError) return dispute;
  const { amountCents } = dispute;
  const disputedCents = cents(charge.disputedCents + amountCents);
  const after = { ...charge, disputedCents, ...lessReserve(charge, amountCents) };
  return done(dispute, {
    rows: [...(saved(charge, after).rows ?? []), rowWrite(insertDispute, dispute)],
    events: [disputeEvent(dispute, 'dispute.opened', now)],
    entries: [
      {
        fact: openedFact(dispute.id),
        chargeId: charge.id,
        occurredAt: now,
        postings: disputePostings(charge, amountCents),
      },
    ],
  });
}

function newDispute(charge: Charge, request: OpenDispute, at: Date): Dispute | GatewayError {
  if (charge.status !== 'RECEIVED')
    return new GatewayError('INVALID_STATE', 'Only a received charge can be disputed');
  const left = refundable(charge);
  const amountCents = request.amountCents ?? left;
  if (left === 0n) return new GatewayError('INVALID_STATE', 'Nothing is left of the charge to dispute');
  if (amountCents > left) return invalidField('amount', 'exceeds what is left of the charge');
  return { ...request, amountCents, status: 'open', createdAt: at, closedAt: null };
}

export type CloseDispute = {
  accountId: string;
  id: string;
  outcome: 'won' | 'lost';
  by: Actor;
  /** The provider that decided; null: an operator or the sandbox. */
  provider: string | null;
};

/** Won: the money goes back to where it was taken from. Lost: it leaves the books. */
export async function closeDispute(
  deps: ChargeDeps,
  command: CloseDispute,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  const { accountId, id } = command;
  if (!isId(id)) throw notFound('Dispute');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: (tx) => loadClosing(tx, accountId, id),
      decide: (state) => decideClosing(state, command, context),
    },
    answer,
  );
}

export type ClosingState = { charge: Charge | null; dispute: Dispute | null; taken: readonly Posting[] };

/** Locks the charge first: the dispute is read for the charge's id, and again under the lock. */
async function loadClosing(tx: Tx, accountId: string, id: string): Promise<ClosingState> {
  const known = await findDispute(tx, accountId, id);
  if (!known) return { charge: null, dispute: null, taken: [] };
  const charge = await lockCharge(tx, accountId, known.chargeId);
  return {
    charge,
    dispute: await findDispute(tx, accountId, id),
    taken: await postingsOf(tx, [accountId], known.chargeId, openedFact(id)),
  };
}

export function decideClosing(
  { charge, dispute, taken }: ClosingState,
  { id, outcome, by, provider }: CloseDispute,
  { now }: Context,
): Decision<Dispute> {
  if (!dispute || !charge) return notFound('Dispute');
  if (dispute.provider !== provider)
    return new GatewayError('INVALID_STATE', `The dispute is decided by ${dispute.provider}`);
  if (dispute.status !== 'open') return new GatewayError('INVALID_STATE', 'The dispute is closed already');
  const after: Dispute = { ...dispute, status: outcome, closedAt: now };
  const money = outcome === 'won' ? givenBack(charge, dispute, taken, now) : lost(dispute);
  return done(after, {
    rows: [...money.rows, rowWrite(endDispute, after)],
    events: [disputeEvent(after, 'dispute.closed', now)],
    entries: [
      { fact: `dispute:${id}:closed`, chargeId: charge.id, occurredAt: now, postings: money.postings },
    ],
    audit: [closingAction(by, after)],
  });
}

type Money = { rows: readonly RowWrite[]; postings: Posting[] };

function givenBack(charge: Charge, dispute: Dispute, taken: readonly Posting[], at: Date): Money {
  const { postings, ...reserve } = undoClaim(charge, taken, at);
  const disputedCents = cents(charge.disputedCents - dispute.amountCents);
  return { rows: saved(charge, { ...charge, disputedCents, ...reserve }).rows ?? [], postings };
}

function lost({ accountId, amountCents }: Dispute): Money {
  const posting: Posting = {
    accountId,
    from: 'disputes',
    to: 'external',
    amountCents,
    category: 'chargeback',
  };
  return { rows: [], postings: [posting] };
}

function closingAction(actor: Actor, { accountId, id, chargeId, amountCents, status }: Dispute): Action {
  const details = { charge_id: chargeId, amount: reaisFromCents(amountCents), outcome: status };
  return { actor, accountId, action: 'dispute.closed', target: { kind: 'dispute', id }, details };
}

function openedFact(disputeId: string): string {
  return `dispute:${disputeId}:opened`;
}

function disputeEvent(dispute: Dispute, type: 'dispute.opened' | 'dispute.closed', at: Date): NewEventEffect {
  const isClosing = type === 'dispute.closed';
  return {
    accountId: dispute.accountId,
    type,
    disputeId: dispute.id,
    sequence: isClosing ? 2 : 1,
    audience: 'owner',
    status: dispute.status,
    previousStatus: isClosing ? 'open' : null,
    data: {
      dispute_id: dispute.id,
      charge_id: dispute.chargeId,
      kind: dispute.kind,
      amount: reaisFromCents(dispute.amountCents),
      status: dispute.status,
      reason: dispute.reason,
    },
    createdAt: at,
  };
}

async function findDispute(tx: Tx, accountId: string, id: string): Promise<Dispute | null> {
  const [row] = await tx.query<Dispute>(`select ${COLUMNS} from disputes where account_id = $1 and id = $2`, [
    accountId,
    id,
  ]);
  return row ?? null;
}

const insertDispute: RowWriter<Dispute> = {
  statement: statement(
    'disputes.add',
    `insert into disputes (account_id, id, charge_id, kind, amount_cents, status, reason, provider, created_at)
     select *
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[],
       $9::timestamptz[])
     returning id`,
  ),
  values: (disputes) => [
    disputes.map((dispute) => dispute.accountId),
    disputes.map((dispute) => dispute.id),
    disputes.map((dispute) => dispute.chargeId),
    disputes.map((dispute) => dispute.kind),
    disputes.map((dispute) => dispute.amountCents),
    disputes.map((dispute) => dispute.status),
    disputes.map((dispute) => dispute.reason),
    disputes.map((dispute) => dispute.provider),
    disputes.map((dispute) => dispute.createdAt),
  ],
  writes: 'all',
};

const endDispute: RowWriter<Dispute> = {
  statement: statement(
    'disputes.end',
    `update disputes d
     set status = ended.status,
         closed_at = ended.closed_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[]) as ended (account_id, id, status, closed_at)
     where d.account_id = ended.account_id
       and d.id = ended.id
       and d.status = 'open'
     returning d.id`,
  ),
  values: (disputes) => [
    disputes.map((dispute) => dispute.accountId),
    disputes.map((dispute) => dispute.id),
    disputes.map((dispute) => dispute.status),
    disputes.map((dispute) => dispute.closedAt),
  ],
  writes: 'all',
};

export type DisputePage = {
  accountId: string;
  status: string | null;
  chargeId: string | null;
  limit: number;
  offset: number;
  after: string | null;
};

export async function listDisputes(db: Db, page: DisputePage): Promise<{ rows: Dispute[]; total: bigint }> {
  const filter =
    'account_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or charge_id = $3)';
  const [rows, [count]] = await Promise.all([
    db.query<Dispute>(
      `select ${COLUMNS}
       from disputes
       where ${filter}
         and ($4::uuid is null or id < $4)
       order by id desc
       limit $5
       offset $6`,
      [page.accountId, page.status, page.chargeId, page.after, page.limit + 1, page.offset],
    ),
    db.query<{ total: bigint }>(`select count(*) as total from disputes where ${filter}`, [
      page.accountId,
      page.status,
      page.chargeId,
    ]),
  ]);
  return { rows, total: count?.total ?? 0n };
}
