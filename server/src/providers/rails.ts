import type { BoletoProvider, RemoteBoleto } from './boleto.ts';
import type { CardProvider } from './card.ts';
import type { PayoutProvider } from './payout.ts';
import type { PixProvider, Refunder, RemotePix, Watched } from './provider.ts';

export type Rails = {
  /** Each kind in the installation's order; an account may have its own order. Never empty. */
  readonly pix: readonly [PixProvider, ...PixProvider[]];
  /** Empty: this installation has no provider for it, so it is not offered. */
  readonly boleto: readonly BoletoProvider[];
  readonly card: readonly CardProvider[];
  /** Empty: operators pay withdrawals by hand. */
  readonly payout: readonly PayoutProvider[];
};

/** The provider of old rows, which have none stored. */
const FIRST_PROVIDER = 'sandbox';

/** Sandbox codes have a fixed amount; remote providers calculate the amount due on the day of payment. */
export function isLocalProvider(name: string | null): boolean {
  return (name ?? FIRST_PROVIDER) === FIRST_PROVIDER;
}

/** The sandbox's own bank, which answers as one would. */
export const SANDBOX_BANK = 'sandbox-bank';

/** Played by the sandbox, by a clock that moves: no list of a bank says what it received. */
export function isSimulated(name: string): boolean {
  return name === FIRST_PROVIDER || name === SANDBOX_BANK;
}

/** Null: the installation no longer has this provider. */
function pixProviderNamed(rails: Rails, name: string | null): PixProvider | null {
  return rails.pix.find((provider) => provider.name === (name ?? FIRST_PROVIDER)) ?? null;
}

export type RemoteProvider = PixProvider & { readonly remote: RemotePix };

export function remotePixNamed(rails: Rails, name: string | null): RemoteProvider | null {
  const provider = pixProviderNamed(rails, name);
  return provider && isRemote(provider) ? provider : null;
}

export function isRemote(provider: PixProvider): provider is RemoteProvider {
  return provider.remote !== null;
}

export type BankOfBoletos = BoletoProvider & { readonly remote: RemoteBoleto };

export function isBank(provider: BoletoProvider): provider is BankOfBoletos {
  return provider.remote !== null;
}

/** Null: boletos of this provider are issued here, or the installation no longer has it. */
export function boletoBankNamed(rails: Rails, name: string | null): BankOfBoletos | null {
  const provider = rails.boleto.find((each) => each.name === name);
  return provider && isBank(provider) ? provider : null;
}

export function refunderNamed(rails: Rails, name: string | null): Refunder | null {
  const all = [...rails.pix, ...rails.card, ...rails.boleto.flatMap(({ refunder }) => refunder ?? [])];
  return all.find((provider) => provider.name === (name ?? FIRST_PROVIDER)) ?? null;
}

/** Null: the installation no longer has this acquirer. */
export function cardProviderNamed(rails: Rails, name: string | null): CardProvider | null {
  return rails.card.find((each) => each.name === (name ?? FIRST_PROVIDER)) ?? null;
}

/** The account's own order if it has one; providers that the installation does not have are skipped. */
export function inOwnOrder<P extends { name: string }>(
  all: readonly P[],
  own: readonly string[] | null,
): readonly P[] {
  const chosen = (own ?? []).flatMap((name) => all.find((provider) => provider.name === name) ?? []);
  return chosen.length > 0 ? chosen : all;
}

export type WatchedProvider = { kind: 'pix' | 'boleto' | 'card' | 'payout'; name: string; watched: Watched };

/** Every remote provider of the installation, kind by kind. One that serves several kinds comes once for each. */
export function watchedProviders(rails: Rails): WatchedProvider[] {
  const kinds = ['pix', 'boleto', 'card', 'payout'] as const;
  return kinds.flatMap((kind) =>
    rails[kind].flatMap(({ name, remote }) => (remote ? [{ kind, name, watched: remote }] : [])),
  );
}
