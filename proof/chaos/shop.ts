import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, fieldsOf, jsonRequest, type Request } from '../kit/call.ts';
import type { Random } from '../kit/random.ts';
import { comesTrue } from '../kit/until.ts';
import { type Driver, describe } from './driver.ts';
import { Model, type ModelCharge, type ModelProduct } from './model.ts';
import { reais } from './money.ts';

/** The owner and two partners who get shares. */
const ACCOUNTS = 3;
const EVENTS = [
  ...[
    'charge.pending',
    'charge.paid',
    'charge.refunded',
    'charge.cancelled',
    'charge.refused',
    'charge.oversold',
  ],
  ...['payment.received', 'payment.refunded', 'payment.failed', 'payment.expired'],
  ...[
    'withdrawal.approved',
    'withdrawal.completed',
    'withdrawal.rejected',
    'dispute.opened',
    'dispute.closed',
  ],
];
const KEPT_ANSWERS = 400;
const SETTLED_WITHIN_MS = 60_000;

export type ShopAccount = { id: string; headers: Record<string, string>; path: string; apiKey: string };

/** A charge asked for without a key: whether it exists is known only when it was answered. */
export type Loose = Pick<ModelCharge, 'reference' | 'method' | 'value' | 'installments'> & {
  exists: 'maybe' | 'no';
};

type KeptAnswer = { request: Request; status: number; digest: string };

/** A write: what is asked, what must be answered, and what is then true. */
export type Write = {
  method: 'POST' | 'PUT';
  path: string;
  body?: object;
  /** Null: it must be done; otherwise the code it must be refused with. */
  verdict: string | null;
  /** What is wrong with the answer of a write that was done; 'later': it does not know the outcome yet. */
  check(body: Record<string, unknown>): string | null;
  /** Where the outcome shows when the answer does not know it. */
  later?: { path: string; isDone(body: Record<string, unknown>): boolean };
  apply(body: Record<string, unknown>): void;
};

/** One seller with its partners, who does one thing after the other and knows exactly what must come of it. */
export class Shop {
  readonly name: string;
  readonly driver: Driver;
  readonly random: Random;
  readonly model = new Model(ACCOUNTS);
  readonly accounts: ShopAccount[] = [];
  readonly loose: Loose[] = [];
  readonly products: ModelProduct[] = [];
  readonly #kept: KeptAnswer[] = [];
  #keys = 0;

  constructor(name: string, driver: Driver, random: Random) {
    this.name = name;
    this.driver = driver;
    this.random = random;
  }

  get owner(): ShopAccount {
    const [owner] = this.accounts;
    if (!owner) throw new Error('the shop was not opened');
    return owner;
  }

  async open(receiverUrl: string): Promise<void> {
    for (let number = 0; number < ACCOUNTS; number += 1) {
      const account = await openAccount(this.driver, this.random, `${this.name}-${number}`);
      this.accounts.push(account);
      const hook = jsonRequest('POST', '/api/v1/webhooks', account.headers, {
        url: receiverUrl + account.path,
        events: EVENTS,
      });
      const made = await this.driver.ask(hook, this.random);
      if (made?.status !== 201) throw new Error(`no webhook could be registered: ${made?.text}`);
    }
  }

  nextKey(what: string): string {
    this.#keys += 1;
    return `${this.name} ${what} ${this.#keys}`;
  }

  /** Asks until it is answered, compares with the model, and then makes the model do it. */
  async write(write: Write): Promise<void> {
    const { driver, random } = this;
    const key = this.nextKey(write.path.split('/').at(-1) ?? '');
    const request = jsonRequest(
      write.method,
      write.path,
      { ...this.owner.headers, 'idempotency-key': key },
      write.body,
    );
    driver.counts.tried += 1;
    const answers = await Promise.all(
      Array.from({ length: random.chance(0.1) ? 2 : 1 }, () => driver.ask(request, random)),
    );
    const [answer, twin] = answers;
    if (!answer || twin === null) return;
    if (twin && twin.text !== answer.text)
      driver.findings.add('wrong', `${describe(request)} twice at once: ${answer.text} and ${twin.text}`);
    if (write.method === 'POST') this.#keep(request, answer);
    await this.#judge(request, write, answer);
  }

