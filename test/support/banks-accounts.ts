import type { Db } from '../../server/src/db/pool.ts';
import { HOUSES, type House } from './bank-houses.ts';
import { type AccountOf, AUTOMATIC_UP_TO } from './banks-orders.ts';
import { type Asking, ask, persistently } from './careful-client.ts';
import { registerSeller } from './processes.ts';

const SELLERS_PER_HOUSE = 2;
/** Enough for every payout and refund of the run. */
const CAPITAL = 200_000;
const WITHOUT_LIMIT = 10_000_000;
const PASSWORD = 'correct horse battery';
const OPERATOR = { email: 'operator@example.com', password: PASSWORD };
/** A sign-in counts as proof of who is asking for longer. */
const SIGNED_IN_FOR_MS = 240_000;

/** The CPF of every seller here, the key of their payouts. */
export const SELLER_KEY = '52998224725';
export const OTHER_KEY = '11144477735';

export type Operator = {
  call(method: string, path: string, body?: object): ReturnType<typeof persistently>;
};

export async function signUpOperator(asking: Asking, db: Db): Promise<Operator> {
  const account = { name: 'Operadora', ...OPERATOR, document: SELLER_KEY };
  await persistently(asking, (call) => call('POST', '/api/v1/auth/register', {}, account));
  await db.query(`update users set role = 'operator' where email = $1`, [OPERATOR.email]);
  let token = '';
  let signedInAtMs = Number.NEGATIVE_INFINITY;
  let made = 0;
  return {
    async call(method, path, body) {
      if (performance.now() - signedInAtMs > SIGNED_IN_FOR_MS) {
        const { body: session } = await persistently(asking, (call) =>
          call('POST', '/api/v1/auth/login', {}, OPERATOR),
        );
        token = String(session.token);
        signedInAtMs = performance.now();
      }
      made += 1;
      const headers: Record<string, string> =
        method === 'GET' ? {} : { 'idempotency-key': `operator ${made}` };
      return persistently(asking, (call) => call(method, `/api/v1/admin${path}`, { token }, body, headers));
    },
  };
}

/** Sellers with money, each of whom has its boletos and payouts at one bank. */
export async function openAccounts(asking: Asking, operator: Operator): Promise<AccountOf<House>[]> {
  const accounts: AccountOf<House>[] = [];
  for (const house of HOUSES) {
    for (let made = 0; made < SELLERS_PER_HOUSE; made += 1) {
      const seller = await registerSeller(asking.server());
      const own = await asking.server().call('GET', '/api/v1/account', seller);
      const account = { ...seller, id: String(own.body.id), house };
      await takeUp(asking, operator, account);
      accounts.push(account);
    }
  }
  return accounts;
}

async function takeUp(asking: Asking, operator: Operator, account: AccountOf<House>): Promise<void> {
  const { id, house, token } = account;
  const isDone = async (answered: ReturnType<typeof persistently>) => {
    const { status, text, body } = await answered;
    if (status >= 300) throw new Error(`an account was not opened: ${text}`);
    return body;
  };
  const names = { boleto_providers: [house] };
  await isDone(operator.call('PUT', `/accounts/${id}/boleto-providers`, names));
  if (house !== 'main') {
    const terms = {
      payout_providers: [house],
      automatic_up_to: AUTOMATIC_UP_TO,
      automatic_per_day: WITHOUT_LIMIT,
    };
    await isDone(operator.call('PUT', `/accounts/${id}/payout-terms`, terms));
  }
  const key = { payout_pix_key: SELLER_KEY };
  await isDone(persistently(asking, (call) => call('PATCH', '/api/v1/account', { token }, key)));
  const capital = { billing_type: 'PIX', value: CAPITAL };
  const charge = await isDone(ask(asking, account, '/charges', capital, 'capital'));
  await isDone(ask(asking, account, `/sandbox/charges/${charge.id}/pay`, {}, 'capital is paid'));
}
