import { civilDateOf } from '../brazil/calendar.ts';
import { chargeOfPayment, receiveOrLog } from '../charges/boletos/comparison.ts';
import { bookedReference } from '../charges/boletos/facts.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { DAY_MS } from '../kit/clock.ts';
import type { BoletoPayment, BoletoProvider, RemoteBoleto } from '../providers/boleto.ts';
import { bookedBoletos, bookedPayments } from './booked.ts';
import type { Period, Source } from './source.ts';
import { type Known, type Listed, ownerOf } from './verdicts.ts';

/** A bank lists a payment when it has cleared. */
const CLEARING_MS = 3 * DAY_MS;

/** Boletos that a bank received, by barcode or by their PIX code. */
export function boletoSource(
  deps: ChargeDeps,
  { name, remote }: Pick<BoletoProvider, 'name'> & { remote: RemoteBoleto },
): Source<BoletoPayment> {
  return {
    kind: 'boleto',
    provider: name,
    graceMs: CLEARING_MS,
    marginMs: DAY_MS,
    async listPage(period, page) {
      const answer = await remote.paidBoletos({ ...daysOf(period), page });
      return answer.ok ? { ok: true, items: answer.payments, nextPage: answer.nextPage } : answer;
    },
    // What went back is a PIX of its own, which no list of boletos has.
    translate: (payment): Listed => ({
      reference: bookedReference(name, payment),
      amountCents: payment.amountCents,
      returnedCents: null,
      at: payment.paidAt,
    }),
    async apply(payments) {
      for (const payment of payments) await receiveOrLog(deps, name, payment);
    },
    async known(items) {
      const references = items.map(({ listed }) => listed.reference);
      const booked = await bookedPayments(deps.db, name, references);
      return Promise.all(
        items.map(async ({ item, listed }): Promise<Known> => {
          const own = booked.get(listed.reference) ?? null;
          const charge = own ? null : await chargeOfPayment(deps, name, item);
          return { booked: own, owner: charge && ownerOf(charge) };
        }),
      );
    },
    booked: (period, after) => bookedBoletos(deps.db, name, period, after),
  };
}

/** The civil days of a period, whose end is not a part of it. */
function daysOf({ from, until }: Period) {
  return { from: civilDateOf(from), until: civilDateOf(new Date(until.getTime() - 1)) };
}