  async #judge(request: Request, write: Write, answer: Answer): Promise<void> {
    const { findings, counts } = this.driver;
    const body = fieldsOf(answer.json);
    const isDone = answer.status < 300;
    const said = isDone ? null : String(body.code);
    if (said !== write.verdict) {
      const wanted = write.verdict ?? 'done';
      findings.add('wrong', `${describe(request)}: must be ${wanted}: ${answer.status} ${answer.text}`);
    }
    if (!isDone) {
      counts.refused += 1;
      return;
    }
    counts.acked += 1;
    if (said !== write.verdict) return;
    const wrong = write.check(body);
    if (wrong === 'later' && write.later) await this.#awaitOutcome(request, write.later);
    else if (wrong) findings.add('wrong', `${describe(request)}: ${wrong}: ${answer.text}`);
    write.apply(body);
  }

  async #awaitOutcome(request: Request, later: NonNullable<Write['later']>): Promise<void> {
    this.driver.counts.provisional += 1;
    const isDone = async () => {
      const shown = await this.driver.read(later.path, this.owner.headers, this.random);
      return shown?.status === 200 && later.isDone(fieldsOf(shown.json));
    };
    if (!(await comesTrue(isDone, SETTLED_WITHIN_MS, 200)))
      this.driver.findings.add('lost', `${describe(request)}: acknowledged, and its outcome never came`);
  }

  #keep(request: Request, { status, text }: Answer): void {
    const kept = { request, status, digest: digestOf(text) };
    if (this.#kept.length < KEPT_ANSWERS) this.#kept.push(kept);
    else this.#kept[this.random.whole(0, KEPT_ANSWERS - 1)] = kept;
  }

  /** An earlier request again: byte for byte the same answer, whatever has happened since. */
  async replay(): Promise<void> {
    if (this.#kept.length > 0) await this.#replay(this.random.pick(this.#kept));
  }

  /** Every answer that was kept, once more. */
  async replayAll(): Promise<void> {
    for (const kept of this.#kept) await this.#replay(kept);
  }

  async #replay({ request, status, digest }: KeptAnswer): Promise<void> {
    const answer = await this.driver.ask(request, this.random);
    if (!answer) return;
    this.driver.counts.replayed += 1;
    const isSame = answer.status === status && digestOf(answer.text) === digest;
    // A body that fails validation is not remembered: the corrected one may use the same key.
    const isRemembered = fieldsOf(answer.json).code !== 'INVALID_SPLIT';
    if (!isSame || (isRemembered && answer.headers['idempotent-replayed'] !== 'true'))
      this.driver.findings.add(
        'wrong',
        `${describe(request)} again: another answer: ${answer.status} ${answer.text}`,
      );
  }

  /** The key of something done, with another body: refused, and nothing is done. */
  async reuseKey(): Promise<void> {
    const done = this.#kept.filter(({ request, status }) => status < 300 && fieldToChange(request) !== null);
    if (done.length === 0) return;
    const { request } = this.random.pick(done);
    const other = {
      ...fieldsOf(JSON.parse(request.body ?? '{}')),
      [fieldToChange(request) ?? '']: 'another',
    };
    const answer = await this.driver.ask({ ...request, body: JSON.stringify(other) }, this.random);
    if (answer && fieldsOf(answer.json).code !== 'IDEMPOTENCY_KEY_REUSED')
      this.driver.findings.add(
        'wrong',
        `${describe(request)} with another body: ${answer.status} ${answer.text}`,
      );
  }

  async readBalances(): Promise<void> {
    for (const [at, account] of this.accounts.entries()) {
      const answer = await this.driver.read('/api/v1/balance', account.headers, this.random);
      const { available = 0n, reserved = 0n } = this.model.accounts[at] ?? {};
      const wanted = {
        available: reais(available),
        reserved: reais(reserved),
        total: reais(available + reserved),
      };
      const wrong = answer && difference(fieldsOf(answer.json), wanted);
      if (wrong) this.driver.findings.add('wrong', `balance of ${account.path}: ${wrong}: ${answer.text}`);
    }
  }

  async readCharge(charge: ModelCharge): Promise<void> {
    const answer = await this.driver.read(`/api/v1/charges/${charge.id}`, this.owner.headers, this.random);
    if (!answer) return;
    const wrong =
      answer.status === 200 ? difference(fieldsOf(answer.json), shownCharge(charge)) : 'not found';
    const kind = answer.status === 404 ? 'lost' : 'wrong';
    if (wrong) this.driver.findings.add(kind, `charge ${charge.id}: ${wrong}: ${answer.text}`);
  }

  rest(): Promise<void> {
    return pause(this.random.whole(5, 40));
  }
}

/** Signs up and makes a key. Neither takes an idempotency key, so this is done while nothing fails. */
export async function openAccount(driver: Driver, random: Random, name: string): Promise<ShopAccount> {
  const signUp = jsonRequest(
    'POST',
    '/api/v1/auth/register',
    {},
    {
      name: `Loja ${name}`,
      email: `${name}@example.com`,
      password: `Girafa-${random.letters(14)}`,
      document: '52998224725',
    },
  );
  const signedUp = fieldsOf((await driver.ask(signUp, random))?.json);
  const bearer = { authorization: `Bearer ${signedUp.token}` };
  const made = await driver.ask(jsonRequest('POST', '/api/v1/keys', bearer, { name: 'till' }), random);
  const apiKey = String(fieldsOf(made?.json).api_key);
  if (made?.status !== 201) throw new Error(`no account could be opened: ${made?.status} ${made?.text}`);
  return {
    id: String(fieldsOf(signedUp.account).id),
    headers: { 'x-api-key': apiKey },
    path: `/${name}`,
    apiKey,
  };
}

/** What the model says of a charge, as the API shows it. */
export function shownCharge(charge: ModelCharge): Record<string, unknown> {
  const { status, method, value, fee, reserve, refunded, reference } = charge;
  const wasPaid = status === 'RECEIVED' || status === 'REFUNDED';
  return {
    id: charge.id,
    object: 'charge',
    billing_type: method,
    status,
    value: reais(value),
    platform_fee: reais(fee),
    net_value: reais(value - fee - (wasPaid ? reserve : 0n)),
    reserve_amount: wasPaid ? reais(reserve) : undefined,
    refunded_amount: reais(refunded),
    external_reference: reference,
  };
}

/** The first field that is not as it must be. */
export function difference(shown: Record<string, unknown>, wanted: Record<string, unknown>): string | null {
  for (const [name, value] of Object.entries(wanted)) {
    if (JSON.stringify(shown[name]) !== JSON.stringify(value))
      return `${name} must be ${JSON.stringify(value)} and is ${JSON.stringify(shown[name])}`;
  }
  return null;
}

/** A text that the operation knows and that was not sent; null: it knows none. */
function fieldToChange({ path }: Request): string | null {
  if (path === '/api/v1/charges') return 'description';
  return path.endsWith('/refund') ? 'reason' : null;
}

function digestOf(text: string): string {
  return createHash('sha1').update(text).digest('base64');
}
