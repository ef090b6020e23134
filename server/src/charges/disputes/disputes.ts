import { type Actor, recordAction, systemActor } from '../../audit/record.ts';
import type { Db } from '../../db/pool.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import { emit } from '../../events/emit.ts';
import type { Deps } from '../../http/deps.ts';
import { fail, invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { type Cents, cents, reaisFromCents } from '../../kit/money.ts';
import type { Posting } from '../../ledger/chart.ts';
import { post } from '../../ledger/post.ts';
import { postingsOf } from '../../ledger/reversal.ts';
import { type Charge, refundable } from '../charge.ts';
import { disputePostings, lessReserve, undoClaim } from '../rules/settlement.ts';
import { lockCharge, saveCharges } from '../store.ts';

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
  /** Whoever holds the money decides; null: operators do. */
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
export async function openDispute(deps: Deps, request: OpenDispute): Promise<Dispute> {
  if (!isId(request.chargeId)) throw notFound('Charge');
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const charge = await lockCharge(tx, request.accountId, request.chargeId);
    if (!charge) throw notFound('Charge');
    const earlier = await findDispute(tx, request.accountId, request.id);
    if (earlier) return earlier;
    const dispute = newDispute(charge, request, at);
    await insertDispute(tx, dispute);
    const disputedCents = cents(charge.disputedCents + dispute.amountCents);
    const after = { ...charge, disputedCents, ...lessReserve(charge, dispute.amountCents) };
    await saveCharges(tx, [{ before: charge, after }]);
    await post(tx, [
      {
        fact: openedFact(dispute.id),
        chargeId: charge.id,
        occurredAt: at,
        postings: disputePostings(charge, dispute.amountCents),
      },
    ]);
    await emitDispute(tx, deps, dispute, 'dispute.opened', 1, at);
    return dispute;
  });
}

function newDispute(charge: Charge, request: OpenDispute, at: Date): Dispute {
  if (charge.status !== 'RECEIVED') fail('INVALID_STATE', 'Only a received charge can be disputed');
  const left = refundable(charge);
  const amountCents = request.amountCents ?? left;
  if (left === 0n) fail('INVALID_STATE', 'Nothing is left of the charge to dispute');
  if (amountCents > left) throw invalidField('amount', 'exceeds what is left of the charge');
  return { ...request, amountCents, status: 'open', createdAt: at, closedAt: null };
}

/**
 * Won: the money goes back to where it was taken from. Lost: it leaves the books. `provider`: whose word this is; null:
 * our own.
 */
export async function closeDispute(
  deps: Deps,
  accountId: string,
  id: string,
  outcome: 'won' | 'lost',
  { by = systemActor(accountId), provider = null }: { by?: Actor; provider?: string | null } = {},
): Promise<Dispute> {
  if (!isId(id)) throw notFound('Dispute');
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const known = await findDispute(tx, accountId, id);
    if (!known) throw notFound('Dispute');
    if (known.provider !== provider) fail('INVALID_STATE', `The dispute is decided by ${known.provider}`);
    const charge = await lockCharge(tx, accountId, known.chargeId);
    const [dispute] = await tx.query<Dispute>(
      `update disputes
       set status = $3, closed_at = $4
       where account_id = $1
         and id = $2
         and status = 'open'
       returning ${COLUMNS}`,
      [accountId, id, outcome, at],
    );
    if (!charge || !dispute) fail('INVALID_STATE', 'The dispute is closed already');
    const postings = outcome === 'won' ? await giveBack(tx, charge, dispute, at) : [lostPosting(dispute)];
    await post(tx, [{ fact: `dispute:${id}:closed`, chargeId: charge.id, occurredAt: at, postings }]);
    await emitDispute(tx, deps, dispute, 'dispute.closed', 2, at);
    await recordClosing(tx, by, dispute);
    return dispute;
  });
}

async function recordClosing(tx: Tx, actor: Actor, dispute: Dispute): Promise<void> {
  const { accountId, id, chargeId, amountCents, status } = dispute;
  const details = { charge_id: chargeId, amount: reaisFromCents(amountCents), outcome: status };
  const target = { kind: 'dispute', id };
  await recordAction(tx, { actor, accountId, action: 'dispute.closed', target, details });
}

async function giveBack(tx: Tx, charge: Charge, dispute: Dispute, at: Date): Promise<Posting[]> {
  const taken = await postingsOf(tx, [charge.accountId], charge.id, openedFact(dispute.id));
  const { postings, ...reserve } = undoClaim(charge, taken, at);
  const disputedCents = cents(charge.disputedCents - dispute.amountCents);
  await saveCharges(tx, [{ before: charge, after: { ...charge, disputedCents, ...reserve } }]);
  return postings;
}

function lostPosting({ accountId, amountCents }: Dispute): Posting {
  return { accountId, from: 'disputes', to: 'external', amountCents, category: 'chargeback' };
}

function openedFact(disputeId: string): string {
  return `dispute:${disputeId}:opened`;
}

async function emitDispute(
  tx: Tx,
  deps: Deps,
  dispute: Dispute,
  type: 'dispute.opened' | 'dispute.closed',
  sequence: number,
  at: Date,
): Promise<void> {
  await emit(tx, [
    {
      accountId: dispute.accountId,
      id: deps.ids.next(),
      type,
      disputeId: dispute.id,
      sequence,
      audience: 'owner',
      status: dispute.status,
      previousStatus: type === 'dispute.closed' ? 'open' : null,
      data: {
        dispute_id: dispute.id,
        charge_id: dispute.chargeId,
        kind: dispute.kind,
        amount: reaisFromCents(dispute.amountCents),
        status: dispute.status,
        reason: dispute.reason,
      },
      createdAt: at,
    },
  ]);
}

async function findDispute(tx: Tx, accountId: string, id: string): Promise<Dispute | null> {
  const [row] = await tx.query<Dispute>(`select ${COLUMNS} from disputes where account_id = $1 and id = $2`, [
    accountId,
    id,
  ]);
  return row ?? null;
}

async function insertDispute(tx: Tx, dispute: Dispute): Promise<void> {
  await tx.query(
    `insert into disputes (account_id, id, charge_id, kind, amount_cents, status, reason, provider, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      dispute.accountId,
      dispute.id,
      dispute.chargeId,
      dispute.kind,
      dispute.amountCents,
      dispute.status,
      dispute.reason,
      dispute.provider,
      dispute.createdAt,
    ],
  );
}

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
