import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../../test/psp/description.ts';
import { cents } from '../../kit/money.ts';
import type { DueTerms, PixRequest } from '../provider.ts';
import { cobBody, cobvBody, REMOVAL, refundBody } from './requests.ts';

const KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const REQUEST: PixRequest = {
  txid: 'a'.repeat(32),
  amountCents: cents(3_700n),
  merchantName: 'Loja',
  description: 'Pedido 12',
  expiresInSeconds: 3_600,
  payer: { name: 'Ana Souza', document: '52998224725' },
  due: null,
};
const DUE: DueTerms = {
  dueDate: '2026-12-31',
  payableDaysAfterDue: 30,
  fineBasisPoints: 200,
  interestMonthlyBasisPoints: 100,
  discount: null,
};

describe('an immediate charge', () => {
  it('is asked for with key, amount, time, payer and message', () => {
    expect(cobBody(REQUEST, KEY)).toEqual({
      calendario: { expiracao: 3_600 },
      devedor: { cpf: '52998224725', nome: 'Ana Souza' },
      valor: { original: '37.00' },
      chave: KEY,
      solicitacaoPagador: 'Pedido 12',
    });
  });

  it.each([
    [1n, '0.01'],
    [10n, '0.10'],
    [12_345n, '123.45'],
    [999_999_999_999n, '9999999999.99'],
  ])('of %i cents says %s', (amount, original) => {
    expect(cobBody({ ...REQUEST, amountCents: cents(amount) }, KEY).valor).toEqual({ original });
  });

  it.each<[string, PixRequest['payer'], unknown]>([
    ['nobody', null, undefined],
    ['a company', { name: 'ACME', document: '12ABC34501DE35' }, { cnpj: '12ABC34501DE35', nome: 'ACME' }],
    ['a name without a document', { name: 'Ana', document: '' }, undefined],
    ['a document without a name', { name: ' \n', document: '52998224725' }, undefined],
    [
      'a long name',
      { name: `${'é'.repeat(199)}😀x`, document: '52998224725' },
      { cpf: '52998224725', nome: `${'é'.repeat(199)}😀` },
    ],
  ])('names %s as the payer', (_, payer, devedor) => {
    expect(cobBody({ ...REQUEST, payer }, KEY).devedor).toEqual(devedor);
  });

  it.each([
    [null, undefined],
    ['   ', undefined],
    ['a\n\tb\u0000c', 'a b c'],
    ['x'.repeat(200), 'x'.repeat(140)],
  ])('with the description %j has the message %j', (description, message) => {
    expect(cobBody({ ...REQUEST, description }, KEY).solicitacaoPagador).toBe(message);
  });

  it('lives at least a second, and whole ones', () => {
    const expiry = (expiresInSeconds: number) => cobBody({ ...REQUEST, expiresInSeconds }, KEY).calendario;
    expect([expiry(59.9), expiry(0), expiry(-3)]).toEqual([
      { expiracao: 59 },
      { expiracao: 1 },
      { expiracao: 1 },
    ]);
  });
});

describe('a charge with a due date', () => {
  it('is asked for with its terms, in percent with two decimals', () => {
    expect(cobvBody(REQUEST, DUE, KEY)).toEqual({
      calendario: { dataDeVencimento: '2026-12-31', validadeAposVencimento: 30 },
      devedor: { cpf: '52998224725', nome: 'Ana Souza' },
      valor: {
        original: '37.00',
        multa: { modalidade: 2, valorPerc: '2.00' },
        juros: { modalidade: 3, valorPerc: '1.00' },
      },
      chave: KEY,
      solicitacaoPagador: 'Pedido 12',
    });
  });

  it('leaves out terms that ask for nothing', () => {
    const free = { ...DUE, fineBasisPoints: 0, interestMonthlyBasisPoints: 0 };
    expect(cobvBody(REQUEST, free, KEY).valor).toEqual({ original: '37.00' });
  });

  it.each<[string, DueTerms['discount'], unknown]>([
    [
      'percent',
      { until: '2026-12-10', basisPoints: 1_050 },
      { modalidade: 2, descontoDataFixa: [{ data: '2026-12-10', valorPerc: '10.50' }] },
    ],
    [
      'reais',
      { until: '2026-12-10', amountCents: cents(5n) },
      { modalidade: 1, descontoDataFixa: [{ data: '2026-12-10', valorPerc: '0.05' }] },
    ],
  ])('with a discount in %s until a day says so', (_, discount, desconto) => {
    expect(cobvBody(REQUEST, { ...DUE, discount }, KEY).valor).toMatchObject({ desconto });
  });
});

const description = readDescription();

describe.skipIf(description === null)('the official description', () => {
  const discount = { until: '2026-12-10', basisPoints: 500 };
  const company = { name: 'ACME', document: '12ABC34501DE35' };
  it.each<[string, string, Record<string, string>, unknown]>([
    ['PUT', '/cob/{txid}', { txid: REQUEST.txid }, cobBody(REQUEST, KEY)],
    ['PUT', '/cob/{txid}', { txid: REQUEST.txid }, cobBody({ ...REQUEST, payer: company }, KEY)],
    [
      'PUT',
      '/cob/{txid}',
      { txid: REQUEST.txid },
      cobBody({ ...REQUEST, payer: null, description: null }, KEY),
    ],
    ['PATCH', '/cob/{txid}', { txid: REQUEST.txid }, REMOVAL],
    ['PUT', '/cobv/{txid}', { txid: REQUEST.txid }, cobvBody(REQUEST, { ...DUE, discount }, KEY)],
    ['PATCH', '/cobv/{txid}', { txid: REQUEST.txid }, REMOVAL],
    [
      'PUT',
      '/pix/{e2eid}/devolucao/{id}',
      { e2eid: 'E12345678202406201221abcdef12345', id: 'r1' },
      refundBody(cents(789n)),
    ],
  ])('has no complaint about %s %s', (method, template, path, body) => {
    const request = { path, query: {}, contentType: 'application/json', body };
    expect(description?.requestFaults({ method, template }, request)).toEqual([]);
  });
});

it('a refund is asked for with its amount alone', () => {
  expect(refundBody(cents(789n))).toEqual({ valor: '7.89' });
});
