import { hasCodeOfBank } from '../charges/boletos/at-bank.ts';
import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { findChargeByReference } from '../charges/find.ts';
import { applyReceived } from '../charges/pix/comparison.ts';
import { HOUR_MS } from '../kit/clock.ts';
import { sum, ZERO } from '../kit/money.ts';
import type { ReceivedPix } from '../providers/provider.ts';
import type { RemoteProvider } from '../providers/rails.ts';
import { bookedPayments, bookedPix } from './booked.ts';
import type { Source } from './source.ts';
import { type Booked, type Known, type Listed, ownerOf } from './verdicts.ts';

/** PIX payments that a PSP received, with what it gave back of each. */
export function pixSource(deps: ChargeDeps, provider: RemoteProvider): Source<ReceivedPix> {
  const { name } = provider;
  return {
    kind: 'pix',
    provider: name,
    graceMs: HOUR_MS,
    marginMs: HOUR_MS,
    async listPage(period, page) {
      const answer = await provider.remote.receivedPix({ ...period, page, onlyRefunded: false });
      return answer.ok ? { ok: true, items: answer.payments, nextPage: answer.nextPage } : answer;
    },
    translate: (payment): Listed => ({
      reference: payment.endToEndId,
      amountCents: payment.amountCents,
      returnedCents: sum(
        payment.refunds.filter(({ status }) => status === 'succeeded').map(({ amountCents }) => amountCents),
      ),
      at: payment.paidAt,
    }),
    apply: (payments) => applyReceived(deps, provider, payments),
    async known(items) {
      const references = items.map(({ listed }) => listed.reference);
      const booked = await bookedPayments(deps.db, name, references);
      return Promise.all(
        items.map(async ({ item, listed }): Promise<Known> => {
          const own = booked.get(listed.reference) ?? null;
          if (own || item.txid === null) return { booked: own, owner: null };
          const charge = await findChargeByReference(deps, item.txid);
          // The code of a boleto of this bank: its payment is booked, and compared, as that of the boleto.
          if (charge && isPaidAsBoleto(charge, name))
            return { booked: ofBoleto(charge, listed), owner: null };
          return { booked: null, owner: charge && ownerOf(charge) };
        }),
      );
    },
    booked: (period, after) => bookedPix(deps.db, name, period, after),
  };
}

function isPaidAsBoleto(charge: Charge, provider: string): boolean {
  return hasCodeOfBank(charge) && charge.paymentProvider === provider && charge.paidAt !== null;
}

function ofBoleto({ accountId, id, paidCents, paidAt }: Charge, listed: Listed): Booked {
  return {
    reference: listed.reference,
    amountCents: paidCents ?? ZERO,
    returnedCents: null,
    at: paidAt ?? listed.at,
    owner: ownerOf({ accountId, id }),
  };
}
