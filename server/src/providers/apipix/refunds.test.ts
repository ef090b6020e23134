import { describe, expect, it } from 'vitest';
import { providerUnderTest } from '../../../../test/support/apipix-provider.ts';
import type { Reply } from '../../../../test/support/apipix-server.ts';
import { cents } from '../../kit/money.ts';
import type { RefundRequest } from '../provider.ts';

const under = providerUnderTest();
const MISSING = { status: 404, body: { title: 'Devolução não encontrada.' } };

describe('a refund', () => {
  const REFUND: RefundRequest = { reference: 'r1', paymentReference: 'E1', amountCents: cents(789n) };
  const told = (status: string, more = {}) => ({
    body: { id: 'r1', rtrId: 'D1', valor: '7.89', status, ...more },
  });
  const PUT_REFUND = 'PUT /pix/E1/devolucao/r1';
  const GET_REFUND = 'GET /pix/E1/devolucao/r1';

  it('is asked for under our id, after a look whether it is there already', async () => {
    under.inTurn(MISSING, { status: 201, ...told('EM_PROCESSAMENTO') });
    expect(await under.provider().refund(REFUND)).toEqual({ ok: true, status: 'pending' });
    expect(under.calls()).toEqual([GET_REFUND, PUT_REFUND]);
    expect(under.request(1).body).toBe('{"valor":"7.89"}');
  });

  it.each([
    ['EM_PROCESSAMENTO', { ok: true, status: 'pending' }],
    ['DEVOLVIDO', { ok: true, status: 'succeeded' }],
    ['NAO_REALIZADO', { ok: true, status: 'failed', reason: 'Saldo insuficiente' }],
  ])('that is there already and %s is not asked for again', async (status, answer) => {
    under.inTurn(told(status, status === 'NAO_REALIZADO' ? { motivo: 'Saldo insuficiente' } : {}));
    expect(await under.provider().refund(REFUND)).toEqual(answer);
    expect(under.calls()).toEqual([GET_REFUND]);
  });

  it.each<[string, Reply[], unknown, string[]]>([
    [
      'lost and found',
      [MISSING, 'drop', told('DEVOLVIDO')],
      { ok: true },
      [GET_REFUND, PUT_REFUND, GET_REFUND],
    ],
    [
      'lost, not found and made',
      [MISSING, 'drop', MISSING, told('EM_PROCESSAMENTO')],
      { ok: true },
      [GET_REFUND, PUT_REFUND, GET_REFUND, PUT_REFUND],
    ],
    ['not to be looked for', [{ status: 500 }], { ok: false, kind: 'unavailable' }, [GET_REFUND]],
    [
      'refused',
      [MISSING, { status: 400, body: { title: 'Saldo' } }, MISSING],
      { ok: false, kind: 'refused', reason: '400 Saldo' },
      [GET_REFUND, PUT_REFUND, GET_REFUND],
    ],
    [
      'lost, and then refused although nothing is found,',
      [MISSING, 'drop', MISSING, { status: 400 }, MISSING],
      { ok: false, kind: 'unavailable' },
      [GET_REFUND, PUT_REFUND, GET_REFUND, PUT_REFUND, GET_REFUND],
    ],
    [
      'there by its id',
      [MISSING, { status: 400 }, told('DEVOLVIDO')],
      { ok: true, status: 'succeeded' },
      [GET_REFUND, PUT_REFUND, GET_REFUND],
    ],
    [
      'there with another amount',
      [told('DEVOLVIDO', { valor: '7.90' })],
      { ok: false, kind: 'refused', reason: 'another refund has this id' },
      [GET_REFUND],
    ],
  ])('that is %s ends so', async (_, replies, answer, made) => {
    under.inTurn(...replies);
    expect(await under.provider().refund(REFUND)).toMatchObject(answer as object);
    expect(under.calls()).toEqual(made);
  });
});
