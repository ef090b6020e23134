import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { ADDRESS, ADDRESS_LINE } from '../../../../test/support/literals.ts';
import { createdCharge, type Visitor, visitorOf } from '../../../../test/support/pages.ts';
import { until } from '../../../../test/support/until.ts';
import { formatDigitableLine } from '../../brazil/boleto-code.ts';
import { parseBrCode } from '../../brazil/br-code.ts';
import { civilDateOf, daysBetween, effectiveDueDate } from '../../brazil/calendar.ts';
import { receivePayment } from '../../charges/payments/receive.ts';
import { DAY_MS } from '../../kit/clock.ts';
import type { Cents } from '../../kit/money.ts';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Escola São José');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

const boleto = (more: object = {}) =>
  createdCharge(seller, {
    billing_type: 'BOLETO',
    value: 350,
    description: 'Mensalidade',
    customer: { name: 'Ana Souza', cpf_cnpj: '52998224725' },
    ...more,
  });
const documentOf = (path: string) => path.replace('/pay/', '/boleto/');

describe('the payment page of a boleto', () => {
  it('shows the line, the barcode, the due date, the hybrid PIX and where the document is', async () => {
    const charge = await boleto({ due_date: '2030-03-07' });
    const { html } = await visitor.get(charge.path);
    expect(html).toContain(`>${formatDigitableLine(charge.boleto.digitable_line)}</textarea>`);
    expect(html).toContain('src="data:image/svg+xml;base64,');
    expect(html).toContain('Vence em 7 de março de 2030');
    expect(html).toContain(charge.pix.copy_paste);
    expect(html).toContain(`href="${documentOf(charge.path)}"`);
    expect(html).toContain(`href="${documentOf(charge.path)}.pdf"`);
  });
});

describe('a boleto with a discount', () => {
  it('says on its payment page what it is worth and what it costs today', async () => {
    const charge = await boleto({ due_date: '2030-03-07', discount: { amount: 15, until: '2030-03-01' } });
    const { html } = await visitor.get(charge.path);
    expect(html).toContain('Vence em 7 de março de 2030');
    expect(html).toContain('Valor do documento</dt><dd>R$ 350,00<');
    expect(html).toContain('Valor para pagamento hoje</dt><dd>R$ 335,00<');
    expect(html).toContain('5406335.00');
    expect(html).toContain(
      'Este código é de R$ 335,00, o valor de hoje, e vale até 2 de março de 2030 às 00:00.',
    );
  });
});

