import type { AccountFacts } from '../../http/account-facts.ts';
import type { Deps } from '../../http/deps.ts';
import type { Charge } from '../charge.ts';

/** The fields of a charge that a payment method fills in. */
export type Means = Partial<
  Pick<Charge, 'pixProvider' | 'pixTxid' | 'pixCopyPaste' | 'pixExpiresAt' | 'pixQrPng' | 'boleto' | 'dueAt'>
>;

export type MeansRequest = { charge: Charge; account: AccountFacts };

/** Produces the means of payment through a provider. Throws PROVIDER_UNAVAILABLE when none gives any. */
export type Method = (deps: Deps, request: MeansRequest) => Promise<Means>;
