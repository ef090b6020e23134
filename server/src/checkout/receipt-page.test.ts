import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { createdCharge, unescaped, type Visitor, visitorOf } from '../../../test/support/pages.ts';

const PAYER = { name: 'Ana Souza', cpf_cnpj: '52998224725' };

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Padaria São Jorge');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

async function paid(body: object) {
  const charge = await createdCharge(seller, { value: 100, ...body });
  const answer = await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, {});
  expect(answer.status).toBe(200);
  return { ...charge, receipt: charge.path.replace('/pay/', '/receipt/') as string };
}

/** What stands beside a label, as a reader sees it. */
function factsIn(html: string): Record<string, string> {
  const pairs = html.matchAll(/<dt>([^<]*)<\/dt><dd[^>]*>(.*?)<\/dd>/gs);
  return Object.fromEntries(
    [...pairs].map(([, label = '', value = '']) => [label, unescaped(value.replace(/<[^>]+>/g, ''))]),
  );
}

describe('a receipt', () => {
  it('says who paid what to whom, when and how, and by which PIX transaction', async () => {
    const { id, receipt } = await paid({ billing_type: 'PIX', description: 'Pão', customer: PAYER });
    const { html } = await visitor.get(receipt);
    const [row] = await gateway.db.query<{ reference: string }>(
      'select payment_reference as reference from charges where id = $1',
      [id],
    );
    expect(row?.reference).toMatch(/^E\d{20}\w{11}$/);
    expect(html).toMatch(/<p class="amount">R\$ 100,00</);
    expect(factsIn(html)).toEqual({
      Vendedor: 'Padaria São Jorge · CPF 529.982.247-25',
      'Quem pagou': 'Ana Souza (***.982.247-**)',
      Descrição: 'Pão',
      Data: expect.stringMatching(/^\d+ de \S+ de \d{4} às \d\d:\d\d \(horário de Brasília\)$/),
      'Forma de pagamento': 'Pix',
      'ID da transação Pix': row?.reference,
      Autenticação: id,
    });
  });

  it('names the card by brand and last four digits, with its installments', async () => {
    const { receipt } = await paid({ billing_type: 'CREDIT_CARD', installments: 3 });
    const facts = factsIn((await visitor.get(receipt)).html);
    expect(facts['Forma de pagamento']).toBe(
      'Cartão de crédito · Visa final 1111 · 3x de R$ 33,33 sem juros (a primeira de R$ 33,34)',
    );
    expect(facts).not.toHaveProperty('ID da transação Pix');
  });

  it('explains what a late boleto came to', async () => {
    const terms = { due_date: '2030-03-07', fine: { percent: 2 }, interest: { percent: 1 } };
    const charge = await createdCharge(seller, {
      ...{ billing_type: 'BOLETO', value: 100, customer: PAYER },
      ...terms,
    });
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/overdue`, {});
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, {});
    const { html } = await visitor.get(charge.path.replace('/pay/', '/receipt/'));
    expect(factsIn(html)).toMatchObject({
      'Valor do documento': 'R$ 100,00',
      'Multa e juros': 'R$ 2,03',
      'Valor pago': 'R$ 102,03',
      'Nosso número': expect.stringContaining(charge.boleto.our_number),
    });
  });

  it('says what was refunded in part, and what is still paid', async () => {
    const { id, receipt } = await paid({ billing_type: 'PIX' });
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 2.5 });
    const { html } = await visitor.get(receipt);
    expect(html).toContain('Pagamento parcialmente reembolsado</h1>');
    expect(html).toContain('R$ 2,50 dos R$ 100,00 foram devolvidos a quem pagou.');
    expect(factsIn(html)).toMatchObject({
      'Valor pago': 'R$ 100,00',
      'Valor reembolsado': 'R$ 2,50',
      'Total pago': 'R$ 97,50',
    });
  });

  it('does not look like a payment once all of it was refunded', async () => {
    await paid({ billing_type: 'PIX', value: 900 });
    const { id, receipt } = await paid({ billing_type: 'PIX' });
    await seller.call('POST', `/api/v1/charges/${id}/refund`, {});
    const { html } = await visitor.get(`${receipt}?lang=en`);
    expect(html).toContain('Payment refunded</h1>');
    expect(html).toContain('<p class="amount gone">R$ 100.00');
    expect(html).toContain('R$ 100.00 was refunded to the payer.');
    expect(html).not.toContain('Payment received');
    expect(factsIn(html)).not.toHaveProperty('Net paid');
  });

  it('says that a second payment is returned', async () => {
    const { id, receipt } = await paid({ billing_type: 'PIX' });
    expect((await visitor.get(receipt)).html).not.toContain('Um pagamento foi devolvido');
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`, {});
    const { html } = await visitor.get(receipt);
    expect(html).toContain('Pagamento recebido</h1>');
    expect(html).toContain('<h2>Um pagamento foi devolvido</h2>');
  });

  it.each([
    ['PIX', 'med'],
    ['CREDIT_CARD', 'chargeback'],
  ])(
    'says of a %s what a %s took from the seller, until the seller has it back',
    async (billing_type, kind) => {
      const { id, receipt } = await paid({ billing_type });
      const open = async () => {
        const { status, body } = await seller.call('POST', `/api/v1/sandbox/charges/${id}/${kind}`, {
          amount: 30,
        });
        expect(status).toBe(200);
        return body.id as string;
      };
      const close = (dispute: string, how: string) =>
        seller.call('POST', `/api/v1/sandbox/disputes/${dispute}/${how}`, {});
      const dispute = await open();
      const said = /<h2>Pagamento contestado<\/h2><p>R\$ 30,00 deste pagamento foram contestados/;
      const { html } = await visitor.get(receipt);
      expect(html).toMatch(said);
      expect(html).not.toContain('receipt-state good');
      expect((await visitor.get(`${receipt}?lang=en`)).html).toContain(
        'R$ 30.00 of this payment was disputed',
      );
      await close(dispute, 'win');
      const won = (await visitor.get(receipt)).html;
      expect(won).not.toContain('contestado');
      expect(won).toContain('receipt-state good');
      await close(await open(), 'lose');
      expect((await visitor.get(receipt)).html).toMatch(said);
    },
  );

  it('contains its own URL, to check a printed copy', async () => {
    const { receipt } = await paid({ billing_type: 'PIX' });
    const { html } = await visitor.get(receipt);
    expect(html).toContain(`>http://gateway.test${receipt}</p>`);
    expect(html).toContain('alt="QR Code com o endereço deste comprovante"');
  });

  it('leads back to the seller, where the seller said so', async () => {
    const { receipt } = await paid({ billing_type: 'PIX', success_url: 'https://loja.example/ok?a=1&b=2' });
    expect((await visitor.get(receipt)).html).toContain('href="https://loja.example/ok?a=1&amp;b=2"');
    expect((await visitor.get(receipt)).html).not.toContain('data-return=');
    expect((await visitor.get(`${receipt}?paid=1`)).html).toContain(
      'data-return="5" data-return-text="Voltando para a loja em {time} s."',
    );
    const without = await paid({ billing_type: 'PIX' });
    expect((await visitor.get(`${without.receipt}?paid=1`)).html).not.toContain('para a loja');
  });

  it('tells nothing of the seller’s fees, nor the whole CPF, nor what only the seller wrote for itself', async () => {
    const { receipt } = await paid({
      billing_type: 'PIX',
      customer: { ...PAYER, cpf_cnpj: '11144477735', email: 'ana@example.com', phone: '11999990000' },
      ...{ external_reference: 'inner-77', metadata: { cost: 'secret-cost' } },
    });
    const { html } = await visitor.get(receipt);
    // The page's own time has figures too.
    const said = html.replace(/data-now="[^"]*"/, '');
    const secrets = ['8,49', '8.49', '86,93', '4,58', '111.444', '11144477735', 'ana@example.com'];
    for (const secret of [...secrets, '11999990000', 'inner-77', 'secret-cost', seller.id])
      expect(said).not.toContain(secret);
  });

  it('shows hostile text as text, apart from what stands after it', async () => {
    const name = '\u202e<script>alert(1)</script>';
    const { receipt } = await paid({
      ...{ billing_type: 'PIX', description: name.repeat(10) },
      customer: { ...PAYER, name },
    });
    const { html } = await visitor.get(receipt);
    expect(html).not.toContain('<script>');
    const shown =
      '<bdi>\u202e&lt;script&gt;alert(1)&lt;/script&gt;</bdi> <span class="unbroken">(***.982.247-**)';
    expect(html).toContain(shown);
  });
});
