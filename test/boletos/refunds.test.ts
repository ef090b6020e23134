import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { cents } from '../../server/src/kit/money.ts';
import type { PayoutAtBank, PayoutProvider, PayoutRequest } from '../../server/src/providers/payout.ts';
import { payAtSandboxBank, sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { FakeBank, type Fault } from '../support/payout-bank.ts';

const PAYER = '52998224725';
const KEY = 'ana@example.com';
const WRONG_OWNER = 'outra@example.com';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let asked: PayoutRequest[] = [];
let isSilent = false;
beforeEach(() => {
  asked = [];
  isSilent = false;
});

/** Pays keys of the right owner; loses answers when told so. */
const paid: PayoutAtBank = {
  ...{ state: 'succeeded', reason: null, bankReference: null, endToEndId: null, returns: [] },
};
const payout: PayoutProvider = {
  name: 'payer of keys',
  verifiesOwner: true,
  async payout(request) {
    if (!asked.some(({ reference }) => reference === request.reference)) asked.push(request);
    if (isSilent) return { ok: false, kind: 'unavailable', reason: 'no answer' };
    if (request.pixKey !== WRONG_OWNER) return { ok: true, payout: paid };
    return { ok: true, payout: { ...paid, state: 'failed', reason: 'the key is of another owner' } };
  },
  remote: null,
};

/** Without `payouts`: as the sandbox pays. */
async function open(payouts?: readonly PayoutProvider[]) {
  const gateway = await startGateway({
    rails: (rails, db) => ({
      ...rails,
      boleto: [sandboxBoletoBank(db, { registersAfterMs: 0 })],
      ...(payouts && { payout: payouts }),
    }),
  });
  return { gateway, seller: await gateway.seller() };
}

let gateway: TestGateway;
let seller: Seller;

async function paidCharge(): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'BOLETO', value: 150, customer: { name: 'Ana', cpf_cnpj: PAYER } },
  });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  return body.id;
}
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const pathOf = (url: string) => new URL(url).pathname;
const page = async (url: string) => (await gateway.call('GET', pathOf(url))).raw;
const say = (url: string, key: string) =>
  gateway.call('POST', pathOf(url), `pix_key=${encodeURIComponent(key)}`, FORM);

/** Enough of an earlier sale to give a later one back with its fee. */
async function refunded(): Promise<{ charge: string; refund: { id: string; payer_url: string } }> {
  await paidCharge();
  const charge = await paidCharge();
  const answer = await seller.call('POST', `/api/v1/charges/${charge}/refund`);
  expect(answer).toMatchObject({ status: 200, body: { status: 'pending', amount: 150 } });
  return { charge, refund: answer.body };
}

