import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { cents } from '../../server/src/kit/money.ts';
import { payAtSandboxBank, sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { FakeBank } from '../support/payout-bank.ts';
import { untilFinal } from '../support/until.ts';

const KEY = 'ana@example.com';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
let gateway: TestGateway;
let seller: Seller;
let bank: FakeBank;

beforeAll(async () => {
  gateway = await startGateway({
    rails: (rails, db) => ({ ...rails, boleto: [sandboxBoletoBank(db, { registersAfterMs: 0 })] }),
  });
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  bank = new FakeBank();
  Object.assign(gateway.deps.rails, { payout: [bank.provider()] });
  seller = await gateway.seller();
});

async function paidBoleto(set: object = {}): Promise<string> {
  const { body } = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'BOLETO', value: 150 },
    customer: { name: 'Ana', cpf_cnpj: '52998224725', email: 'ana@cliente.example' },
    ...set,
  });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  return body.id;
}
async function refunded(set: object = {}): Promise<{ charge: string; url: string }> {
  await paidBoleto();
  const charge = await paidBoleto(set);
  const { body } = await seller.call('POST', `/api/v1/charges/${charge}/refund`);
  return { charge, url: body.payer_url };
}
const say = async (url: string) => {
  const path = new URL(url).pathname;
  await gateway.call('POST', path, `pix_key=${encodeURIComponent(KEY)}`, FORM);
  await gateway.runDue();
};
async function mailsOf(charge: string) {
  await gateway.runDue();
  await untilFinal(gateway);
  await gateway.runDue();
  const { body } = await seller.call('GET', `/api/v1/mails?charge_id=${charge}&limit=50`);
  const mails = (body.data as { id: string; kind: string; subject: string }[]).filter(
    ({ kind }) => kind.startsWith('payer_refund') || kind === 'payment_refunded',
  );
  return mails.reverse();
}
const subjectsOf = async (charge: string) =>
  (await mailsOf(charge)).map(({ kind, subject }) => `${kind}: ${subject.replaceAll('\u00a0', ' ')}`);

/** As the provider of boletos says a second payment of one. */
async function paidTwice(): Promise<{ charge: string; url: string }> {
  const charge = await paidBoleto();
  await payAtSandboxBank(gateway.db, charge, {
    ...{ paymentReference: `twice ${charge}`, by: 'boleto', amountCents: cents(15_000n) },
    paidAt: gateway.clock.now(),
  });
  await gateway.db.query(
    `insert into jobs (account_id, id, kind, payload, run_at, created_at)
     values ($1, gen_random_uuid(), 'boleto.look', $2, now(), now())`,
    [seller.id, JSON.stringify({ charge_id: charge })],
  );
  await gateway.runDue();
  const [returned] = (await seller.call('GET', `/api/v1/charges/${charge}`)).body.returned_payments;
  return { charge, url: returned.payer_url };
}

describe('the payer of a boleto that is given back', () => {
  it('gets the page by mail, and a mail when the money was sent, each once', async () => {
    const { charge, url } = await refunded();
    const [asked] = await mailsOf(charge);
    const { body } = await seller.call('GET', `/api/v1/sandbox/mails/${asked?.id}`);
    expect(body.link).toBe(`${gateway.deps.publicUrl}${new URL(url).pathname}`);
    expect(body.to).toBe('ana@cliente.example');
    expect(body.text).toContain('Informe a chave até');
    await say(url);
    expect(await subjectsOf(charge)).toEqual([
      expect.stringMatching(/^payer_refund: Receba R\$ 150,00 de .+ por Pix$/),
      expect.stringMatching(/^payment_refunded: Reembolso de R\$ 150,00/),
    ]);
    const [, sent] = await mailsOf(charge);
    const { body: receipt } = await seller.call('GET', `/api/v1/sandbox/mails/${sent?.id}`);
    expect(receipt.text).toContain('para a chave que você informou');
  });

  it('is asked again when the bank refused the key', async () => {
    const { charge, url } = await refunded({ metadata: { language: 'en' } });
    bank.faultOf = (operation) => (operation === 'payout' ? 'refused' : 'none');
    await say(url);
    await say(url);
    expect(await subjectsOf(charge)).toEqual([
      expect.stringMatching(/^payer_refund: Receive R\$ 150\.00 from/),
      expect.stringMatching(/^payer_refund: The bank did not take the key/),
      expect.stringMatching(/^payer_refund: The bank did not take the key/),
    ]);
  });

  it('is reminded once before the page ends, and told when it has ended', async () => {
    const { charge } = await refunded();
    await gateway.advance(82 * DAY_MS);
    expect(await subjectsOf(charge)).toHaveLength(1);
    await gateway.advance(2 * DAY_MS);
    await gateway.db.query(
      `insert into jobs (account_id, id, kind, payload, run_at, created_at)
       select account_id, gen_random_uuid(), 'payer_refund.remind', json_build_object('id', id), now(), now()
       from payer_refunds where charge_id = $1`,
      [charge],
    );
    await gateway.advance(DAY_MS);
    expect((await subjectsOf(charge)).slice(1)).toEqual([
      expect.stringMatching(/Último aviso: receba R\$ 150,00/),
    ]);
    await gateway.advance(6 * DAY_MS);
    expect((await subjectsOf(charge)).slice(2)).toEqual([
      expect.stringMatching(/^payer_refund_ended: O prazo para receber/),
    ]);
    expect(await gateway.audit()).toEqual([]);
  });

  it('who paid twice gets the page and its outcome too, without an end', async () => {
    const { charge, url } = await paidTwice();
    await gateway.db.query(
      `insert into jobs (account_id, id, kind, payload, run_at, created_at)
       select account_id, id, 'stray.return', '{}', now(), now() from stray_receipts where charge_id = $1
       on conflict do nothing`,
      [charge],
    );
    await say(url);
    const mails = await mailsOf(charge);
    expect(mails.map(({ kind }) => kind)).toEqual(['payer_refund', 'payer_refund_ended']);
    const { body } = await seller.call('GET', `/api/v1/sandbox/mails/${mails[0]?.id}`);
    expect(body.text).not.toContain('Informe a chave até');
    expect(await gateway.audit()).toEqual([]);
  });

  it('gets none where the seller switched them off, nor without an address', async () => {
    const quiet = await refunded({ customer: { name: 'Ana', cpf_cnpj: '52998224725' } });
    expect(await subjectsOf(quiet.charge)).toEqual([]);
    await seller.call('PATCH', '/api/v1/account/notifications', { refund_to_payer: false });
    const off = await refunded();
    await say(off.url);
    expect(await subjectsOf(off.charge)).toEqual([]);
  });
});

describe('a refund that comes back from the payer’s bank', () => {
  it('is an alert for operators, once for each amount', async () => {
    const operator = await gateway.operator();
    const { charge, url } = await refunded();
    await say(url);
    const [reference] = [...bank.held.keys()];
    bank.giveBack(reference ?? '', cents(15_000n));
    await gateway.advance(2 * DAY_MS);
    await gateway.advance(5 * DAY_MS);
    const { body } = await operator.call('GET', '/api/v1/admin/alerts?state=open');
    expect(body.data).toMatchObject([
      { kind: 'payer_refund_returned', charge_id: charge, amount: 150, detail: 'closed account' },
    ]);
    const { status } = (await seller.call('GET', `/api/v1/charges/${charge}`)).body;
    expect(status).toBe('REFUNDED');
  });
});
