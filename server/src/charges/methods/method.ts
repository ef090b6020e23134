import type { AccountFacts } from '../../http/account-facts.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';

/** The fields of a charge that a payment method fills in. */
export type Means = Partial<
  Pick<Charge, 'pixProvider' | 'pixTxid' | 'pixCopyPaste' | 'pixExpiresAt' | 'pixQrPng' | 'boleto' | 'dueAt'>
>;

export type MeansRequest = { charge: Charge; account: AccountFacts };

/** Obtains the means of payment from a provider. Throws PROVIDER_UNAVAILABLE when no provider answers. */
export type Method = (deps: ChargeDeps, request: MeansRequest) => Promise<Means>;
