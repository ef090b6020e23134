import pg from 'pg';
import { fieldsOf, jsonRequest, type Request } from '../kit/call.ts';
import type { Random } from '../kit/random.ts';
import type { Driver } from './driver.ts';
import { Needles } from './needles.ts';
import type { ShopAccount } from './shop.ts';

const CARD_BEGINNINGS = ['411111', '453211', '542523', '552233', '636297', '376411'];
const HELD_ROWS = 2_000;
const PASSWORD_SHARE = 5;

/** Things that must never be found again in what the gateway keeps or prints. */
export class PlantedSecrets {
  readonly needles = new Needles();
  planted = 0;
  readonly #driver: Driver;
  readonly #random: Random;

  constructor(driver: Driver, random: Random) {
    this.#driver = driver;
    this.#random = random;
  }

  /** One card number and CVV at each door, and now and then a password, a key, a token and a webhook's secret. */
  async plant(account: ShopAccount, number: number): Promise<void> {
    const card = cardNumber(this.#random);
    const cvv = this.#random.digits(3);
    this.needles.addCard(card, cvv);
    this.planted += 2;
    const door = DOORS[number % DOORS.length];
    if (door) await this.#send(door(account.headers, card, cvv, this.#random));
    await this.#payOnPage(account, card, cvv, number);
    if (number % PASSWORD_SHARE === 0) await this.#plantAccess(number);
  }

  /** Sent once each: what matters is that it was sent, whatever is answered while faults happen. */
  async #send(request: Request): Promise<unknown> {
    const answer = await this.#driver.once(this.#random.pick(this.#driver.ports()), request);
    return answer?.json;
  }

  async #payOnPage({ headers }: ShopAccount, card: string, cvv: string, number: number): Promise<void> {
    const body = { billing_type: 'CREDIT_CARD', value: 50, external_reference: `planted ${number}` };
    const made = fieldsOf(await this.#send(jsonRequest('POST', '/api/v1/charges', headers, body)));
    if (typeof made.payment_url !== 'string') return;
    const { pathname } = new URL(made.payment_url);
    const port = this.#random.pick(this.#driver.ports());
    const page = await this.#driver.once(port, { method: 'GET', path: pathname });
    const attempt = /name="form_id" value="([^"]*)"/.exec(page?.text ?? '')?.[1] ?? '';
    // A number typed into the wrong field is as secret as in its own.
    const isMistyped = number % 4 === 3;
    const form = new URLSearchParams({
      method: 'CREDIT_CARD',
      form_id: attempt,
      number: isMistyped ? '' : spelled(card, number),
      holder: isMistyped ? spelled(card, number) : 'ANA SOUZA',
      holder_document: '52998224725',
      expiry: '12/40',
      cvv,
    });
    const send: Request = {
      method: 'POST',
      path: pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    };
    const answer = await this.#driver.once(port, send);
    if (answer && this.needles.findIn(Buffer.from(answer.text)).length > 0)
      this.#driver.findings.add('leaked', `the card page shows the number again: ${answer.status}`);
  }

  async #plantAccess(number: number): Promise<void> {
    const password = `Jabuti-${this.#random.letters(16)}`;
    const wrong = `Errada-${this.#random.letters(16)}`;
    this.needles.add(`password ${number}`, password);
    this.needles.add(`wrong password ${number}`, wrong);
    const email = `planted-${number}-${this.#random.letters(8).toLowerCase()}@example.com`;
    const account = { name: 'Plantada', email, password, document: '52998224725' };
    const signedUp = fieldsOf(await this.#send(jsonRequest('POST', '/api/v1/auth/register', {}, account)));
    await this.#send(jsonRequest('POST', '/api/v1/auth/login', {}, { email, password: wrong }));
    this.planted += 2;
    if (typeof signedUp.token !== 'string') return;
    this.needles.add(`token ${number}`, signedUp.token);
    const bearer = { authorization: `Bearer ${signedUp.token}` };
    const key = fieldsOf(await this.#send(jsonRequest('POST', '/api/v1/keys', bearer, { name: 'planted' })));
    const secret = `segredo-${this.#random.letters(20)}`;
    this.needles.add(`webhook secret ${number}`, secret);
    const hook = { url: 'http://127.0.0.1:9/planted', events: ['charge.paid'], secret };
    await this.#send(jsonRequest('POST', '/api/v1/webhooks', bearer, hook));
    this.planted += 2;
    if (typeof key.api_key !== 'string') return;
    this.needles.add(`key ${number}`, key.api_key);
    await this.#send(jsonRequest('GET', '/api/v1/balance', { 'x-api-key': key.api_key }));
    await this.#send(jsonRequest('GET', '/api/v1/balance', { 'x-api-key': `${key.api_key}x` }));
    this.planted += 1;
  }

  /** Looks through everything that was kept and printed. */
  async search(where: {
    outputs: readonly Buffer[];
    databaseUrl: string;
    metrics: readonly string[];
  }): Promise<void> {
    const found = new Map<string, string>();
    const look = (place: string, bytes: Buffer) => {
      for (const name of this.needles.findIn(bytes)) found.set(name, place);
    };
    for (const output of where.outputs) look('a log', output);
    for (const text of where.metrics) look('the metrics', Buffer.from(text));
    await eachRow(where.databaseUrl, (table, rows) => look(`the table ${table}`, Buffer.from(rows)));
    for (const [name, place] of found) this.#driver.findings.add('leaked', `${name} is in ${place}`);
  }
}

