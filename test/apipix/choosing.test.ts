import { afterEach, describe, expect } from 'vitest';
import { comparePix } from '../../server/src/charges/pix/comparison.ts';
import type { Seller } from '../support/gateway.ts';
import { it } from '../support/psp-fixtures.ts';
import type { PspGateway } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

let place: PspGateway;
let seller: Seller;

it.beforeAll(async ({ place: started }) => {
  place = started;
  seller = await place.gateway.seller();
});
afterEach(async () => {
  expect(await place.gateway.audit()).toEqual([]);
});

async function openCharge(): Promise<{ id: string; path: string }> {
  const customer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };
  const asked = { billing_type: 'UNDEFINED', value: 80, customer };
  const { body } = await seller.call('POST', '/api/v1/charges', asked);
  return { id: body.id, path: new URL(body.checkout_url).pathname };
}
const choose = (path: string, method: string) =>
  place.gateway.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `method=${method}`,
  });
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const statusAt = async (txid: string) => {
  const { cobs, cobvs } = await place.psp.state();
  return [...cobs, ...cobvs].find((each) => each.txid === txid)?.status;
};

describe('a payer who chooses', () => {
  it('gets a code of the PSP only then, and the same one when he comes back to it', async () => {
    const { id, path } = await openCharge();
    const { cobs: before } = await place.psp.state();
    await choose(path, 'PIX');
    const first = (await read(id)).pix.txid;
    await choose(path, 'CREDIT_CARD');
    await choose(path, 'PIX');
    expect((await read(id)).pix.txid).toBe(first);
    expect((await place.psp.state()).cobs).toHaveLength(before.length + 1);
    expect(await place.gateway.db.query('select 1 from pix_intents')).toEqual([]);
  });

  it('leaves no second code behind when he turns to a boleto', async () => {
    const { id, path } = await openCharge();
    await choose(path, 'PIX');
    const first = (await read(id)).pix.txid;
    await choose(path, 'BOLETO');
    const second = (await read(id)).pix.txid;
    await place.gateway.runDue();
    expect(await statusAt(first)).toBe('REMOVIDA_PELO_USUARIO_RECEBEDOR');
    expect(await statusAt(second)).toBe('ATIVA');
    await choose(path, 'PIX');
    expect((await read(id)).pix.txid).toBe(second);
  });

  it('has his money counted although he paid the first code at the very moment he left it', async () => {
    await place.psp.behave({ callbacks: { lost: 1 }, status5xx: { on: 'cob.patch', times: 1 } });
    const { id, path } = await openCharge();
    await choose(path, 'PIX');
    const first = (await read(id)).pix.txid;
    await choose(path, 'BOLETO');
    const { endToEndId } = await place.psp.pay(first);
    await until('the payment is known', async () => {
      await comparePix(place.gateway.deps, place.provider);
      return (await read(id)).status === 'RECEIVED';
    });
    expect((await read(id)).pix.end_to_end_id).toBe(endToEndId);
    await place.psp.behave({ callbacks: null, status5xx: null });
  });
});

describe('two workers', () => {
  it('do not compare the same PSP at once', async () => {
    await place.gateway.db.query(`update pix_comparisons set leased_until = now() + interval '1 hour'`);
    expect(await comparePix(place.gateway.deps, place.provider)).toBe(false);
    await place.gateway.db.query(`update pix_comparisons set leased_until = now() - interval '1 second'`);
    expect(await comparePix(place.gateway.deps, place.provider)).toBe(true);
  });
});
