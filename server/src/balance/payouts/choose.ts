import type { PayoutProvider, RemotePayout } from '../../providers/payout.ts';
import { inOwnOrder, type Rails } from '../../providers/rails.ts';

export type RemotePayoutProvider = PayoutProvider & { readonly remote: RemotePayout };

/** How an approved withdrawal is paid: by the books alone (sandbox), by a provider, or by hand. */
export type PaidBy = 'books' | 'provider' | 'hand';

/** `provider` null, where one pays: none accepts now, so it is chosen later. */
export type PayoutChoice = { paidBy: PaidBy; provider: string | null; verifiesOwner: boolean };

/** The first of the account's order that takes this key and accepts new work. */
export function choosePayout(
  { payout }: Pick<Rails, 'payout'>,
  own: readonly string[] | null,
  pixKey: string,
): PayoutChoice {
  const test = payout.filter(({ onlyFor }) => onlyFor?.(pixKey));
  const usual = inOwnOrder(
    payout.filter(({ onlyFor }) => !onlyFor),
    own,
  );
  const able = test.length > 0 ? test : usual;
  if (able.length === 0) return { paidBy: 'hand', provider: null, verifiesOwner: false };
  const chosen = able.find(({ remote }) => remote === null || remote.accepts());
  if (!chosen) return { paidBy: 'provider', provider: null, verifiesOwner: false };
  const { name, remote, verifiesOwner } = chosen;
  return remote
    ? { paidBy: 'provider', provider: name, verifiesOwner }
    : { paidBy: 'books', provider: null, verifiesOwner };
}

/** Null: the installation has no such provider, or it is done by the books alone. */
export function remotePayoutNamed(
  { payout }: Pick<Rails, 'payout'>,
  name: string | null,
): RemotePayoutProvider | null {
  const provider = payout.find((each) => each.name === name);
  return provider && isRemote(provider) ? provider : null;
}

export function isRemote(provider: PayoutProvider): provider is RemotePayoutProvider {
  return provider.remote !== null;
}
