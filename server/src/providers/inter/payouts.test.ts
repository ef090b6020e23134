import { describe, expect, it } from 'vitest';
import { cents } from '../../kit/money.ts';
import { parseJson, writeJson } from '../http/json.ts';
import type { PayoutRequest } from '../payout.ts';
import { isOtherOwner } from '../payout-owner.ts';
import {
  readBalance,
  readPayout,
  readPayoutNotice,
  readSent,
  readStatement,
  sentOf,
} from './payout-answers.ts';
import { obstacleTo, payoutBody, referenceIn } from './payout-requests.ts';

const REFERENCE = '0199b6a0-5f1e-7c3a-9d52-5b1f4e8a0c11';
const CODE = 'c42f0787-02cb-4b31-827e-459ec9d7ece1';
const E2E = 'E00416968202611181436ghzKRVgnb7A';

function request(changes: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    ...{ reference: REFERENCE, amountCents: cents(15_000n), pixKey: '+5531987654321' },
    ...{ ownerDocument: '52998224725', description: 'Saque', ...changes },
  };
}

describe('the request for a payout', () => {
  it('writes the amount exactly and ends its description with our reference', () => {
    expect(writeJson(payoutBody(request({ amountCents: cents(123_456_789n) })))).toBe(
      `{"valor":1234567.89,"descricao":"Saque ${REFERENCE}","destinatario":{"tipo":"CHAVE","chave":"+5531987654321"}}`,
    );
  });

  it.each([
    ['none', null],
    ['a long one', 'ã'.repeat(300)],
    ['one of several lines', 'a\nb'],
  ])('keeps the reference whole with %s', (_, description) => {
    const { descricao } = JSON.parse(writeJson(payoutBody(request({ description }))));
    expect([...descricao].length).toBeLessThanOrEqual(140);
    expect(referenceIn(descricao)).toBe(REFERENCE);
  });

  it.each([
    [`x${REFERENCE}`, null],
    [`${REFERENCE} obrigado`, null],
    ['', null],
    [`Pagamento ${REFERENCE.toUpperCase()} `, REFERENCE],
  ])('in the description %j is the reference %s', (description, reference) => {
    expect(referenceIn(description)).toBe(reference);
  });

  it.each<[string, Partial<PayoutRequest>, string | null]>([
    ['nothing', {}, null],
    ['a reference that is no UUID', { reference: 'abc' }, 'the reference is not a UUID'],
    ['a key that is none', { pixKey: 'x' }, 'not a PIX key'],
    ['the CPF of another', { pixKey: '11144477735' }, "the key is another person's document"],
    ['nothing in the own CPF', { pixKey: '52998224725' }, null],
    ['nothing where no owner is expected', { pixKey: '11144477735', ownerDocument: null }, null],
  ])('is held up by %s', (_, changes, obstacle) => {
    expect(obstacleTo(request(changes))).toBe(obstacle);
  });
});

describe('the owner of a key', () => {
  it.each([
    ['52998224725', '***.982.247-**', false],
    ['52998224725', '***.444.777-**', true],
    ['52998224725', '52998224725', false],
    ['52998224725', '11144477735', true],
    ['52998224725', '12.345.678/0001-95', true],
    ['12345678000195', '12.345.678/0001-95', false],
    ['12ABC34501DE35', '12.abc.345/01de-35', false],
    ['52998224725', '', false],
    ['52998224725', '***.***.***-**', false],
    ['52998224725', null, false],
  ])('%s, shown as %s: another one %s', (expected, shown, isOther) => {
    expect(isOtherOwner(expected, shown)).toBe(isOther);
  });
});

