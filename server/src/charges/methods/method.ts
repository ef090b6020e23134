import type { AccountFacts } from '../../http/account-facts.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';

/** The fields of a charge that a payment method fills in. */
export type Means = Partial<
  Pick<Charge, 'pixProvider' | 'pixTxid' | 'pixCopyPaste' | 'pixExpiresAt' | 'pixQrPng' | 'boleto' | 'dueAt'>
>;

export type MeansRequest = { charge: Charge; account: AccountFacts };

/** Produces the means of payment through a provider. Throws PROVIDER_UNAVAILABLE when none gives any. */
export type Method = (deps: ChargeDeps, request: MeansRequest) => Promise<Means>;
