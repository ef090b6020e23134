import { findPayoutKey, recordSeen } from '../balance/payouts/pay.ts';
import { findWithdrawal } from '../balance/withdrawals.ts';
import type { Db } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import { DAY_MS } from '../kit/clock.ts';
import { isId } from '../kit/ids.ts';
import { sum } from '../kit/money.ts';
import type { PayoutProvider, RemotePayout, SentPayout } from '../providers/payout.ts';
import { bookedPayouts, bookedReturns, sentByReference } from './booked.ts';
import type { Source } from './source.ts';
import type { Known, Listed, Owner } from './verdicts.ts';

/** Payouts that a bank sent. */
export function payoutSource(
  deps: Deps,
  { name, remote }: Pick<PayoutProvider, 'name'> & { remote: RemotePayout },
): Source<SentPayout> {
  const { db } = deps;
  return {
    kind: 'payout',
    provider: name,
    graceMs: DAY_MS,
    // A bank dates a payout when it was sent, and we when its outcome came.
    marginMs: DAY_MS,
    async listPage(period, page) {
      const answer = await remote.sentPayouts({ ...period, page });
      return answer.ok ? { ok: true, items: answer.payouts, nextPage: answer.nextPage } : answer;
    },
    translate: listedPayout,
    // How a payout ended is booked by the job of its withdrawal. What came back some banks tell in this list alone.
    async apply(payouts) {
      for (const payout of payouts.filter(({ returns }) => returns.length > 0))
        await receiveReturns(deps, name, payout);
    },
    async known(items) {
      const ids = items.map(({ listed }) => listed.reference).filter(isId);
      const sent = await sentByReference(db, name, ids);
      return Promise.all(
        items.map(async ({ item, listed }): Promise<Known> => {
          if (item.isReturn) return knownReturn(deps, name, item);
          const found = sent.get(listed.reference);
          return { booked: found?.isPaid ? found.booking : null, owner: found?.booking.owner ?? null };
        }),
      );
    },
    booked: (period, after) => bookedPayouts(db, name, period, after),
  };
}

/** One that cannot be booked must not block the others: it is logged, and is a difference of its day. */
async function receiveReturns(deps: Deps, provider: string, payout: SentPayout): Promise<void> {
  try {
    const owner = await ownerOf(deps, provider, payout);
    if (!owner) return;
    const booked = await bookedReturns(deps.db, owner);
    if (payout.returns.every(({ id }) => booked.has(id))) return;
    const row = await findWithdrawal(deps.db, owner.accountId, owner.objectId);
    if (row) await recordSeen(deps, row, payout);
  } catch (error) {
    const { bankReference } = payout;
    deps.log.error({ err: error, provider, bankReference }, 'what came back of a payout could not be booked');
  }
}

async function knownReturn(deps: Deps, provider: string, payout: SentPayout): Promise<Known> {
  const owner = await ownerOf(deps, provider, payout);
  const booked = owner && (await bookedReturns(deps.db, owner));
  return { owner, booked: booked?.get(payout.returns[0]?.id ?? '') ?? null };
}

/** The withdrawal of a payout. What came back some banks list by their own id of the payout alone. */
async function ownerOf(
  deps: { db: Db },
  provider: string,
  { reference, bankReference }: SentPayout,
): Promise<Owner | null> {
  const hint = reference !== null && isId(reference) ? { reference } : bankReference && { bankReference };
  const key = hint ? await findPayoutKey(deps, provider, hint) : null;
  return key && { accountId: key.account_id, objectId: key.id, objectKind: 'withdrawal' };
}

/** Null: no money left the account. One that the gateway did not send has only the bank's names. */
export function listedPayout(payout: SentPayout): Listed | null {
  if (payout.state !== 'succeeded') return null;
  const [back] = payout.returns;
  if (payout.isReturn && back)
    return { reference: back.id, amountCents: back.amountCents, returnedCents: null, at: back.at };
  const { reference, endToEndId, bankReference, amountCents, sentAt } = payout;
  const own = reference ?? endToEndId ?? bankReference ?? `${sentAt.toISOString()} ${amountCents}`;
  // A list may name a payout before anything of it came back: what it does not know is not compared.
  const returnedCents =
    payout.returns.length === 0 ? null : sum(payout.returns.map((back) => back.amountCents));
  return { reference: own, amountCents, returnedCents, at: sentAt };
}