describe('every status of a payout', () => {
  it.each([
    ...['CRIADO', 'APROVADO', 'AGENDADO', 'ENVIADO', 'DEBITADO', 'TRANSACAO_CRIADA'].map((each) => [
      each,
      'pending',
    ]),
    ...['TRANSACAO_APROVADA', 'PIX_ENVIADO'].map((each) => [each, 'pending']),
    ['AGUARDANDO_APROVACAO', 'awaiting_approval'],
    ['PAGO', 'succeeded'],
    ['PIX_PAGO', 'succeeded'],
    ...['REPROVADO', 'EXPIRADO', 'CANCELADO', 'CANCELADO_SEM_SALDO', 'FALHA'].map((each) => [each, 'failed']),
    ...['AGENDAMENTO_CANCELADO', 'NAO_DEBITADO'].map((each) => [each, 'failed']),
  ])('%s is %s', (status, state) => {
    const read = readPayout({ transacaoPix: { status } }, CODE);
    expect(read).toMatchObject({ payout: { state, bankReference: CODE }, problem: null });
    expect(read?.payout.reason).toBe(state === 'failed' ? status : null);
  });

  it.each(['PARCIALMENTE_PAGO', 'PARCIALMENTE_DEBITADO', 'EM_ANALISE', 'constructor', ''])(
    '%j stays pending, for people to look at',
    (status) => {
      const read = readPayout({ transacaoPix: { status } }, CODE);
      expect(read).toMatchObject({ payout: { state: 'pending' }, problem: expect.any(String) });
    },
  );

  it('carries what the bank tells, and no person in a reason', () => {
    const erros = [{ codigoErro: 'AB03', descricaoErro: 'Chave ana@example.com de 529.982.247-25 inválida' }];
    const transacaoPix = {
      status: 'FALHA',
      valor: 150.5,
      endToEnd: E2E,
      erros,
      recebedor: { cpfCnpj: '***.982.247-**' },
    };
    expect(readPayout(parseJson(JSON.stringify({ transacaoPix })), CODE)).toEqual({
      payout: {
        ...{ state: 'failed', reason: 'FALHA; AB03 Chave *** de *** inválida' },
        ...{ bankReference: CODE, endToEndId: E2E, returns: [] },
      },
      ...{ amountCents: 15_050n, receiver: '***.982.247-**', problem: null },
    });
    expect(readPayout({}, CODE)).toBeNull();
  });

  it.each([
    ['PROCESSADO', 'pending', null],
    ['AGENDADO', 'pending', null],
    ['APROVACAO', 'awaiting_approval', null],
    ['OUTRO', 'pending', 'an answer that is not known: OUTRO'],
  ])('the answer %s is %s', (tipoRetorno, state, problem) => {
    const read = readSent({ tipoRetorno, codigoSolicitacao: CODE });
    expect(read).toMatchObject({ payout: { state, bankReference: CODE }, problem });
    expect(readSent({ tipoRetorno })).toBeNull();
  });
});

it.each([
  [{ disponivel: 2850.55 }, 285_055n],
  [{ disponivel: 0 }, 0n],
  [{ disponivel: -10.5 }, 0n],
  [{ disponivel: '10.00' }, 1_000n],
  [{ disponivel: 1.005 }, null],
  [{}, null],
])('the balance %j is %s cents', (body, amount) => {
  expect(readBalance(parseJson(JSON.stringify(body)))).toBe(amount);
});

describe('the statement', () => {
  const details = { codigoSolicitacao: CODE, endToEndId: E2E, descricaoPix: `Saque ${REFERENCE}` };
  const sent = {
    ...{ idTransacao: 't1', tipoTransacao: 'PIX', tipoOperacao: 'D', valor: '150.00' },
    ...{ dataTransacao: '2026-11-18', titulo: 'Pix enviado', descricao: 'PIX', detalhes: details },
  };
  const returned = {
    ...{ ...sent, idTransacao: 't2', tipoTransacao: 'ESTORNO', tipoOperacao: 'C', valor: '50.00' },
    detalhes: { codigoSolicitacao: CODE },
  };

  it('is read: what was sent and what came back, and no other row', () => {
    const others = [
      { ...sent, tipoTransacao: 'TARIFA' },
      { ...sent, tipoOperacao: 'C', detalhes: { endToEndId: 'E1' } },
    ];
    const read = readStatement({ transacoes: [sent, returned, ...others], totalPaginas: '2' }, 0, 100);
    expect(read).toMatchObject({ unreadable: 0, nextPage: 1 });
    expect(read?.rows).toMatchObject([
      {
        kind: 'sent',
        id: 't1',
        reference: REFERENCE,
        amountCents: 15_000n,
        at: new Date('2026-11-18T14:36:00Z'),
      },
      {
        kind: 'returned',
        id: 't2',
        code: CODE,
        amountCents: 5_000n,
        reason: 'PIX',
        at: new Date('2026-11-18T15:00:00Z'),
      },
    ]);
    expect(read?.rows[0] && sentOf(read.rows[0])).toMatchObject({
      ...{ state: 'succeeded', reference: REFERENCE, bankReference: CODE, endToEndId: E2E },
      ...{ amountCents: 15_000n, returns: [] },
    });
  });

  it.each([
    { ...sent, valor: 'muito' },
    { ...returned, detalhes: {} },
    { ...sent, dataTransacao: '', detalhes: {} },
  ])('counts a row that it cannot attribute: %#', (row) => {
    expect(readStatement({ transacoes: [row] }, 0, 100)).toMatchObject({ rows: [], unreadable: 1 });
  });

  it('is not something else', () => {
    expect(readStatement({}, 0, 100)).toBeNull();
  });
});

it.each<[unknown, unknown]>([
  [[{ codigoSolicitacao: CODE, status: 'EFETIVADO' }], [{ bankReference: CODE }]],
  [{ codigoSolicitacao: CODE }, [{ bankReference: CODE }]],
  [[], null],
  [{ pix: [] }, null],
])('a notice about payouts is only a hint: %#', (body, hints) => {
  expect(readPayoutNotice(body)).toEqual(hints);
});
