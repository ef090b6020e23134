import type { Request } from '../kit/call.ts';
import type { Random } from '../kit/random.ts';
import type { Operation } from './description.ts';
import { mutated, oddText } from './mutate.ts';
import { idFor, type Surroundings, valueFor } from './values.ts';
import type { FuzzSeller, World } from './world.ts';

/** Drawn less often: each costs a password hash, ends sessions, or moves the clock of everyone. */
const RARE: Readonly<Record<string, number>> = {
  'POST /api/v1/auth/register': 0.1,
  'POST /api/v1/auth/login': 0.1,
  'POST /api/v1/auth/logout': 0.02,
  'POST /api/v1/auth/password': 0.05,
  'POST /api/v1/auth/confirm': 0.2,
  'POST /api/v1/auth/two-factor': 0.1,
  'POST /api/v1/auth/two-factor/confirm': 0.1,
  'POST /api/v1/auth/two-factor/disable': 0.1,
  'DELETE /api/v1/auth/sessions/{id}': 0.1,
  'DELETE /api/v1/keys/{id}': 0.1,
  'POST /api/v1/admin/operators': 0.1,
  'DELETE /api/v1/admin/operators/{id}': 0.1,
  'POST /api/v1/admin/accounts/{id}/block': 0.05,
  'PUT /api/v1/admin/accounts/{id}/limits': 0.05,
  'POST /api/v1/admin/people/erase': 0.2,
  'POST /api/v1/sandbox/clock': 0.03,
  'GET /api/v1/admin/ledger/audit': 0.05,
};
/** Made often: they bring about what the others are about. */
const FREQUENT: Readonly<Record<string, number>> = {
  'POST /api/v1/charges': 6,
  'POST /api/v1/sandbox/charges/{id}/pay': 3,
  'POST /api/v1/charges/{id}/refund': 3,
  'POST /api/v1/withdrawals': 2,
  'POST /api/v1/payment-links': 2,
  'POST /api/v1/products': 2,
};
const KINDS: Readonly<Record<string, string>> = {
  ...{ charges: 'charge', customers: 'customer', products: 'product', 'payment-links': 'payment_link' },
  ...{
    webhooks: 'webhook',
    deliveries: 'delivery',
    disputes: 'dispute',
    withdrawals: 'withdrawal',
    keys: 'key',
  },
  ...{ accounts: 'account', sessions: 'session', operators: 'operator', jobs: 'job', mails: 'mail' },
};

export type MadeRequest = Request & { operation: Operation; isMutated: boolean };

/** Operations with how often each is drawn. */
export class Draw {
  readonly #operations: readonly Operation[];
  readonly #weights: readonly number[];
  readonly #all: number;

  constructor(operations: readonly Operation[]) {
    this.#operations = operations;
    this.#weights = operations.map(({ name }) => RARE[name] ?? FREQUENT[name] ?? 1);
    this.#all = this.#weights.reduce((sum, weight) => sum + weight, 0);
  }

  next(random: Random): Operation {
    let drawn = random.next() * this.#all;
    const at = this.#weights.findIndex((weight) => {
      drawn -= weight;
      return drawn <= 0;
    });
    return this.#operations[Math.max(0, at)] as Operation;
  }
}

/** Bodies that chance does not find: they name what only this seller knows. */
const FITTING: Readonly<Record<string, (random: Random, seller: FuzzSeller) => object>> = {
  'POST /api/v1/auth/login': (_, { email, password }) => ({ email, password }),
  'POST /api/v1/auth/password': (random, { password }) => ({
    current_password: password,
    new_password: `Quati-${random.letters(14)}`,
  }),
  'POST /api/v1/auth/two-factor': (_, { password }) => ({ password }),
  'POST /api/v1/auth/confirm': (_, { password }) => ({ password }),
};

export function credentialsFor(
  random: Random,
  world: World,
  path: string,
  seller: FuzzSeller = random.pick(world.sellers),
): Record<string, string> {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  if (random.chance(0.9)) {
    if (path.includes('/admin/')) return bearer(world.operator.token);
    if (/\/(keys|auth)\b/.test(path)) return bearer(seller.token);
    return random.chance(0.6) ? { 'x-api-key': seller.apiKey } : bearer(seller.token);
  }
  return random.pick<Record<string, string>>([
    {},
    bearer(seller.apiKey),
    bearer(world.operator.token),
    { 'x-api-key': seller.token },
    { 'x-api-key': `guiche_${random.letters(36)}` },
    { 'x-api-key': random.letters(20) },
    bearer(random.letters(50)),
    bearer(`${seller.token}=`),
    bearer(`${seller.token.slice(0, -3)}abc`),
    { 'x-api-key': seller.apiKey, ...bearer(world.operator.token) },
    { cookie: `guiche_session=${random.letters(30)}` },
    { authorization: `Basic ${random.letters(10)}` },
  ]);
}

/** A request to this operation: right, nearly right, or with oddities in path, query and headers. */
export function makeRequest(
  random: Random,
  world: World,
  operation: Operation,
  receiverUrl: string,
): MadeRequest {
  const around: Surroundings = { random, known: world.known, receiverUrl, passwords: world.passwords };
  const isMutated = random.chance(0.4);
  const isOdd = random.chance(0.12);
  const own = operation.path.endsWith('/limits') ? operation.path.replace('{id}', world.limited) : null;
  const path = (own ?? pathOf(around, operation, isOdd)) + queryOf(around, operation, isOdd);
  const seller = random.pick(world.sellers);
  const headers = credentialsFor(random, world, operation.path, seller);
  if (random.chance(0.2))
    headers['idempotency-key'] = random.chance(0.3) ? `shared ${random.whole(0, 50)}` : random.letters(20);
  const base = { operation, isMutated: isMutated || isOdd, method: operation.method, path };
  if (!operation.body) return { ...base, headers };
  const fitting = random.chance(0.5) ? FITTING[operation.name]?.(random, seller) : undefined;
  const value = fitting ?? valueFor(operation.body, 'body', around);
  const body = isMutated ? mutated(random, value) : JSON.stringify(value);
  const type = random.chance(0.97)
    ? 'application/json'
    : random.pick(['text/plain', 'application/json; charset=utf-8', 'application/x-www-form-urlencoded']);
  return { ...base, headers: { ...headers, 'content-type': type }, body: body as string };
}

function pathOf(around: Surroundings, { path }: Operation, isOdd: boolean): string {
  const { random } = around;
  return path.replace(
    /([\w-]+)\/\{(\w+)\}(?:\/\{(\w+)\})?/g,
    (_, folder: string, _first: string, second?: string) => {
      const id =
        isOdd && random.chance(0.5)
          ? safePart(oddText(random))
          : safePart(idFor(around, KINDS[folder] ?? 'any'));
      return `${folder}/${id}${second ? `/${safePart(idFor(around, 'job'))}` : ''}`;
    },
  );
}

function queryOf(around: Surroundings, { parameters }: Operation, isOdd: boolean): string {
  const { random } = around;
  const parts = parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(0.25))
    .map(({ name, schema }) => {
      const value = isOdd && random.chance(0.6) ? oddText(random) : String(valueFor(schema, name, around));
      return `${encodeURIComponent(name)}=${safePart(value)}`;
    });
  if (isOdd && random.chance(0.3)) parts.push(`${safePart(oddText(random))}=1`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** Encoded for a path; lone halves of characters cannot be. */
function safePart(text: string): string {
  return encodeURIComponent(text.toWellFormed()) || '%20';
}
