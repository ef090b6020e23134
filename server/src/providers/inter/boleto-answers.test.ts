import { describe, expect, it } from 'vitest';
import { boletoBarcode, digitableLine } from '../../brazil/boleto-code.ts';
import { cents } from '../../kit/money.ts';
import { parseJson } from '../http/json.ts';
import { readBoleto, readBoletoNotice, readChange, readPage } from './boleto-answers.ts';
import { issuePeriods } from './boleto-search.ts';

const NOW = new Date('2026-11-18T18:00:00Z');
const CODE = '183e982a-34e5-4bc0-9643-def5432a';
const BARCODE = boletoBarcode({
  ...{ bank: '077', dueDate: '2026-12-10', amountCents: cents(123_456n) },
  freeField: '0001112056207900776396923'.slice(0, 25),
});
const BOLETO = { nossoNumero: '00776396923', codigoBarras: BARCODE, linhaDigitavel: digitableLine(BARCODE) };
const PIX = { txid: 'Rv1pt4pjd2jtjdzx5nafhtjks7', pixCopiaECola: '00020126' };

/** As the bank writes it: numbers as numbers. */
function answer(cobranca: object, rest: object = { boleto: BOLETO, pix: PIX }): unknown {
  const facts = {
    ...{ codigoSolicitacao: CODE, seuNumero: '00000042ABCDEFG', valorNominal: 1234.56 },
    ...{ dataEmissao: '2026-11-17', dataVencimento: '2026-12-10', dataSituacao: '2026-11-18' },
  };
  return parseJson(JSON.stringify({ cobranca: { ...facts, ...cobranca }, ...rest }));
}

const stateOf = (situacao: string) => readBoleto(answer({ situacao, valorTotalRecebido: '1234.56' }), NOW);

describe('every situation of a boleto', () => {
  it.each([
    ['EM_PROCESSAMENTO', 'registering', null],
    ['A_RECEBER', 'open', null],
    ['ATRASADO', 'open', null],
    ['PROTESTO', 'open', null],
    ['RECEBIDO', 'paid', null],
    ['MARCADO_RECEBIDO', 'cancelled', 'marked as received at the bank, with no payment through it'],
    ['CANCELADO', 'cancelled', 'cancelled at the bank'],
    ['EXPIRADO', 'cancelled', 'expired at the bank'],
    ['FALHA_EMISSAO', 'refused', 'the bank could not issue it'],
  ])('%s is %s', (situacao, state, reason) => {
    expect(stateOf(situacao)?.boleto).toMatchObject({ state, reason, bankReference: CODE });
    expect(stateOf(situacao)?.boleto?.payments).toHaveLength(state === 'paid' ? 1 : 0);
  });

  it.each(['', 'constructor', 'recebido', 'PAGO'])('%j is not known, and says so', (situacao) => {
    expect(stateOf(situacao)).toMatchObject({ boleto: null, problem: expect.stringContaining('not known') });
  });
});

describe('a boleto of Inter', () => {
  it.each([
    ['a number', 1234.56, 123_456n],
    ['a whole number', 1234, 123_400n],
    ['text, as in lists', '1234567.89', 123_456_789n],
  ])('has an amount written as %s', (_, valorNominal, amountCents) => {
    expect(readBoleto(answer({ situacao: 'A_RECEBER', valorNominal }), NOW)).toMatchObject({ amountCents });
  });

  it.each([
    ['no barcode', {}],
    ['another line', { boleto: { ...BOLETO, linhaDigitavel: BOLETO.linhaDigitavel.replace(/.$/, '0') } }],
    ['a broken barcode', { boleto: { ...BOLETO, codigoBarras: '0'.repeat(44) } }],
  ])('that can be paid with %s has a problem', (_, rest) => {
    const boleto = readBoleto(answer({ situacao: 'A_RECEBER' }, rest), NOW);
    expect(boleto).toMatchObject({ boleto: { means: null }, problem: 'no barcode and line that agree' });
  });

  it('may have no PIX code', () => {
    const read = readBoleto(answer({ situacao: 'A_RECEBER' }, { boleto: BOLETO }), NOW);
    expect(read?.boleto?.means).toEqual({
      ...{ barcode: BARCODE, digitableLine: BOLETO.linhaDigitavel },
      ...{ ourNumber: '00776396923', pix: null },
    });
  });

  it.each([
    ['2026-11-17', '2026-11-17T15:00:00.000Z'],
    ['2026-11-17T09:30:00-03:00', '2026-11-17T12:30:00.000Z'],
    ['2026-11-18', '2026-11-18T15:00:00.000Z'],
    ['2026-11-19', NOW.toISOString()],
  ])('paid on %s was paid at %s, which is never to come', (dataSituacao, paidAt) => {
    const cobranca = {
      situacao: 'RECEBIDO',
      valorTotalRecebido: '1200.00',
      origemRecebimento: 'PIX',
      dataSituacao,
    };
    expect(readBoleto(answer(cobranca), NOW)?.boleto?.payments).toEqual([
      {
        ...{ paymentReference: CODE, reference: null, bankReference: CODE, ourNumber: '00776396923' },
        ...{ by: 'pix', amountCents: 120_000n, bankFeeCents: null, paidAt: new Date(paidAt) },
      },
    ]);
  });

  it.each([{ valorTotalRecebido: undefined }, { valorTotalRecebido: '0.00' }, { dataSituacao: 'ontem' }])(
    'paid with %j has no payment, and a problem',
    (change) => {
      const cobranca = { situacao: 'RECEBIDO', valorTotalRecebido: '1200.00', ...change };
      const read = readBoleto(answer(cobranca), NOW);
      expect(read).toMatchObject({ boleto: { state: 'paid', payments: [] }, problem: expect.any(String) });
    },
  );

  it.each([null, {}, [], 'x', { cobranca: {} }, { cobranca: { codigoSolicitacao: 'a b' } }])(
    'is not %j',
    (body) => {
      expect(readBoleto(body, NOW)).toBeNull();
    },
  );
});

