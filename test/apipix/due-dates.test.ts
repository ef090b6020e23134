import { afterEach, beforeEach, describe, expect } from 'vitest';
import type { Seller } from '../support/gateway.ts';
import { it } from '../support/psp-fixtures.ts';
import type { PspGateway } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

const TERMS = { due_date: '2031-03-10', fine: { percent: 2 }, interest: { percent: 1 } };
const LATER = '2031-04-10';

let place: PspGateway;
let seller: Seller;
it.beforeAll(({ place: started }) => {
  place = started;
});
beforeEach(async () => {
  await place.psp.behave({ status5xx: null, refunds: 'at once' });
  seller = await place.gateway.seller();
});
afterEach(async () => {
  expect(await place.gateway.audit()).toEqual([]);
  expect((await place.psp.state()).violations).toEqual([]);
});

async function boleto() {
  const customer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };
  const made = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'BOLETO', value: 150, customer },
    ...TERMS,
  });
  expect(made.status, made.raw).toBe(201);
  return made.body;
}
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const move = (id: string) => seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: LATER });

async function become(id: string, what: string, isSo: (charge: Awaited<ReturnType<typeof read>>) => boolean) {
  await until(what, async () => {
    await place.gateway.runDue();
    return isSo(await read(id));
  });
  return read(id);
}

describe('the PIX code of a boleto whose due date was changed', () => {
  it('is another one, with the new terms, and the first is removed at the PSP', async () => {
    const { id, pix: first } = await boleto();
    expect((await move(id)).body.boleto.due_date).toBe(LATER);
    const { pix } = await become(id, 'it has another code', (charge) => {
      return charge.pix !== undefined && charge.pix.txid !== first.txid;
    });
    expect(pix.expires_at > first.expires_at).toBe(true);
    await until('the first is removed', async () => {
      await place.gateway.runDue();
      return place.psp.pay(first.txid).then(
        () => false,
        () => true,
      );
    });
    // Late by the old date, in time by the new one.
    const { valor } = await place.psp.pay(pix.txid, { at: '2031-03-17T15:00:00.000Z' });
    expect(valor).toBe('150.00');
    const paid = await become(id, 'it is paid', ({ status }) => status === 'RECEIVED');
    expect(paid).toMatchObject({ paid_value: 150, billing_type: 'PIX' });
  });

  it('may be paid by the first code until the PSP has another', async () => {
    const { id, pix: first } = await boleto();
    await place.psp.behave({ status5xx: { status: 503 } });
    expect((await move(id)).status).toBe(200);
    await place.gateway.runDue();
    expect((await read(id)).pix).toBeUndefined();
    await place.psp.behave({ status5xx: null });
    await place.psp.pay(first.txid);
    const paid = await become(id, 'it is paid', ({ status }) => status === 'RECEIVED');
    expect(paid).toMatchObject({ paid_value: 150, billing_type: 'PIX' });
  });
});
