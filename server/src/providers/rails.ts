import type { PixProvider, Rails, Refunder, RemotePix } from './provider.ts';

/** What was stored before there was more than one provider names none. */
const FIRST_PROVIDER = 'sandbox';

/** Codes of the sandbox carry a plain value; providers elsewhere calculate what is due on the day of payment. */
export function isMadeHere(name: string | null): boolean {
  return (name ?? FIRST_PROVIDER) === FIRST_PROVIDER;
}

/** Null: the installation no longer knows this name. */
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

/** An account's own order comes first; names that the installation does not have are passed over. */
export function pixOrder(rails: Rails, own: readonly string[] | null): readonly PixProvider[] {
  const chosen = (own ?? []).flatMap((name) => rails.pix.find((provider) => provider.name === name) ?? []);
  return chosen.length > 0 ? chosen : rails.pix;
}