/** Every row of every table as text, some thousand at a time. */
async function eachRow(url: string, see: (table: string, rows: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    for (const { name } of tables) {
      await client.query(`declare every_row no scroll cursor for select t::text as row from ${name} t`);
      for (;;) {
        const { rows } = await client.query<{ row: string }>(`fetch ${HELD_ROWS} from every_row`);
        if (rows.length === 0) break;
        see(name, rows.map(({ row }) => row).join('\n'));
      }
      await client.query('close every_row');
    }
    await client.query('commit');
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Door = (headers: Record<string, string>, card: string, cvv: string, random: Random) => Request;

const charge = { billing_type: 'PIX', value: 10 };
const post = (path: string, body: (text: string) => object): Door => {
  return (headers, card, cvv, random) =>
    jsonRequest('POST', path, headers, body(`cartao ${spelled(card, random.whole(0, 5))} cvv ${cvv}`));
};

/** Where people put a card number that do not know better. All of them refuse it. */
const DOORS: readonly Door[] = [
  post('/api/v1/charges', (text) => ({ ...charge, description: text })),
  post('/api/v1/charges', (text) => ({ ...charge, external_reference: text })),
  post('/api/v1/charges', (text) => ({ ...charge, metadata: { note: text } })),
  post('/api/v1/charges', (text) => ({ ...charge, customer: { name: text } })),
  post('/api/v1/customers', (text) => ({ name: text })),
  post('/api/v1/products', (text) => ({ name: 'Livro', price: 10, description: text })),
  post('/api/v1/payment-links', (text) => ({ name: text, value: 10, billing_types: ['PIX'] })),
  post('/api/v1/withdrawals', (text) => ({ amount: 1, pix_key: text })),
  (headers, card) => jsonRequest('POST', '/api/v1/charges', { ...headers, 'idempotency-key': card }, charge),
  (headers, card) => jsonRequest('GET', `/api/v1/charges?external_reference=${card}`, headers),
  (headers, card) => jsonRequest('GET', `/api/v1/charges/${card}`, headers),
  (headers, card) => jsonRequest('GET', '/api/v1/balance', { ...headers, 'user-agent': `shop ${card}` }),
  (headers, card, cvv) => ({
    method: 'POST',
    path: '/api/v1/charges',
    headers: { ...headers, 'content-type': 'application/json' },
    body: `{"billing_type":"PIX","value":10,"card":{"number":"${card}","cvv":"${cvv}"`,
  }),
  (headers, card, cvv) =>
    jsonRequest('POST', '/api/v1/charges', headers, { ...charge, card: { number: card, cvv } }),
];

function cardNumber(random: Random): string {
  const beginning = random.pick(CARD_BEGINNINGS);
  const length = beginning.startsWith('37') ? 15 : 16;
  const body = beginning + random.digits(length - beginning.length - 1);
  const sum = [...body].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

function spelled(card: string, way: number): string {
  const groups = (separator: string) => card.replace(/(\d{4})(?=\d)/g, `$1${separator}`);
  return [card, groups(' '), groups('-'), groups('.')][way % 4] ?? card;
}
