import { createKey } from '../server/src/accounts/auth/keys.ts';
import { newAccountRows } from '../server/src/accounts/store.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { done } from '../server/src/write/effects.ts';

const AT_ONCE = 200;

export type Seller = { id: string; apiKey: string };

/** Made without the password's hash: no user signs in here, and hashing takes most of a registration's time. */
export async function makeSeller(deps: Deps, name: string): Promise<Seller> {
  const id = await makeAccount(deps, name, { passwordHash: 'none', role: 'seller' });
  const { key } = await createKey(deps, id, deps.ids.next(), { name: 'bench' });
  return { id, apiKey: key };
}

export async function makeOperator(deps: Deps, passwordHash: string): Promise<{ email: string }> {
  const id = await makeAccount(deps, 'Operator', { passwordHash, role: 'operator' });
  return { email: emailOf(id) };
}

const emailOf = (id: string) => `${id}@seller.example`;

async function makeAccount(
  deps: Deps,
  name: string,
  user: { passwordHash: string; role: 'seller' | 'operator' },
): Promise<string> {
  const id = deps.ids.next();
  const account = {
    id,
    name,
    email: emailOf(id),
    document: '11144477735',
    person_type: 'PF' as const,
    phone: null,
    status: 'active' as const,
    identity_verified: false,
    payment_provider: 'sandbox',
    created_at: deps.clock.now(),
  };
  const rows = newAccountRows({ account, user: { id: deps.ids.next(), ...user } });
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { rows }) });
  return id;
}

export async function makeSellers(deps: Deps, count: number): Promise<Seller[]> {
  const sellers: Seller[] = [];
  while (sellers.length < count) {
    const next = Math.min(AT_ONCE, count - sellers.length);
    const names = Array.from({ length: next }, (_, index) => `Loja ${sellers.length + index + 1}`);
    sellers.push(...(await Promise.all(names.map((name) => makeSeller(deps, name)))));
  }
  return sellers;
}
