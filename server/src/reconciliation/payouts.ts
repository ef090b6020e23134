import type { Db } from '../db/pool.ts';
import { DAY_MS } from '../kit/clock.ts';
import { isId } from '../kit/ids.ts';
import { sum } from '../kit/money.ts';
import type { PayoutProvider, RemotePayout, SentPayout } from '../providers/payout.ts';
import { bookedPayouts, sentByReference } from './booked.ts';
import type { Source } from './source.ts';
import type { Known, Listed } from './verdicts.ts';

/** Payouts that a bank sent. */
export function payoutSource(
  { db }: { db: Db },
  { name, remote }: Pick<PayoutProvider, 'name'> & { remote: RemotePayout },
): Source<SentPayout> {
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
    // The job of a withdrawal asks its bank until there is an outcome: nothing else books it.
    apply: async () => undefined,
    async known(items) {
      const ids = items.map(({ listed }) => listed.reference).filter(isId);
      const sent = await sentByReference(db, name, ids);
      return items.map(({ listed }): Known => {
        const found = sent.get(listed.reference);
        return { booked: found?.isPaid ? found.booking : null, owner: found?.booking.owner ?? null };
      });
    },
    booked: (period, after) => bookedPayouts(db, name, period, after),
  };
}

/** Null: no money left the account. One that the gateway did not send has only the bank's names. */
export function listedPayout(payout: SentPayout): Listed | null {
  if (payout.state !== 'succeeded') return null;
  const { reference, endToEndId, bankReference, amountCents, sentAt } = payout;
  const own = reference ?? endToEndId ?? bankReference ?? `${sentAt.toISOString()} ${amountCents}`;
  // A list may name a payout before anything of it came back: what it does not know is not compared.
  const returnedCents =
    payout.returns.length === 0 ? null : sum(payout.returns.map((back) => back.amountCents));
  return { reference: own, amountCents, returnedCents, at: sentAt };
}