describe('a boleto that is given back', () => {
  beforeAll(async () => {
    ({ gateway, seller } = await open([payout]));
  });
  afterAll(() => gateway.stop());

  it('goes to the key that the payer says, which the bank checks by the payer’s document', async () => {
    const { charge, refund } = await refunded();
    expect(refund.payer_url).toMatch(/\/refund\/[\w-]{43}\.[0-9a-f]{40}$/);
    expect(await page(refund.payer_url)).toContain('Sua chave Pix');
    expect((await say(refund.payer_url, 'nonsense')).status).toBe(400);
    expect((await say(refund.payer_url, KEY)).status).toBe(303);
    isSilent = true;
    await gateway.runDue();
    expect(await read(charge)).toMatchObject({ status: 'RECEIVED', refunding_amount: 150 });
    expect(await page(refund.payer_url)).toContain('Enviando o Pix');
    isSilent = false;
    await gateway.advance(10 * SECOND_MS);
    expect(await read(charge)).toMatchObject({ status: 'REFUNDED', refunded_amount: 150 });
    expect(asked).toEqual([
      {
        ...{ reference: expect.any(String), amountCents: 15_000n, pixKey: KEY, ownerDocument: PAYER },
        description: null,
      },
    ]);
    expect(await page(refund.payer_url)).toContain('Dinheiro devolvido');
    expect(await gateway.audit()).toEqual([]);
  });

  it('is asked for again when the key is of another owner', async () => {
    const { charge, refund } = await refunded();
    await say(refund.payer_url, WRONG_OWNER);
    await gateway.runDue();
    expect(await page(refund.payer_url)).toContain('O banco não aceitou essa chave');
    await say(refund.payer_url, KEY);
    await gateway.runDue();
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(2);
    expect(await read(charge)).toMatchObject({ status: 'REFUNDED' });
  });

  it('does not take a second key while the first is on its way', async () => {
    const { refund } = await refunded();
    await Promise.all([say(refund.payer_url, KEY), say(refund.payer_url, 'other@example.com')]);
    await gateway.runDue();
    expect(asked).toHaveLength(1);
  });

  it('is not shown at an address that is guessed or changed', async () => {
    const { refund } = await refunded();
    const path = pathOf(refund.payer_url);
    const changed = path.slice(0, -1) + (path.endsWith('0') ? '1' : '0');
    for (const each of [changed, '/refund/x', '/refund/x.y']) {
      expect((await gateway.call('GET', each)).status).toBe(404);
    }
  });

  it('that was paid a second time goes back the same way, and the seller is shown the page', async () => {
    const charge = await paidCharge();
    await payAtSandboxBank(gateway.db, charge, {
      ...{
        paymentReference: 'twice',
        by: 'boleto',
        amountCents: cents(15_000n),
        paidAt: gateway.clock.now(),
      },
    });
    await gateway.db.query(
      `insert into jobs (account_id, id, kind, payload, run_at, created_at)
       values ($1, gen_random_uuid(), 'boleto.look', $2, now(), now())`,
      [seller.id, JSON.stringify({ charge_id: charge })],
    );
    await gateway.runDue();
    const [returned] = (await read(charge)).returned_payments;
    expect(returned).toMatchObject({ amount: 150, reason: 'paid_twice', status: 'returning' });
    await say(returned.payer_url, KEY);
    await gateway.runDue();
    expect((await read(charge)).returned_payments).toMatchObject([{ status: 'returned' }]);
    expect(await gateway.audit()).toEqual([]);
  });

  it('without a key for ninety days goes back to the seller', async () => {
    const { charge, refund } = await refunded();
    await gateway.advance(91 * DAY_MS);
    const after = await read(charge);
    expect(after).toMatchObject({ status: 'RECEIVED', refunded_amount: 0 });
    expect(after.refunds).toMatchObject([
      { status: 'failed', failure: expect.stringContaining('no PIX key') },
    ]);
    expect(await page(refund.payer_url)).toContain('O prazo terminou');
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('without a payout provider', () => {
  beforeAll(async () => {
    ({ gateway, seller } = await open([]));
  });
  afterAll(() => gateway.stop());

  it('an operator pays by hand and records it', async () => {
    const { charge, refund } = await refunded();
    await say(refund.payer_url, KEY);
    await gateway.runDue();
    const operator = await gateway.operator();
    const [open] = (await operator.call('GET', '/api/v1/admin/payer-refunds')).body.data;
    expect(open).toMatchObject({ id: refund.id, status: 'sending', pix_key: KEY, payer_document: PAYER });
    const proof = { reference: 'E00000000202601011200abcdefghijk' };
    const path = `/api/v1/admin/payer-refunds/${refund.id}/paid`;
    for (let times = 0; times < 2; times += 1) {
      expect(await operator.call('POST', path, proof)).toMatchObject({
        status: 200,
        body: { status: 'done' },
      });
    }
    expect(await read(charge)).toMatchObject({ status: 'REFUNDED' });
    expect((await operator.call('GET', '/api/v1/admin/payer-refunds')).body.data).toEqual([]);
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('a key that an operator refuses', () => {
  beforeAll(async () => {
    ({ gateway, seller } = await open([]));
  });
  afterAll(() => gateway.stop());

  it('is asked for again, and of refusing and paying at once only one happens', async () => {
    const { charge, refund } = await refunded();
    const operator = await gateway.operator();
    const path = `/api/v1/admin/payer-refunds/${refund.id}`;
    const refuse = () => operator.call('POST', `${path}/refuse`, { reason: 'A conta é de outra pessoa' });
    const pay = () => operator.call('POST', `${path}/paid`, { reference: 'E1' });
    expect((await refuse()).body.code).toBe('INVALID_STATE');
    await say(refund.payer_url, KEY);
    expect((await refuse()).body).toMatchObject({
      ...{ status: 'waiting', failure: 'A conta é de outra pessoa' },
    });
    expect((await pay()).body.code).toBe('INVALID_STATE');
    const html = await page(refund.payer_url);
    expect(html).toContain('O banco não aceitou essa chave');
    expect(html).not.toContain('outra pessoa');
    await say(refund.payer_url, 'outra@example.com');
    const both = await Promise.all([refuse(), pay(), refuse(), pay()]);
    const paid = (await read(charge)).status === 'REFUNDED';
    expect(both.map(({ status }) => status).sort()).toEqual(
      paid ? [200, 200, 400, 400] : [200, 400, 400, 400],
    );
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('a bank whose first answer was lost, and that refuses the key afterwards', () => {
  const bank = new FakeBank();
  let faults: Fault[] = [];
  beforeAll(async () => {
    bank.faultOf = (operation) => (operation === 'payout' ? (faults.shift() ?? 'none') : 'none');
    ({ gateway, seller } = await open([bank.provider()]));
  });
  afterAll(() => gateway.stop());

  it('may still take the first call: the payer is not asked for another key', async () => {
    faults = ['lost_call', 'refused'];
    const { charge, refund } = await refunded();
    await say(refund.payer_url, KEY);
    await gateway.runDue();
    await gateway.advance(5 * SECOND_MS);
    expect(faults).toEqual([]);
    expect(await page(refund.payer_url)).toContain('Enviando o Pix');
    await gateway.advance(MINUTE_MS);
    expect(await read(charge)).toMatchObject({ status: 'REFUNDED' });
    expect(bank.held.size).toBe(1);
  });

  it('has refused it for good once no call can be under way', async () => {
    faults = ['lost_call', ...Array<Fault>(9).fill('refused')];
    const { refund } = await refunded();
    await say(refund.payer_url, KEY);
    for (let round = 0; round < 10; round += 1) await gateway.advance(10 * MINUTE_MS);
    expect(await page(refund.payer_url)).toContain('O banco não aceitou essa chave');
  });
});

describe('in the sandbox', () => {
  beforeAll(async () => {
    ({ gateway, seller } = await open());
  });
  afterAll(() => gateway.stop());

  it('a test key goes as at a bank that refuses it, and any other key is paid', async () => {
    const { charge, refund } = await refunded();
    const first = await page(refund.payer_url);
    expect(first).toContain('Devolução de ');
    expect(first).not.toContain('Pagamento para');
    expect(first).not.toContain('Pagamento seguro');
    await say(refund.payer_url, 'refused@bank.test');
    await gateway.runDue();
    expect(await page(refund.payer_url)).toContain('O banco não aceitou essa chave');
    await say(refund.payer_url, KEY);
    await gateway.runDue();
    expect(await read(charge)).toMatchObject({ status: 'REFUNDED' });
    expect(await gateway.audit()).toEqual([]);
  });
});
