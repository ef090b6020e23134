import {
  PixSendDetailIdResponseSchema,
  PixSendListResponseSchema,
  StatusPixSendSchema,
} from 'sdk-node-apis-efi';
import { describe, expect, it } from 'vitest';
import { readBalance, readPayout, readPayoutNotice, readSentPage } from './payout-answers.ts';

const ID = '0199f0d26c5e7d5a8a3b1f2e3d4c5b6a';
const REFERENCE = '0199f0d2-6c5e-7d5a-8a3b-1f2e3d4c5b6a';
const END_TO_END_ID = 'E09089356202612011212APIcdbe38b4';

function sent(change: object = {}) {
  return {
    endToEndId: END_TO_END_ID,
    idEnvio: ID,
    valor: '12.34',
    chave: 'key',
    status: 'REALIZADO',
    horario: { solicitacao: '2026-12-01T09:05:32.000Z', liquidacao: '2026-12-01T09:05:33.000Z' },
    favorecido: { chave: 'ana@example.com' },
    ...change,
  };
}
const returned = (change: object = {}) => ({
  rtrId: 'D12345678202612021221abcdf098765',
  valor: '2.00',
  horario: '2026-12-02T12:21:00.000Z',
  ...change,
});

describe('a payout at Efí', () => {
  it('is read in exact cents, with what came back', () => {
    const value = sent({ devolucoes: [returned()] });
    expect(PixSendDetailIdResponseSchema.safeParse(value).error).toBeUndefined();
    expect(readPayout(value)).toEqual({
      payout: {
        state: 'succeeded',
        reason: null,
        bankReference: END_TO_END_ID,
        endToEndId: END_TO_END_ID,
        returns: [
          {
            id: 'D12345678202612021221abcdf098765',
            amountCents: 200n,
            at: new Date('2026-12-02T12:21:00Z'),
            reason: null,
          },
        ],
      },
      amountCents: 1_234n,
      sendingId: ID,
      sentAt: new Date('2026-12-01T09:05:32Z'),
      unreadableReturns: 0,
    });
  });

  it.each([
    ['EM_PROCESSAMENTO', 'pending', null],
    ['REALIZADO', 'succeeded', null],
    ['NAO_REALIZADO', 'failed', 'Efí did not carry it out and gave no reason'],
    ['SOMETHING_NEW', 'pending', null],
  ])('%s means %s', (status, state, reason) => {
    expect(readPayout(sent({ status }))?.payout).toMatchObject({ state, reason });
  });

  it('has a state for every status that its own SDK names', () => {
    const states = StatusPixSendSchema.options.map((status) => readPayout(sent({ status }))?.payout.state);
    expect(states).toEqual(['pending', 'succeeded', 'failed']);
  });

  it('failed for the reason that is given', () => {
    const erro = { codigo: 'AC03', origem: 'PSP', motivo: 'Conta\ninexistente' };
    expect(readPayout(sent({ status: 'NAO_REALIZADO', gnExtras: { erro } }))?.payout.reason).toBe(
      'AC03 Conta inexistente',
    );
  });

  it('may have its id under an older name, and its return a time in parts', () => {
    const value = sent({
      endToEndId: undefined,
      e2eId: END_TO_END_ID,
      devolucoes: [returned({ horario: { solicitacao: '2026-12-02T12:21:00Z' } })],
    });
    expect(readPayout(value)?.payout).toMatchObject({
      endToEndId: END_TO_END_ID,
      returns: [{ amountCents: 200n }],
    });
  });

  it('counts returns that cannot be read, and is none without an amount or a status', () => {
    const value = sent({ devolucoes: [returned({ valor: 'two' }), returned()] });
    expect(readPayout(value)).toMatchObject({ unreadableReturns: 1, payout: { returns: [{}] } });
    for (const change of [{ valor: '0.00' }, { valor: '1,00' }, { status: null }])
      expect(readPayout(sent(change))).toBeNull();
  });
});

describe('the list of what was sent', () => {
  const page = (pix: unknown[], pages?: number) => ({
    parametros: {
      inicio: '2026-12-01T00:00:00Z',
      fim: '2026-12-02T00:00:00Z',
      paginacao: {
        ...{ paginaAtual: 0, itensPorPagina: 2, quantidadeTotalDeItens: pix.length },
        ...(pages === undefined ? {} : { quantidadeDePaginas: pages }),
      },
    },
    pix,
  });

  it('names our payouts by our reference, and others by none', () => {
    const body = page([sent(), sent({ idEnvio: '123ABC' })], 1);
    expect(PixSendListResponseSchema.safeParse(body).error).toBeUndefined();
    const read = readSentPage(body, 0, 2);
    expect(read?.payouts.map(({ reference }) => reference)).toEqual([REFERENCE, null]);
    expect(read?.payouts[0]).toMatchObject({ amountCents: 1_234n, sentAt: new Date('2026-12-01T09:05:32Z') });
  });

  it.each([
    ['by the number of pages', [sent()], 2, 0, 1],
    ['by the number of pages: the last', [sent(), sent()], 1, 0, null],
    ['by a full page', [sent(), sent()], undefined, 3, 4],
    ['by an empty page', [], 5, 0, null],
  ])('has a next page or none %s', (_, pix, pages, at, nextPage) => {
    expect(readSentPage(page(pix, pages), at, 2)?.nextPage).toBe(nextPage);
  });

  it('counts what cannot be read and keeps the rest', () => {
    const read = readSentPage(page([sent(), {}, sent({ devolucoes: [{}] })], 1), 0, 100);
    expect(read).toMatchObject({ payouts: [{}, {}], unreadable: 2 });
    expect(readSentPage({}, 0, 100)).toBeNull();
  });
});

it.each([
  [{ saldo: '100.00' }, 10_000n],
  [{ saldo: '100.00', bloqueios: { judicial: '10.00', med: '0.50', total: '10.50' } }, 8_950n],
  [{ saldo: '5.00', bloqueios: { total: '10.00' } }, 0n],
  [{ saldo: '-3.20' }, 0n],
  [{ saldo: 'much' }, null],
  [null, null],
])('of the balance %j can be paid out %s', (body, available) => {
  expect(readBalance(body)).toBe(available);
});

describe('a notice to the webhook of the paying key', () => {
  it.each<[string, unknown, unknown]>([
    [
      'names a payout by our reference',
      { pix: [{ endToEndId: END_TO_END_ID, gnExtras: { idEnvio: ID } }] },
      [{ reference: REFERENCE }],
    ],
    ['may be one object', { pix: { gnExtras: { idEnvio: ID } } }, [{ reference: REFERENCE }]],
    ['may have the id outside', { pix: [{ idEnvio: ID }] }, [{ reference: REFERENCE }]],
    [
      'may have only the id of the payment',
      { pix: [{ endToEndId: END_TO_END_ID }] },
      [{ bankReference: END_TO_END_ID }],
    ],
    ['leaves out what was received', { pix: [{ endToEndId: END_TO_END_ID, txid: 'abc' }] }, []],
    ['leaves out what others sent', { pix: [{ gnExtras: { idEnvio: '123ABC' } }] }, []],
    ['leaves out what has no id', { pix: [{}, null, 'text'] }, []],
    ['is the test of the address', { evento: 'teste_webhook' }, null],
    ['is none', 'text', null],
    ['has too many', { pix: Array(5_001).fill({}) }, null],
  ])('%s', (_, body, hints) => {
    expect(readPayoutNotice(body)).toEqual(hints);
  });
});
