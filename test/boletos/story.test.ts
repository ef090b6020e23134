import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareBoletos } from '../../server/src/charges/boletos/comparison.ts';
import { MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { cents } from '../../server/src/kit/money.ts';
import { callbackUrl } from '../../server/src/providers/callback-address.ts';
import { boletoBankNamed, SANDBOX_BANK } from '../../server/src/providers/rails.ts';
import {
  payAtSandboxBank,
  REFUSED_DOCUMENT,
  sandboxBoletoBank,
} from '../../server/src/providers/sandbox/boleto-bank.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';

/** As long as no test says that the bank is ready. */
const NEVER_MS = 3_600_000;
const ADDRESS = {
  ...{ postal_code: '01310-100', street: 'Avenida Paulista', number: '1000', district: 'Bela Vista' },
  ...{ city: 'São Paulo', state: 'SP' },
};
const payer = (document = '52998224725', set: object = {}) => ({
  ...{ name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: document, address: ADDRESS },
  ...set,
});

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway({
    rails: (rails, db) => ({
      ...rails,
      boleto: [sandboxBoletoBank(db, { registersAfterMs: NEVER_MS, needsAddress: true })],
    }),
  });
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

async function create(set: object = {}, headers: Record<string, string> = {}) {
  const body = { billing_type: 'BOLETO', value: 150, customer: payer(), ...set };
  return seller.call('POST', '/api/v1/charges', body, headers);
}

const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;

async function bankIsReady(id: string): Promise<void> {
  await gateway.db.query('update sandbox_boletos set registers_at = now() where reference = $1', [id]);
  await gateway.advance(10 * SECOND_MS);
}

const payAtBank = (id: string, amount: bigint, paymentReference: string) =>
  payAtSandboxBank(gateway.db, id, {
    ...{ paymentReference, by: 'boleto', amountCents: cents(amount), paidAt: gateway.clock.now() },
  });

async function notify(id: string) {
  const { pathname } = new URL(
    callbackUrl(gateway.deps.vault, gateway.deps.publicUrl, 'boletos', SANDBOX_BANK),
  );
  return gateway.call('POST', pathname, { boletos: [{ reference: id }] });
}

const eventsOf = async (id: string) => {
  const rows = await gateway.db.query<{ type: string }>(
    'select type from events where charge_id = $1 order by sequence',
    [id],
  );
  return rows.map(({ type }) => type);
};

describe('a boleto at a bank', () => {
  it('is registered after the answer, becomes payable with an event, and is paid once', async () => {
    const made = await create();
    expect(made.status).toBe(201);
    const { id } = made.body;
    expect(made.body).toMatchObject({
      status: 'PENDING',
      boleto: { status: 'registering', barcode: null, digitable_line: null, url: expect.any(String) },
      pix: { provider: 'sandbox' },
    });
    await gateway.advance(10 * SECOND_MS);
    expect((await read(id)).boleto).toMatchObject({ status: 'registering', barcode: null });
    await bankIsReady(id);
    const { boleto } = await read(id);
    expect(boleto).toMatchObject({ status: 'registered', barcode: expect.stringMatching(/^\d{44}$/) });
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.boleto_registered']);
    expect(await payAtBank(id, 15_000n, 'R1')).toBe(true);
    for (let times = 0; times < 3; times += 1) expect((await notify(id)).status).toBe(200);
    await gateway.advance(SECOND_MS);
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', billing_type: 'BOLETO', paid_value: 150 });
    expect(await eventsOf(id)).toEqual(['charge.pending', 'charge.boleto_registered', 'charge.paid']);
    const [paid] = await gateway.db.query<object>(
      `select provider, amount_cents as "amountCents", bank_fee_cents as "feeCents" from boleto_payments where charge_id = $1`,
      [id],
    );
    expect(paid).toEqual({ provider: SANDBOX_BANK, amountCents: 15_000n, feeCents: 199n });
    expect(await gateway.audit()).toEqual([]);
  });

  it('is asked for once by two requests with one key, and both get the same answer', async () => {
    const headers = { 'idempotency-key': 'boleto-1' };
    const first = await create({}, headers);
    expect(await create({}, headers)).toMatchObject({ status: 201, raw: first.raw });
  });

  it('that is refused ends its charge, which says why', async () => {
    const made = await create({ customer: payer(REFUSED_DOCUMENT) });
    await bankIsReady(made.body.id);
    const ended = await read(made.body.id);
    expect(ended).toMatchObject({
      ...{ status: 'CANCELLED', cancel_cause: 'ended_by_bank' },
      boleto: { status: 'refused', reason: expect.stringContaining('recusado') },
    });
    const page = await gateway.call('GET', new URL(ended.checkout_url).pathname);
    expect(page.raw).toContain('O banco não aceitou o boleto');
    expect(await eventsOf(made.body.id)).toEqual(['charge.pending', 'charge.cancelled']);
  });

  it.each([
    ['customer.address', { customer: payer('52998224725', { address: null }) }],
    [
      'customer.address.postal_code',
      { customer: payer('52998224725', { address: { ...ADDRESS, postal_code: '1' } }) },
    ],
    ['customer.cpf_cnpj', { customer: payer('12345678900') }],
  ])('is not made without a valid %s', async (field, set) => {
    const refused = await create(set);
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(refused.body.details ?? {})).toEqual([field]);
  });

  it('is cancelled at the bank with its charge, also when the bank registers it afterwards', async () => {
    const { id } = (await create()).body;
    expect((await seller.call('POST', `/api/v1/charges/${id}/cancel`)).status).toBe(200);
    await gateway.runDue();
    await bankIsReady(id);
    await gateway.advance(3 * MINUTE_MS);
    expect(await payAtBank(id, 15_000n, 'R2')).toBe(false);
    expect(await read(id)).toMatchObject({ status: 'CANCELLED', cancel_cause: 'cancelled' });
  });

  it('whose charge is paid by PIX is cancelled at the bank', async () => {
    const { id, pix } = (await create()).body;
    await bankIsReady(id);
    const { receivePayment } = await import('../../server/src/charges/payments/receive.ts');
    await receivePayment(gateway.deps, {
      ...{ provider: 'sandbox', paymentReference: `E-${id}`, chargeReference: pix.txid, method: 'PIX' },
      ...{ amountCents: cents(15_000n), paidAt: gateway.clock.now() },
    });
    await gateway.runDue();
    expect(await payAtBank(id, 15_000n, 'R3')).toBe(false);
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', billing_type: 'PIX' });
  });

  it('whose notice was lost is found by the comparison', async () => {
    const { id } = (await create()).body;
    await bankIsReady(id);
    expect(await payAtBank(id, 15_000n, 'R4')).toBe(true);
    const bank = boletoBankNamed(gateway.deps.rails, SANDBOX_BANK);
    for (let round = 0; bank && round < 12; round += 1) {
      await compareBoletos(gateway.deps, bank);
      gateway.clock.setOffset(gateway.clock.offsetMs + 6 * MINUTE_MS);
    }
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', paid_value: 150 });
    expect(await gateway.audit()).toEqual([]);
  });

  it('is paid by the sandbox as at the bank', async () => {
    const { id } = (await create()).body;
    const early = await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    expect(early).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    await bankIsReady(id);
    const paid = await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    expect(paid).toMatchObject({ status: 200, body: { status: 'RECEIVED', billing_type: 'BOLETO' } });
  });

  it('does not take a notice at an address that is guessed', async () => {
    const answer = await gateway.call('POST', `/boletos/callbacks/${SANDBOX_BANK}/${'0'.repeat(32)}`, {});
    expect(answer.status).toBe(404);
  });
});
