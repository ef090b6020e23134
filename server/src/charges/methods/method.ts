import type { Deps } from '../../http/deps.ts';
import type { Charge } from '../charge.ts';

/** The fields of a charge that a payment method fills in. */
export type Means = Partial<
  Pick<Charge, 'pixTxid' | 'pixCopyPaste' | 'pixExpiresAt' | 'pixQrPng' | 'boleto' | 'dueAt'>
>;

export type MeansRequest = {
  charge: Charge;
  merchantName: string;
};

/** Produces the means of payment through the provider. Throws PROVIDER_UNAVAILABLE when it gives none. */
export type Method = (deps: Deps, request: MeansRequest) => Promise<Means>;
