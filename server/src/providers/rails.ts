import type { PixProvider, Rails, Refunder, RemotePix } from './provider.ts';

/** The provider of old rows, which have none stored. */
const FIRST_PROVIDER = 'sandbox';

/** Sandbox codes have a fixed amount; remote providers calculate the amount due on the day of payment. */
export function isLocalProvider(name: string | null): boolean {
  return (name ?? FIRST_PROVIDER) === FIRST_PROVIDER;
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

export function refunderNamed(rails: Rails, name: string | null): Refunder | null {
  const all: (Refunder | null)[] = [...rails.pix, rails.boleto, rails.card];
  return all.find((provider) => provider?.name === (name ?? FIRST_PROVIDER)) ?? null;
}

/** The account's own order if it has one; providers that the installation does not have are skipped. */
export function pixOrder(rails: Rails, own: readonly string[] | null): readonly PixProvider[] {
  const chosen = (own ?? []).flatMap((name) => rails.pix.find((provider) => provider.name === name) ?? []);
  return chosen.length > 0 ? chosen : rails.pix;
}
