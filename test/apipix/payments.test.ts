import { afterEach, beforeEach, describe, expect } from 'vitest';
import { comparePix } from '../../server/src/charges/pix/comparison.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import type { Seller } from '../support/gateway.ts';
import { it } from '../support/psp-fixtures.ts';
import type { PspGateway } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

let place: PspGateway;
let seller: Seller;

it.beforeAll(({ place: started }) => {
  place = started;
});
beforeEach(async () => {
  place.gateway.clock.setOffset(0);
  await place.psp.behave({
    slow: null,
    dropBefore: null,
    dropAfterActing: null,
    status5xx: null,
    unauthorized: null,
    callbacks: null,
    refunds: 'held',
  });
  seller = await place.gateway.seller();
});
afterEach(async () => {
  expect(await place.gateway.audit()).toEqual([]);
});

const create = async (more: object = {}) => {
  const { status, body } = await seller.call('POST', '/api/v1/charges', {
    billing_type: 'PIX',
    value: 100,
    ...more,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const cob = async (txid: string) => (await place.psp.state()).cobs.find((each) => each.txid === txid);
const jobsLeft = async () => place.gateway.db.query('select kind from jobs');

/** The PSP tells in its own time; what it told is then looked up. */
async function settled(id: string, status: string) {
  await until(`the charge is ${status}`, async () => {
    await place.gateway.runDue();
    return (await read(id)).status === status;
  });
  return read(id);
}

describe('a charge at a PSP', () => {
  it('has the code of the PSP, under a name of ours', async () => {
    const charge = await create();
    const there = await cob(charge.pix.txid);
    expect(there).toMatchObject({ status: 'ATIVA', terms: { valor: { original: '100.00' } } });
    expect(charge.pix.copy_paste).toContain(there?.loc.location);
    expect(await place.gateway.db.query('select 1 from pix_intents')).toEqual([]);
  });

  it('is paid when the PSP says so, with the figures of the specification', async () => {
    const { id, pix } = await create();
    const { endToEndId } = await place.psp.pay(pix.txid);
    const paid = await settled(id, 'RECEIVED');
    expect(paid).toMatchObject({ net_value: 86.93, platform_fee: 8.49, reserve_amount: 4.58 });
    expect(paid.pix.end_to_end_id).toBe(endToEndId);
  });

  it('is paid once, however often and in whatever order it is reported', async () => {
    await place.psp.behave({ callbacks: { repeat: 5 } });
    const { id, pix } = await create();
    await place.psp.pay(pix.txid);
    await settled(id, 'RECEIVED');
    await until('every notice was heard', async () => {
      await place.gateway.runDue();
      return (await place.psp.state()).callbacks.delivered >= 5 && (await jobsLeft()).length === 0;
    });
    const { body } = await seller.call('GET', '/api/v1/transactions');
    expect(body.total).toBe(3);
  });

  it('is paid although the notice never came, as soon as receipts are compared', async () => {
    await place.psp.behave({ callbacks: { lost: 1 } });
    const { id, pix } = await create();
    await place.psp.pay(pix.txid);
    await place.gateway.runDue();
    expect((await read(id)).status).toBe('PENDING');
    expect(await comparePix(place.gateway.deps, place.provider)).toBe(true);
    expect((await read(id)).status).toBe('RECEIVED');
  });

  it('is not paid by a notice that the PSP knows nothing of', async () => {
    const { id, pix } = await create();
    const { webhooks } = await place.psp.state();
    const address = `${webhooks[0]?.webhookUrl}/pix`;
    const forged = {
      pix: [
        {
          endToEndId: `E12345678202611151200${'a'.repeat(11)}`,
          txid: pix.txid,
          valor: '100.00',
          horario: '2026-11-15T12:00:00Z',
        },
      ],
    };
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(forged),
    });
    expect(answer.status).toBe(200);
    await place.gateway.runDue();
    expect((await read(id)).status).toBe('PENDING');
    const guessed = address.replace(/[0-9a-f]{32}/, 'f'.repeat(32));
    const other = await fetch(guessed, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(other.status).toBe(404);
  });
});

describe('the end of a charge', () => {
  it('takes its code away at the PSP when it is cancelled', async () => {
    const { id, pix } = await create();
    await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    await place.gateway.runDue();
    expect(await cob(pix.txid)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  it('does not come by a cancel for what was paid and not reported yet', async () => {
    await place.psp.behave({ callbacks: { lost: 1 } });
    const { id, pix } = await create();
    await place.psp.pay(pix.txid);
    const { status, body } = await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'CHARGE_NOT_CANCELLABLE' });
    expect((await read(id)).status).toBe('RECEIVED');
  });

  it('comes by our clock, and takes the code away', async () => {
    const { id, pix } = await create({ expires_in: 3_600 });
    await place.gateway.advance(HOUR_MS + SECOND_MS);
    expect((await read(id)).status).toBe('CANCELLED');
    expect(await cob(pix.txid)).toMatchObject({ status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
  });

  it('does not come for a charge that was paid in time and never reported', async () => {
    await place.psp.behave({ callbacks: { lost: 1 } });
    const { id, pix } = await create({ expires_in: 3_600 });
    await place.psp.pay(pix.txid);
    await place.gateway.advance(HOUR_MS + SECOND_MS);
    expect((await read(id)).status).toBe('RECEIVED');
  });

  it('sends a payment back that came after it', async () => {
    await place.psp.behave({ refunds: 'at once', status5xx: { on: 'cob.patch' } });
    const { id, pix } = await create();
    await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    const { endToEndId } = await place.psp.pay(pix.txid);
    await until('the payment went back', async () => {
      await place.gateway.runDue();
      const [returned] = (await read(id)).returned_payments ?? [];
      return returned?.status === 'returned';
    });
    const { pix: received } = await place.psp.state();
    const there = received.find((each) => each.endToEndId === endToEndId);
    expect(there?.devolucoes).toMatchObject([{ valor: '100.00', status: 'DEVOLVIDO' }]);
    const { body } = await seller.call('GET', '/api/v1/balance');
    expect(body).toMatchObject({ available: 0, reserved: 0 });
  });
});

describe('a refund at a PSP', () => {
  async function paidCharge() {
    const { id, pix } = await create();
    const { endToEndId } = await place.psp.pay(pix.txid);
    await settled(id, 'RECEIVED');
    return { id: id as string, endToEndId };
  }
  const refund = (id: string, amount?: number) =>
    seller.call('POST', `/api/v1/charges/${id}/refund`, amount === undefined ? {} : { amount });
  const balance = async () => (await seller.call('GET', '/api/v1/balance')).body;
  const refundIdOf = (id: string) => id.replaceAll('-', '');

  it('is held until the PSP has refunded the money, and only then notified', async () => {
    const { id } = await paidCharge();
    const more = await paidCharge();
    const before = await balance();
    const { status, body } = await refund(id);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'pending', amount: 100 });
    await place.gateway.runDue();
    expect(await read(id)).toMatchObject({
      status: 'RECEIVED',
      refunded_amount: 0,
      refunding_amount: 100,
      refundable_amount: 0,
    });
    expect((await balance()).total).toBeCloseTo(before.total - 100, 2);
    expect((await refund(id)).body.code).toBe('REFUND_EXCEEDS_VALUE');
    await place.psp.finishRefund(refundIdOf(body.id), 'DEVOLVIDO');
    expect(await settled(id, 'REFUNDED')).toMatchObject({ refunded_amount: 100, refunding_amount: 0 });
    expect((await read(more.id)).status).toBe('RECEIVED');
  });

  it('takes no more from a recipient while several are pending than one would', async () => {
    const partner = await place.gateway.seller();
    const charge = await create({ value: 10, split: [{ recipient_id: partner.id, amount: 3.33 }] });
    await place.psp.pay(charge.pix.txid);
    await settled(charge.id, 'RECEIVED');
    const other = await create();
    await place.psp.pay(other.pix.txid);
    await settled(other.id, 'RECEIVED');
    for (const amount of [5, 5]) {
      await seller.call('POST', `/api/v1/charges/${charge.id}/refund`, { amount, reverse_split: true });
    }
    expect((await partner.call('GET', '/api/v1/balance')).body.available).toBe(0);
  });

  it('gives everything back to the seller when the PSP could not', async () => {
    const { id } = await paidCharge();
    await paidCharge();
    const before = await balance();
    const { body } = await refund(id, 40);
    await place.gateway.runDue();
    expect((await balance()).total).toBeCloseTo(before.total - 40, 2);
    await place.psp.finishRefund(refundIdOf(body.id), 'NAO_REALIZADO', 'conta encerrada');
    await until('the refund failed', async () => {
      await place.gateway.runDue();
      return (await read(id)).refunds[0].status === 'failed';
    });
    const charge = await read(id);
    expect(charge).toMatchObject({
      status: 'RECEIVED',
      refunded_amount: 0,
      refunding_amount: 0,
      reserve_held: 4.58,
    });
    expect(charge.refunds[0].failure).toContain('conta encerrada');
    const { body: told } = await seller.call('GET', `/api/v1/charges/${id}/events`);
    expect(told.data.at(-1)).toMatchObject({ event: 'payment.refund_failed', data: { status: 'RECEIVED' } });
    expect(await balance()).toEqual(before);
  });

  it('that failed after the reserve was free gives everything back as free', async () => {
    const { id } = await paidCharge();
    await paidCharge();
    const { body } = await refund(id, 1);
    await place.gateway.runDue();
    await place.gateway.advance(31 * DAY_MS);
    const { available } = await balance();
    await place.psp.finishRefund(refundIdOf(body.id), 'NAO_REALIZADO', 'conta encerrada');
    await until('the refund failed', async () => {
      await place.gateway.runDue();
      return (await read(id)).refunds[0].status === 'failed';
    });
    await place.gateway.advance(31 * DAY_MS);
    const after = await balance();
    expect(after.reserved).toBe(0);
    expect(after.available).toBeCloseTo(available + 1, 2);
  });

  it('is one refund at the PSP although no answer came', async () => {
    const { id, endToEndId } = await paidCharge();
    await paidCharge();
    await place.psp.behave({ refunds: 'at once', dropAfterActing: { on: 'devolucao.put', times: 1 } });
    await refund(id, 30);
    await until('the refund is done', async () => {
      await place.gateway.advance(5 * SECOND_MS);
      return (await read(id)).refunded_amount === 30;
    });
    const { pix } = await place.psp.state();
    expect(pix.find((each) => each.endToEndId === endToEndId)?.devolucoes).toHaveLength(1);
  });

  it("that the payer's bank makes is a dispute, and lost when the money is gone", async () => {
    const { id, endToEndId } = await paidCharge();
    const { id: medId } = await place.psp.med(endToEndId, '25.00');
    await comparePix(place.gateway.deps, place.provider);
    const disputes = async () =>
      (await seller.call('GET', `/api/v1/disputes?charge_id=${id}`)).body.data as {
        id: string;
        status: string;
      }[];
    await until('the dispute is there', async () => {
      await place.gateway.db.query(`update pix_comparisons set refunds_compared_at = to_timestamp(0)`);
      await comparePix(place.gateway.deps, place.provider);
      return (await disputes()).length === 1;
    });
    expect(await disputes()).toMatchObject([{ kind: 'med', amount: 25, status: 'open' }]);
    const operator = await place.gateway.operator();
    const path = `/api/v1/admin/disputes/${(await disputes())[0]?.id}/close`;
    expect((await operator.call('POST', path, { outcome: 'won' })).body).toMatchObject({
      code: 'INVALID_STATE',
      error: expect.stringContaining('decided by main'),
    });
    const played = await seller.call('POST', `/api/v1/sandbox/charges/${id}/med`, {});
    expect(played.body.code).toBe('INVALID_STATE');
    await place.psp.finishRefund(medId, 'DEVOLVIDO');
    await until('the dispute is lost', async () => {
      await place.gateway.runDue();
      return (await disputes())[0]?.status === 'lost';
    });
  });
});

describe('a boleto with a PIX code', () => {
  const payer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };

  it('is a charge with a due date at the PSP, which reckons fine and interest', async () => {
    const charge = await create({
      billing_type: 'BOLETO',
      customer: payer,
      due_date: '2030-01-10',
      fine: { percent: 2 },
      interest: { percent: 1 },
      discount: { percent: 5, until: '2030-01-05' },
    });
    const { cobvs } = await place.psp.state();
    expect(cobvs.find((each) => each.txid === charge.pix.txid)).toMatchObject({
      status: 'ATIVA',
      terms: {
        calendario: { dataDeVencimento: '2030-01-10' },
        valor: { original: '100.00', multa: { modalidade: 2, valorPerc: '2.00' } },
      },
    });
  });

  it('is paid by its PIX code with what the PSP asked for', async () => {
    const discount = { percent: 5, until: '2030-01-05' };
    const { id, pix } = await create({
      billing_type: 'BOLETO',
      customer: payer,
      due_date: '2030-01-10',
      discount,
    });
    const { valor } = await place.psp.pay(pix.txid);
    expect(valor).toBe('95.00');
    expect(await settled(id, 'RECEIVED')).toMatchObject({ paid_value: 95, billing_type: 'PIX' });
  });

  it('loses its PIX code when it is paid as a boleto', async () => {
    const { id, pix } = await create({ billing_type: 'BOLETO', customer: payer, due_date: '2030-01-10' });
    expect((await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`)).status).toBe(200);
    await place.gateway.runDue();
    const { cobvs } = await place.psp.state();
    expect(cobvs.find((each) => each.txid === pix.txid)?.status).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
  });
});