describe('a page of boletos', () => {
  const row = answer({ situacao: 'A_RECEBER' });
  it.each([
    [{ cobrancas: [row], totalPaginas: '3' }, 0, 1],
    [{ cobrancas: [row], totalPaginas: '3' }, 2, null],
    [{ cobrancas: [row, row] }, 0, 1],
    [{ cobrancas: [row] }, 0, null],
    [{ cobrancas: [], totalPaginas: '9' }, 0, null],
  ])('%# is followed by the right one', (body, page, nextPage) => {
    expect(readPage(body, page, 2, NOW)).toMatchObject({ nextPage, unreadable: 0 });
  });

  it('counts what it cannot read', () => {
    expect(readPage({ cobrancas: [row, {}] }, 0, 2, NOW)).toMatchObject({ unreadable: 1 });
    expect(readPage({}, 0, 2, NOW)).toBeNull();
  });
});

describe('a notice about boletos', () => {
  const notice = { codigoSolicitacao: CODE, situacao: 'RECEBIDO', valorTotalRecebido: '9999.99' };
  it.each<[unknown, unknown]>([
    [[notice], [{ bankReference: CODE }]],
    [notice, [{ bankReference: CODE }]],
    [
      [notice, { codigoSolicitacao: 'b' }, { other: 1 }],
      [{ bankReference: CODE }, { bankReference: 'b' }],
    ],
    [[{ endToEndId: 'E1' }], null],
    [[], null],
    [null, null],
    ['RECEBIDO', null],
    [Array(5_001).fill(notice), null],
  ])('%# is only a hint', (body, hints) => {
    expect(readBoletoNotice(body)).toEqual(hints);
  });
});

it.each([
  [
    { status: 'SUCESSO', codigoEdicao: 'a' },
    { status: 'done', id: 'a', message: '' },
  ],
  [
    { status: 'PROCESSANDO', codigoEdicao: 'a', mensagem: 'x' },
    { status: 'pending', id: 'a', message: 'x' },
  ],
  [{ status: 'FALHA' }, { status: 'failed', id: null, message: '' }],
  [{ status: 'constructor' }, null],
  [null, null],
])('a change %j is read', (body, change) => {
  expect(readChange(body)).toEqual(change);
});

describe('the days on which a boleto can have been issued', () => {
  const days = (createdAt: string, today: string) =>
    issuePeriods(new Date(`${createdAt}T15:00:00Z`), new Date(`${today}T15:00:00Z`));

  it.each([
    ['2026-11-18', '2026-11-18', [['2026-11-17', '2026-11-19']]],
    ['2026-10-18', '2026-11-18', [['2026-10-17', '2026-11-19']]],
    [
      '2027-11-18',
      '2026-11-18',
      [
        ['2026-11-17', '2027-01-16'],
        ['2027-09-20', '2027-11-19'],
      ],
    ],
  ])('created on %s and looked for on %s are %j', (createdAt, today, periods) => {
    expect(days(createdAt, today)).toEqual(periods);
  });
});
