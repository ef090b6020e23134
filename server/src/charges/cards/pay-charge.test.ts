import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { visitorOf } from '../../../../test/support/pages.ts';
import type { CardProvider, CardRequest, ChallengeStep, FoundCard } from '../../providers/card.ts';

const TOKEN = { token: 'tok_visa_1111', brand: 'visa', last_four: '1111', holder: 'ANA SOUZA' };
const NUMBER = {
  ...{ number: '4111 1111 1111 1111', holder: 'ANA SOUZA' },
  ...{ exp_month: 12, exp_year: 2040, cvv: '123' },
};

/** An acquirer that takes tokens only, and says what it was asked. */
function tokensOnly(provider: CardProvider): CardProvider {
  return {
    ...provider,
    takes: ['token'],
    async authorise(request) {
      asked.push(request);
      return step ? { outcome: 'challenge', step } : provider.authorise(request);
    },
    async findCard() {
      return found;
    },
  };
}

const asked: CardRequest[] = [];
let step: ChallengeStep | null = null;
let found: FoundCard = { outcome: 'not_found' };

let sandbox: TestGateway;
let acquired: TestGateway;
let shop: Seller;
let seller: Seller;
beforeAll(async () => {
  sandbox = await startGateway();
  acquired = await startGateway({
    rails: (rails) => ({ ...rails, card: rails.card.map(tokensOnly) }),
  });
  shop = await sandbox.seller();
  seller = await acquired.seller();
});
afterEach(() => {
  step = null;
  found = { outcome: 'not_found' };
});
afterAll(async () => {
  for (const gateway of [sandbox, acquired]) {
    expect(await gateway.audit()).toEqual([]);
    await gateway.stop();
  }
});

const CHARGE = { billing_type: 'CREDIT_CARD', value: 100 };
async function made({ call }: Seller, set: object = {}) {
  const { status, body, raw } = await call('POST', '/api/v1/charges', { ...CHARGE, ...set });
  expect(status, raw).toBe(201);
  return body;
}
const pay = ({ call }: Seller, id: string, body: object, headers = {}) =>
  call('POST', `/api/v1/charges/${id}/pay`, body, headers);

describe('paying a charge by card over the API', () => {
  it.each([
    ['a token', TOKEN],
    ['the number of a card, in the sandbox', NUMBER],
  ])('takes %s', async (_name, card) => {
    const { id } = await made(shop);
    const { status, body, raw } = await pay(shop, id, { card, installments: 3 });
    expect(status, raw).toBe(200);
    expect(body).toMatchObject({
      ...{ status: 'RECEIVED', installments: 3, card: { brand: 'visa', last_four: '1111' } },
      card_payment: { status: 'approved', installments: 3, card: { brand: 'visa', last_four: '1111' } },
    });
    expect(body.card_payment).not.toHaveProperty('refusal');
  });

  it('a refusal is an answer that says why, and another card may follow', async () => {
    const { id } = await made(shop);
    const { status, body } = await pay(shop, id, { card: { ...TOKEN, token: 'tok_visa_6285' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'REFUSED',
      card_payment: {
        status: 'refused',
        refusal: { reason: 'insufficient_funds', code: '51', retry: 'later' },
      },
    });
    const again = await pay(shop, id, { card: { ...TOKEN, token: 'tok_visa_1111' } });
    expect(again.body.status).toBe('RECEIVED');
  });

  it('without an answer it is processing, and no second card is charged', async () => {
    const { id } = await made(shop);
    const silent = await pay(shop, id, { card: { ...TOKEN, token: 'tok_mastercard_5100' } });
    expect(silent.body).toMatchObject({ status: 'PENDING', card_payment: { status: 'processing' } });
    expect((await pay(shop, id, { card: TOKEN })).body.code).toBe('CHARGE_NOT_PAYABLE');
  });

  it('only holds the money of a charge that is captured later', async () => {
    const { id } = await made(shop, { capture: false });
    const { body } = await pay(shop, id, { card: TOKEN });
    expect(body).toMatchObject({
      ...{ status: 'PENDING', authorization: { status: 'authorized' } },
      card_payment: { status: 'authorized' },
    });
  });

  it('the same request again has the same answer, and pays once', async () => {
    const { id } = await made(shop);
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all([1, 2, 3].map(() => pay(shop, id, { card: TOKEN }, key)));
    expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1);
    const attempts = await sandbox.db.query('select id from card_attempts where charge_id = $1', [id]);
    expect(attempts).toHaveLength(1);
  });

  it('a charge can be made and paid in one request, once', async () => {
    const key = { 'idempotency-key': 'made and paid' };
    const body = { ...CHARGE, installments: 2, card: TOKEN };
    const first = await shop.call('POST', '/api/v1/charges', body, key);
    expect(first.status, first.raw).toBe(201);
    expect(first.body).toMatchObject({ status: 'RECEIVED', card_payment: { status: 'approved' } });
    const again = await shop.call('POST', '/api/v1/charges', body, key);
    expect(again.raw).toBe(first.raw);
  });
});

