import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { createdCharge, payOnPage, type Visitor, visitorOf } from '../../../../test/support/pages.ts';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
afterEach(async () => expect(await gateway.audit()).toEqual([]));
afterAll(() => gateway.stop());

const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const byPayer = { value: 100, installment_interest: 'payer' };

describe('a charge whose payer pays for installments', () => {
  it('shows each total, charges it, and brings the seller what one payment would', async () => {
    const charge = await createdCharge(seller, { billing_type: 'CREDIT_CARD', ...byPayer });
    expect(charge).toMatchObject({ installment_interest: 'payer', platform_fee: 8.49, net_value: 91.51 });
    const { html } = await visitor.get(charge.path);
    expect(html).toContain('<option value="1" selected>À vista, R$ 100,00</option>');
    expect(html).toContain('<option value="12">12x de R$ 10,57 com juros</option>');
    expect(html).toContain('>Total de R$ 126,90 (R$ 26,90 de juros, a primeira de R$ 10,63)</span>');
    expect(html).toContain('<span class="sum" data-of="12">R$ 126,90</span>');
    const { location } = await payOnPage(visitor, charge.path, { installments: '12' });
    const paid = await read(charge.id);
    expect(paid).toMatchObject({
      ...{ status: 'RECEIVED', value: 100, paid_value: 126.9, interest_amount: 26.9, installments: 12 },
      ...{ platform_fee: 35.39, reserve_amount: 4.58, net_value: 86.93, refundable_amount: 126.9 },
    });
    const receipt = (await visitor.get(location)).html;
    for (const text of [
      'Valor da compra',
      'Juros do parcelamento',
      'R$ 26,90',
      '12x de R$ 10,57 com juros',
    ]) {
      expect(receipt).toContain(text);
    }
    const refund = await seller.call('POST', `/api/v1/charges/${charge.id}/refund`, { amount: 126.91 });
    expect(refund.body.code).toBe('REFUND_EXCEEDS_VALUE');
  });

  it('costs nothing more in one payment, or by Pix', async () => {
    const once = await createdCharge(seller, { billing_type: 'CREDIT_CARD', ...byPayer });
    await payOnPage(visitor, once.path);
    const paid = await read(once.id);
    expect(paid).toMatchObject({ status: 'RECEIVED', paid_value: 100, net_value: 86.93 });
    expect(paid).not.toHaveProperty('interest_amount');
    const open = await createdCharge(seller, { billing_type: 'UNDEFINED', ...byPayer });
    await seller.call('POST', `/api/v1/sandbox/charges/${open.id}/pay`);
    expect(await read(open.id)).toMatchObject({ status: 'RECEIVED', billing_type: 'PIX', paid_value: 100 });
  });

  it('is settled by the sandbox with the number of installments the seller fixed', async () => {
    const charge = await createdCharge(seller, { billing_type: 'CREDIT_CARD', installments: 3, ...byPayer });
    expect((await visitor.get(charge.path)).html).toContain('Pagar R$ 105,60');
    const answer = await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, { times: 2 });
    expect(answer.status).toBe(200);
    const paid = await read(charge.id);
    expect(paid).toMatchObject({ status: 'RECEIVED', paid_value: 105.6, net_value: 86.93 });
    expect(paid).not.toHaveProperty('returned_payments');
  });

  it('is quoted as it will be', async () => {
    const { body } = await seller.call('POST', '/api/v1/quotes', {
      ...{ billing_type: 'CREDIT_CARD', installments: 12 },
      ...byPayer,
    });
    expect(body).toMatchObject({
      ...{ value: 100, payer_total: 126.9, platform_fee: 8.49, net_value: 91.51 },
      when_paid: { platform_fee: 35.39, reserve_amount: 4.58, net_value: 86.93 },
    });
    expect(body.installment_options[2]).toMatchObject({
      ...{ installments: 3, total: 105.6, first_amount: 35.2, other_amount: 35.2, net_value: 86.93 },
    });
  });

  it('must be one that can be paid by card', async () => {
    const { status, body } = await seller.call('POST', '/api/v1/charges', {
      billing_type: 'PIX',
      ...byPayer,
    });
    expect(status).toBe(400);
    expect(body.details).toHaveProperty(['installment_interest']);
  });
});

it('a payment link passes it on to its charges', async () => {
  const { body } = await seller.call('POST', '/api/v1/payment-links', { name: 'Curso', ...byPayer });
  expect(body).toMatchObject({ installment_interest: 'payer' });
  const { pathname } = new URL(body.url);
  expect((await visitor.get(pathname)).html).toContain('Em até 12x<');
  await payOnPage(visitor, pathname, { installments: '6' });
  const { body: list } = await seller.call('GET', `/api/v1/charges?payment_link_id=${body.id}`);
  expect(list.data).toMatchObject([{ status: 'RECEIVED', value: 100, paid_value: 111.87 }]);
});
