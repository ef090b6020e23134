import type { CardDispute, CardDisputes } from '../card.ts';
import { reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import { type ChargeThere, readCharge, readList } from './answers.ts';
import { calling, type Pagarme } from './client.ts';

type Listed = Awaited<ReturnType<CardDisputes['disputesSince']>>;

const PAGE_SIZE = 50;
const IN_DASHBOARD = 'Pagar.me takes the answer to a chargeback in its dashboard only';

/**
 * All that its interface knows of a chargeback is that the charge has become one. The list goes by the day of the sale,
 * so that it is asked for every sale that may still be disputed.
 */
export function disputesOf(pagarme: Pagarme): CardDisputes {
  return {
    disputesSince: (since, page) => disputesSince(pagarme, since, page),
    acceptDispute: async () => refused(IN_DASHBOARD),
    contestDispute: async () => refused(IN_DASHBOARD),
  };
}

async function disputesSince(pagarme: Pagarme, since: Date, page: number): Promise<Listed> {
  const outcome = await calling(pagarme)({
    ...{ operation: 'disputes', method: 'GET', path: ['charges'] },
    query: {
      ...{ status: 'chargedback', created_since: since.toISOString() },
      ...{ page: String(page + 1), size: String(PAGE_SIZE) },
    },
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return unavailable(reasonOf(outcome));
  const charges = readList(outcome.body, readCharge);
  if (!charges || charges.includes(null)) return unavailable('an answer that cannot be read');
  const disputes = charges.flatMap((charge) => (charge ? disputeOf(charge) : []));
  return { ok: true, disputes, nextPage: charges.length === PAGE_SIZE ? page + 1 : null };
}

/** A charge has at most one, so that it names it. Only the payables show whether it was won. */
function disputeOf({ id, status, paidCents, amountCents, updatedAt, last }: ChargeThere): CardDispute[] {
  const own = last?.status === 'chargedback' ? last : null;
  const amount = own?.amountCents ?? paidCents ?? amountCents;
  if (status !== 'chargedback' || amount === null) return [];
  const openedAt = own?.createdAt ?? updatedAt;
  if (!openedAt) return [];
  return [
    {
      ...{ disputeReference: id, providerReference: id, amountCents: amount, openedAt },
      ...{ code: null, reason: null, answerBy: null, state: 'open' },
    },
  ];
}