describe('a request that can not be right', () => {
  it.each([
    ['card', {}],
    ['card.brand', { card: { ...TOKEN, brand: undefined } }],
    ['card.last_four', { card: { ...TOKEN, last_four: undefined } }],
    ['card.number', { card: { ...TOKEN, ...NUMBER } }],
    ['card.number', { card: { ...NUMBER, number: '4111111111111112' } }],
    ['card.exp_month', { card: { ...NUMBER, exp_year: 2020 } }],
    ['card.cvv', { card: { ...NUMBER, cvv: '12' } }],
    ['card.cvv', { card: { ...NUMBER, cvv: undefined } }],
    ['authentication', { authentication: { version: '2.2.0', eci: '05' } }],
    ['initiated_by', { card: TOKEN, initiated_by: 'merchant' }],
    ['payer_ip', { card: TOKEN, payer_ip: 'not an address' }],
    ['consent.text', { card: TOKEN, save_card: true, consent: { text: '   ' } }],
  ])('names %s and tries nothing', async (field, body) => {
    const { id } = await made(shop);
    const { status, body: answer } = await pay(shop, id, JSON.parse(JSON.stringify(body)));
    expect([status, Object.keys(answer.details)]).toEqual([400, [field]]);
    expect(await sandbox.db.query('select id from card_attempts where charge_id = $1', [id])).toEqual([]);
  });

  it('a charge of another method is not made with a card', async () => {
    const { status, body } = await shop.call('POST', '/api/v1/charges', {
      ...{ billing_type: 'PIX', value: 10, card: TOKEN },
    });
    expect([status, Object.keys(body.details)]).toEqual([400, ['card']]);
  });

  it.each([
    ['card.number', NUMBER],
    ['card.number', { ...NUMBER, number: '4111111111111112' }],
    ['card.cvv', { ...TOKEN, cvv: '123' }],
  ])('where the acquirer takes tokens only, %s is refused with what to send instead', async (field, card) => {
    const { id } = await made(seller);
    const { status, body } = await pay(seller, id, { card });
    expect(status).toBe(400);
    expect(body.details[field]).toMatch(/card number is never taken here: send/);
    expect(asked).toEqual([]);
  });
});

describe('an acquirer', () => {
  it('is told what 3DS said, who the payer is, and where the payer comes back to', async () => {
    const customer = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725' };
    const { id, checkout_url: page } = await made(seller, { customer });
    const { body } = await pay(seller, id, {
      ...{ card: TOKEN, payer_ip: '203.0.113.7', device_session: 'session' },
      authentication: { version: '2.2.0', eci: '05', cavv: 'AAAB', acquirer_reference: 'mpi-1' },
    });
    expect(body.card_payment.status).toBe('approved');
    expect(asked.at(-1)).toMatchObject({
      source: { kind: 'token', token: 'tok_visa_1111', brand: 'visa', lastFour: '1111' },
      authentication: {
        ...{ version: '2.2.0', eci: '05', cavv: 'AAAB', xid: null },
        ...{ directoryServerId: null, acquirerReference: 'mpi-1' },
      },
      payer: { name: 'Ana Souza', document: '52998224725', ip: '203.0.113.7', deviceSession: 'session' },
      returnUrl: `${page}/challenge/return`,
    });
  });

  const STEPS: [string, ChallengeStep, RegExp][] = [
    [
      'an address',
      { kind: 'redirect', url: 'https://bank.example/3ds?id=1' },
      /href="https:\/\/bank\.example\/3ds\?id=1"/,
    ],
    [
      'a form',
      { kind: 'form', url: 'https://acs.example/creq', fields: { creq: 'eyJ0', threeDSSessionData: 's' } },
      /action="https:\/\/acs\.example\/creq"[\s\S]*name="creq" value="eyJ0"/,
    ],
  ];
  it.each(STEPS)(
    'leads the payer to the bank by %s, and back to what it says then',
    async (_name, asks, door) => {
      step = asks;
      const { id } = await made(seller);
      const { body } = await pay(seller, id, { card: TOKEN });
      expect(body).toMatchObject({ status: 'PENDING', card_payment: { status: 'challenge' } });
      const path = new URL(body.card_payment.challenge_url).pathname;
      const visitor = visitorOf(acquired);
      const shown = await visitor.get(path);
      expect(shown.html).toMatch(door);
      const policy = String(shown.headers['content-security-policy']);
      const forms = asks.kind === 'form' ? "form-action 'self' https://acs.example;" : "form-action 'self';";
      expect(policy).toContain(forms);
      // The payer comes back before the acquirer knows.
      found = { outcome: 'challenge', step: asks };
      expect((await visitor.get(`${path}/return`)).location).toBe(path);
      found = { outcome: 'approved', providerReference: `paid-${id}` };
      const back = await visitor.post(`${path}/return`, { cres: 'anything' });
      expect(back.location).toMatch(/^\/receipt\//);
      const { body: after } = await seller.call('GET', `/api/v1/charges/${id}`);
      expect(after.status).toBe('RECEIVED');
    },
  );

  it('is asked about a payer who confirmed and never came back', async () => {
    step = { kind: 'redirect', url: 'https://bank.example/3ds' };
    const { id } = await made(seller);
    await pay(seller, id, { card: TOKEN });
    found = { outcome: 'approved', providerReference: `paid-${id}` };
    await acquired.advance(20 * 60_000);
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body.status).toBe('RECEIVED');
  });

  it('that still waits for the bank after its time has charged nothing', async () => {
    step = { kind: 'redirect', url: 'https://bank.example/3ds' };
    const { id } = await made(seller);
    await pay(seller, id, { card: TOKEN });
    found = { outcome: 'challenge', step };
    await acquired.advance(20 * 60_000);
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body.status).toBe('REFUSED');
  });
});
