import { type Answer, Caller, fieldsOf, jsonRequest, type Request } from '../kit/call.ts';
import { OPERATOR } from '../kit/processes.ts';
import type { Random } from '../kit/random.ts';
import { Known } from './known.ts';

const SELLERS = 3;
/** After ten minutes an operator is asked for the password again. */
const OPERATOR_FOR_MS = 8 * 60_000;
const TIMEOUT_MS = 30_000;
/** A move of the clock does all that fell due before it answers: after many requests that is a lot. */
const CLOCK_TIMEOUT_MS = 300_000;

export type FuzzSeller = { id: string; email: string; password: string; token: string; apiKey: string };

/** Who asks: sellers with all they have, an operator, and credentials that are no good. */
export class World {
  readonly known = new Known();
  readonly caller = new Caller();
  readonly sellers: FuzzSeller[] = [];
  readonly #port: number;
  readonly #random: Random;
  /** Only for us: signs in, audits and mends what the fuzz breaks. */
  #chief = '';
  /** The operator in whose name requests are made up. */
  operator = { token: '', email: '', password: '' };
  /** An account that no request is made by: limits are tried on it, as a limit of 0 takes the headers away. */
  limited = '';
  #provedMs = 0;
  #made = 0;

  constructor(port: number, random: Random) {
    this.#port = port;
    this.#random = random;
  }

