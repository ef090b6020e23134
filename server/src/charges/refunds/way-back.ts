import type { PaymentNotice, Refunder } from '../../providers/provider.ts';
import { boletoBankNamed, type Rails, refunderNamed } from '../../providers/rails.ts';

type Received = {
  provider: string | null;
  /** Null: recorded by an earlier version, before boletos were paid at banks. */
  method: PaymentNotice['method'] | 'UNDEFINED' | null;
  reference: string;
};

/**
 * How a payment goes back: by the provider that received it, or, because no bank takes a boleto back, by a PIX to a key
 * that the payer says. `unknown`: the installation no longer has the provider.
 */
export type WayBack = { by: 'provider'; refunder: Refunder } | { by: 'payer' } | { by: 'unknown' };

/** An end-to-end id, by which a PSP gives a PIX payment back. */
const END_TO_END_ID = /^[ED]\d{20}[0-9A-Za-z]{11}$/;

export function wayBack(rails: Rails, { provider, method, reference }: Received): WayBack {
  const bank = boletoBankNamed(rails, provider);
  const refunder = bank && method === 'BOLETO' ? bank.refunder : refunderNamed(rails, provider);
  if (!bank) return refunder ? { by: 'provider', refunder } : { by: 'unknown' };
  // The bank may be a PSP too: it gives back what it can name as a PIX payment.
  const isNamed = method === 'BOLETO' || END_TO_END_ID.test(reference);
  return refunder && isNamed ? { by: 'provider', refunder } : { by: 'payer' };
}
