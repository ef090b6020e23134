import { createKey } from '../../server/src/accounts/auth/keys.ts';
import { newAccountRows } from '../../server/src/accounts/store.ts';
import type { Deps } from '../../server/src/http/deps.ts';
import { cents } from '../../server/src/kit/money.ts';
import type { Entry } from '../../server/src/ledger/chart.ts';
import { done } from '../../server/src/write/effects.ts';
import { startGateway, type TestGateway } from './gateway.ts';

type Reply = { status: number; body: Record<string, unknown> };
type Ask = (method: string, path: string, body?: object) => Promise<Reply>;
export type TestAccount = { id: string; call: Ask };

const CONNECTIONS = 25;

/** A gateway for tests that want a fresh seller each: accounts have an API key and no password to compute. */
export async function startSellers(environment: Record<string, string> = {}) {
  const gateway = await startGateway({ environment, connections: CONNECTIONS });
  const { deps, clock } = gateway;
  const keys = new Map<string, string>();
  return {
    gateway,
    deps,
    clock,
    async account(status: 'active' | 'blocked' = 'active'): Promise<TestAccount> {
      const id = await addAccount(deps, status);
      const { key } = await createKey(deps, id, deps.ids.next(), { name: 'test' });
      keys.set(id, key);
      return { id, call: ask(gateway, { 'x-api-key': key }) };
    },
    /** Each call is a retry of one request whose earlier tries all died before their answer was stored. */
    retrying(account: TestAccount): Ask {
      const headers = { 'x-api-key': keys.get(account.id) ?? '', 'idempotency-key': 'retried' };
      return async (...request) => {
        await forgetAnswers(deps, account.id);
        return ask(gateway, headers)(...request);
      };
    },
    credit: (account: TestAccount, amountCents: bigint) => credit(deps, account.id, amountCents),
    stop: gateway.stop,
  };
}

export type Sellers = Awaited<ReturnType<typeof startSellers>>;

function ask(gateway: TestGateway, headers: Record<string, string>): Ask {
  return async (method, path, body) => {
    const answer = await gateway.call(method, path, body, headers);
    return { status: answer.status, body: answer.body };
  };
}

async function forgetAnswers(deps: Deps, accountId: string): Promise<void> {
  await deps.db.query(
    `update idempotency_keys
     set state = 'running',
         answer_status = null,
         answer_box = null,
         lease_until = now() - interval '1 second'
     where account_id = $1`,
    [accountId],
  );
}

async function addAccount(deps: Deps, status: 'active' | 'blocked'): Promise<string> {
  const id = deps.ids.next();
  const account = {
    id,
    name: 'Seller',
    email: `${id}@seller.example`,
    document: '11144477735',
    person_type: 'PF' as const,
    phone: null,
    status,
    identity_verified: false,
    payment_provider: 'sandbox',
    created_at: deps.clock.now(),
  };
  const user = { id: deps.ids.next(), passwordHash: '', role: 'seller' as const };
  const rows = newAccountRows({ account, user });
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { rows }) });
  return id;
}

async function credit(deps: Deps, accountId: string, amount: bigint): Promise<void> {
  const amountCents = cents(amount);
  const entry: Entry = {
    fact: `adjustment:${deps.ids.next()}`,
    occurredAt: deps.clock.now(),
    postings: [{ accountId, from: 'external', to: 'available', amountCents, category: 'adjustment' }],
  };
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { entries: [entry] }) });
}