  send(request: Request): Promise<Answer | null> {
    const isClock = request.path.startsWith('/api/v1/sandbox/clock');
    return this.caller.call(this.#port, request, isClock ? CLOCK_TIMEOUT_MS : TIMEOUT_MS);
  }

  get passwords(): string[] {
    return this.sellers.map(({ password }) => password);
  }

  async open(): Promise<void> {
    await this.#signInChief();
    for (let number = 0; number < SELLERS; number += 1) {
      const seller = await this.#newSeller();
      this.sellers.push(seller);
      this.known.learn(this.#random, 'account', { object: 'account', id: seller.id });
    }
    this.limited = (await this.#newSeller()).id;
    await this.#newOperator();
    for (const seller of this.sellers) await this.#stock(seller);
  }

  /** Replaces sellers who can no longer sign in, and takes blocks away again. */
  async mend(): Promise<void> {
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    // The clock may have been moved, which ends every session.
    await this.send(
      jsonRequest('DELETE', '/api/v1/sandbox/clock', { 'x-api-key': this.sellers[0]?.apiKey ?? '' }),
    );
    if ((await this.send(jsonRequest('GET', '/api/v1/account', bearer(this.#chief))))?.status !== 200)
      await this.#signInChief();
    for (const [at, seller] of this.sellers.entries()) {
      const admin = `/api/v1/admin/accounts/${seller.id}`;
      const byKey = await this.send(jsonRequest('GET', '/api/v1/account', { 'x-api-key': seller.apiKey }));
      const byToken = await this.send(jsonRequest('GET', '/api/v1/account', bearer(seller.token)));
      if (fieldsOf(byKey?.json).account_status === 'blocked')
        await this.send(jsonRequest('POST', `${admin}/approve`, bearer(this.#chief), {}));
      if (byKey?.status === 200 && byToken?.status === 200) continue;
      const renewed = await this.#newSeller();
      this.sellers[at] = renewed;
      await this.#stock(renewed);
    }
    const own = await this.send(
      jsonRequest('GET', '/api/v1/admin/accounts?limit=1', bearer(this.operator.token)),
    );
    const isOld = performance.now() - this.#provedMs > OPERATOR_FOR_MS;
    if (isOld) await this.#signInChief();
    if (own?.status !== 200 || isOld) await this.#newOperator();
  }

  /** What the ledger audit answers, asked by an operator whom no request could touch. */
  async audit(): Promise<Answer | null> {
    await this.#signInChief();
    return this.send(
      jsonRequest('GET', '/api/v1/admin/ledger/audit', { authorization: `Bearer ${this.#chief}` }),
    );
  }

  async #signInChief(): Promise<void> {
    const answer = await this.send(jsonRequest('POST', '/api/v1/auth/login', {}, OPERATOR));
    const { token, account } = fieldsOf(answer?.json);
    if (typeof token !== 'string')
      throw new Error(`the operator cannot sign in: ${answer?.status} ${answer?.text}`);
    this.#chief = token;
    this.known.hide(String(fieldsOf(account).id));
    this.known.hide(OPERATOR.email);
    const bearer = { authorization: `Bearer ${token}` };
    const all = await this.send(jsonRequest('GET', '/api/v1/admin/operators', bearer));
    const rows = fieldsOf(all?.json).data;
    for (const row of Array.isArray(rows) ? rows : [])
      if (fieldsOf(row).email === OPERATOR.email) this.known.hide(String(fieldsOf(row).id));
  }

  async #newSeller(): Promise<FuzzSeller> {
    this.#made += 1;
    const email = `fuzz-${this.#made}-${this.#random.letters(6).toLowerCase()}@example.com`;
    const password = `Tamandua-${this.#random.letters(12)}`;
    const signUp = { name: 'Loja', email, password, document: '52998224725' };
    const answer = await this.send(jsonRequest('POST', '/api/v1/auth/register', {}, signUp));
    const { token, account } = fieldsOf(answer?.json);
    const bearer = { authorization: `Bearer ${token}` };
    const key = await this.send(jsonRequest('POST', '/api/v1/keys', bearer, { name: 'fuzz' }));
    const apiKey = fieldsOf(key?.json).api_key;
    if (typeof apiKey !== 'string')
      throw new Error(`no seller could be made: ${answer?.status} ${answer?.text} ${key?.text}`);
    const id = String(fieldsOf(account).id);
    return { id, email, password, token: String(token), apiKey };
  }

  async #newOperator(): Promise<void> {
    this.#made += 1;
    const chief = { authorization: `Bearer ${this.#chief}` };
    const email = `operator-${this.#made}-${this.#random.letters(6).toLowerCase()}@example.com`;
    const [first, password] = [`Ariranha-${this.#random.letters(12)}`, `Lontra-${this.#random.letters(12)}`];
    await this.send(
      jsonRequest('POST', '/api/v1/admin/operators', chief, { name: 'Fuzz', email, password: first }),
    );
    const signIn = async (own: string) =>
      String(
        fieldsOf(
          (await this.send(jsonRequest('POST', '/api/v1/auth/login', {}, { email, password: own })))?.json,
        ).token,
      );
    const bearer = { authorization: `Bearer ${await signIn(first)}` };
    await this.send(
      jsonRequest('POST', '/api/v1/auth/password', bearer, {
        current_password: first,
        new_password: password,
      }),
    );
    this.operator = { token: await signIn(password), email, password };
    this.#provedMs = performance.now();
  }

  /** Something of everything, so that requests find objects in every state from the beginning. */
  async #stock({ apiKey }: FuzzSeller): Promise<void> {
    const headers = { 'x-api-key': apiKey };
    const make = async (path: string, body: object = {}) => {
      const answer = await this.send(jsonRequest('POST', `/api/v1${path}`, headers, body));
      this.known.learn(this.#random, path.split('/')[1]?.replace(/s$/, '') ?? '', answer?.json);
      return String(fieldsOf(answer?.json).id);
    };
    for (const billing of ['PIX', 'CREDIT_CARD', 'UNDEFINED']) {
      await make('/charges', { billing_type: billing, value: 100, external_reference: 'order 1' });
      const paid = await make('/charges', { billing_type: billing, value: 1_000 });
      await make(`/sandbox/charges/${paid}/pay`);
      await make(`/charges/${paid}/refund`, { amount: 1 });
      await make(`/sandbox/charges/${paid}/${billing === 'CREDIT_CARD' ? 'chargeback' : 'med'}`, {
        amount: 2,
      });
    }
    await make('/withdrawals', { amount: 1, pix_key: 'loja@example.com' });
    await make('/products', { name: 'Livro', price: 10, stock: 100 });
    await make('/customers', { name: 'Ana', email: 'ana@example.com', cpf_cnpj: '52998224725' });
    await make('/payment-links', { name: 'Link', value: 10, billing_types: ['PIX'] });
    await make('/webhooks', { url: 'http://127.0.0.1:9/hook', events: ['charge.paid'] });
  }
}