describe('an overdue boleto', () => {
  it('keeps its PIX code, with the amount of today, on page and document', async () => {
    const charge = await boleto({ fine: { percent: 2 }, interest: { percent: 1 } });
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/overdue`);
    const { html } = await visitor.get(charge.path);
    expect(html).toContain('Valor para pagamento hoje</dt><dd>R$ 357,');
    expect(html).toContain('5406357.');
    expect(html).not.toContain(charge.pix.copy_paste);
    expect(html).toMatch(/data-countdown="[^"]+T03:00:00\.000Z"/);
    expect((await visitor.get(documentOf(charge.path))).html).toMatch(/Código de R\$ 357,\d\d: só até/);
  });

  it('is paid by the code of the day; a code of another day is returned whole', async () => {
    const due = civilDateOf(gateway.clock.now());
    const charge = await boleto({ due_date: due, fine: { percent: 2 }, interest: { percent: 30 } });
    await gateway.advance((daysBetween(due, effectiveDueDate(due)) + 1) * DAY_MS);
    const shown = async () => (await seller.call('GET', `/api/v1/charges/${charge.id}`)).body;
    const amountOfCode = async () => {
      const { pix } = await shown();
      const code = parseBrCode(pix.copy_paste);
      if (!code.ok || code.amountCents === null) throw new Error('the code has an amount');
      expect(code.txid).toBe(charge.pix.txid);
      expect(Date.parse(pix.expires_at)).toBeGreaterThan(gateway.clock.now().getTime());
      return code.amountCents;
    };
    const pay = (paymentReference: string, amountCents: Cents) =>
      receivePayment(gateway.deps, {
        ...{ provider: 'sandbox', method: 'PIX', paidAt: gateway.clock.now() },
        ...{ chargeReference: charge.pix.txid, paymentReference, amountCents },
      });
    const yesterday = await amountOfCode();
    expect(yesterday).toBeGreaterThan(35_700n);
    await gateway.advance(DAY_MS);
    const today = await amountOfCode();
    expect(today - yesterday).toBe(350n);
    await pay('E3', yesterday);
    expect(await shown()).toMatchObject({
      returned_payments: [{ amount: Number(yesterday) / 100, reason: 'wrong_amount' }],
    });
    const receipts = await Promise.all(['E4', 'E5', 'E4'].map((each) => pay(each, today)));
    expect(receipts.map((receipt) => receipt?.outcome).sort()).toEqual(['duplicate', 'returned', 'settled']);
    const paid = await shown();
    expect(paid).toMatchObject({ status: 'RECEIVED', paid_value: Number(today) / 100 });
    expect(paid.returned_payments).toHaveLength(2);
    await gateway.runDue();
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('the boleto itself', () => {
  it('shows who pays whom, how much, until when, and on what terms', async () => {
    const charge = await boleto({
      due_date: '2030-03-07',
      fine: { percent: 2 },
      interest: { percent: 1 },
      discount: { amount: 15, until: '2030-03-01' },
    });
    const { status, html } = await visitor.get(documentOf(charge.path));
    expect(status).toBe(200);
    const texts = [
      '<bdi>Escola São José</bdi> <span class="unbroken">(529.982.247-25)',
      '<bdi>Ana Souza</bdi> <span class="unbroken">(529.982.247-25)',
      '7 de março de 2030',
      charge.boleto.our_number,
      'R$ 350,00',
      'Valor para pagamento hoje',
      'R$ 335,00',
      'multa de 2% (R$ 7,00)',
      'juros de 1% ao mês (R$ 3,50 a cada 30 dias)',
      'Não receber após 6 de abril de 2030.',
      '341-7',
      '1234/56789-7',
      `109/${charge.boleto.our_number}-`,
      'Desconto de R$ 15,00 para pagamento até 1 de março de 2030',
      formatDigitableLine(charge.boleto.digitable_line),
    ];
    for (const text of texts) expect(html).toContain(text);
  });

  it('says where seller and payer live, also where one address holds hostile text', async () => {
    const sent = { ...ADDRESS, street: '<script>alert(1)</script>', complement: null };
    const { status, body } = await seller.call('PATCH', '/api/v1/account', { address: sent });
    expect({ status, address: body.address }).toEqual({ status: 200, address: sent });
    const payer = { name: 'Ana Souza', cpf_cnpj: '52998224725', address: ADDRESS };
    const charge = await boleto({ customer: payer });
    const { html } = await visitor.get(documentOf(charge.path));
    expect(html).toContain(ADDRESS_LINE);
    expect(html).toContain(
      '&lt;script&gt;alert(1)&lt;/script&gt;, 1578 — Bela Vista — São Paulo/SP — 01310-100',
    );
    expect(html).not.toContain('<script>alert');
    const known = await boleto({ customer: undefined, customer_id: charge.customer_id });
    expect(known.customer.address).toEqual(ADDRESS);
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
    const receipt = async () => (await visitor.get(charge.path.replace('/pay/', '/receipt/'))).html;
    await until('the receipt shows the address', async () => (await receipt()).includes('1578 — Bela Vista'));
    expect(await receipt()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;, 1578');
    expect(await receipt()).not.toContain(ADDRESS_LINE);
    await seller.call('PATCH', '/api/v1/account', { address: null });
  });

  it('is not shown once it is paid, cancelled, or where there is none', async () => {
    const paid = await boleto();
    await seller.call('POST', `/api/v1/sandbox/charges/${paid.id}/pay`);
    const cancelled = await boleto();
    await seller.call('POST', `/api/v1/charges/${cancelled.id}/cancel`);
    const pix = await createdCharge(seller, { billing_type: 'PIX', value: 10 });
    for (const { path } of [paid, cancelled, pix]) {
      for (const suffix of ['', '.pdf']) {
        expect(await visitor.get(documentOf(path) + suffix)).toMatchObject({ status: 303, location: path });
      }
    }
  });
});
