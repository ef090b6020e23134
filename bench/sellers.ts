import { createKey } from '../server/src/accounts/auth/keys.ts';
import { newAccountRows } from '../server/src/accounts/store.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { done } from '../server/src/write/effects.ts';

export type Seller = { id: string; apiKey: string };

/** Made without the password's hash: no user signs in here, and hashing takes most of a registration's time. */
export async function makeSeller(deps: Deps, name: string): Promise<Seller> {
  const id = deps.ids.next();
  const account = {
    id,
    name,
    email: `${id}@seller.example`,
    document: '11144477735',
    person_type: 'PF' as const,
    phone: null,
    status: 'active' as const,
    identity_verified: false,
    payment_provider: 'sandbox',
    created_at: deps.clock.now(),
  };
  const user = { id: deps.ids.next(), passwordHash: 'none', role: 'seller' as const };
  const rows = newAccountRows({ account, user });
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { rows }) });
  const { key } = await createKey(deps, id, deps.ids.next(), 'bench');
  return { id, apiKey: key };
}

export async function makeSellers(deps: Deps, count: number): Promise<Seller[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => makeSeller(deps, `Loja ${index + 1}`)));
}
