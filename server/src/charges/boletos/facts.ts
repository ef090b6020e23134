import { assert } from '../../kit/errors.ts';
import type { BoletoAtBank, BoletoPayment } from '../../providers/boleto.ts';
import type { BankOfBoletos } from '../../providers/rails.ts';
import { done, rowWrite, together } from '../../write/effects.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import type { Payment } from '../payments/decide.ts';
import { receivePaymentOf } from '../payments/receive.ts';
import { lockCharge } from '../store.ts';
import { bankOf, lookJob } from './at-bank.ts';
import { decideAtBank } from './decide.ts';
import { insertBoletoPayment } from './payments.ts';

/**
 * Applies what a bank says of the boleto of a charge: registered, refused, cancelled, paid. Any number of times, in any
 * order. `lookAfterMs`: while the bank still registers it, it is looked at again after this.
 */
export async function applyBoleto(
  deps: ChargeDeps,
  provider: BankOfBoletos,
  charge: Charge,
  { payments, ...atBank }: BoletoAtBank,
  { lookAfterMs }: { lookAfterMs?: number } = {},
): Promise<Charge> {
  const { accountId, id } = charge;
  const context = { now: deps.clock.now(), rails: deps.rails };
  const looks =
    lookAfterMs !== undefined && atBank.state === 'registering'
      ? [lookJob(charge, new Date(context.now.getTime() + lookAfterMs))]
      : [];
  let after = await deps.writer.commit({
    load: async (tx) => {
      const locked = await lockCharge(tx, accountId, id);
      assert(locked, 'charges are never deleted');
      return locked;
    },
    decide: (locked) => {
      if (bankOf(locked)?.provider !== provider.name) return done(locked);
      const decision = decideAtBank(locked, atBank, context);
      if (!('effects' in decision)) return decision;
      return done(decision.result, together([decision.effects, { jobs: looks }]));
    },
  });
  for (const payment of payments) after = await receiveBoleto(deps, provider.name, after, payment);
  return after;
}

/** One payment of a boleto, with what its bank kept for it. The charge as it is afterwards. */
export async function receiveBoleto(
  deps: ChargeDeps,
  provider: string,
  charge: Charge,
  reported: BoletoPayment,
): Promise<Charge> {
  const payment = paymentOf(provider, charge, reported);
  if (charge.paymentReference === payment.paymentReference && reported.bankFeeCents === null) return charge;
  const { accountId, id: chargeId } = charge;
  const { bankFeeCents } = reported;
  await deps.writer.commit({
    load: () => Promise.resolve(),
    decide: () =>
      done(undefined, {
        rows: [rowWrite(insertBoletoPayment, { ...payment, accountId, chargeId, bankFeeCents })],
      }),
  });
  if (charge.paymentReference === payment.paymentReference) return charge;
  return (await receivePaymentOf(deps, charge, payment)).charge;
}

/** A PIX payment has its end-to-end id; a bank's own reference of another payment is unique at that bank only. */
export function bookedReference(
  provider: string,
  { by, paymentReference }: Pick<BoletoPayment, 'by' | 'paymentReference'>,
): string {
  return by === 'pix' ? paymentReference : `${provider}:${paymentReference}`;
}

function paymentOf(provider: string, charge: Charge, reported: BoletoPayment): Payment {
  const { by, amountCents, paidAt } = reported;
  const isPix = by === 'pix';
  return {
    provider,
    paymentReference: bookedReference(provider, reported),
    chargeReference: (isPix ? bankOf(charge)?.pixTxid : charge.boleto?.ourNumber) ?? charge.id,
    method: isPix ? 'PIX' : 'BOLETO',
    amountCents,
    paidAt,
  };
}
