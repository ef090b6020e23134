import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import type { Charge } from '../charge.ts';
import { findCharge } from '../find.ts';
import { deleteOldDeclines, tracesOf, WAIT_MS } from './defence.ts';
import { payByCard } from './pay.ts';

const REFUSED = ['4012888888881881', '4716909774636285'];
const APPROVED = '4111111111111111';
let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  seller = await gateway.seller();
});

async function cardCharge(): Promise<Charge> {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'CREDIT_CARD', value: 50 });
  const charge = await findCharge(gateway.deps, seller.id, body.id);
  if (!charge) throw new Error('the charge is there');
  return charge;
}

let lastAddress = 0;
const newAddress = () => `10.1.${Math.floor(lastAddress / 250)}.${1 + (lastAddress++ % 250)}`;

function pay(charge: Charge, number: string, address = newAddress()) {
  const card = { number, holder: 'ANA', document: '52998224725', month: 12, year: 2060, cvv: '123' };
  return payByCard(gateway.deps, charge, {
    attemptId: gateway.deps.ids.next(),
    card,
    installments: null,
    address,
  });
}

/** Sixteen digits that no bank issued, each refused by the sandbox as unknown. */
const anyRefused = REFUSED[0] as string;

describe('after five refusals', () => {
  it('on one link nothing more is tried for a quarter of an hour, with whatever card', async () => {
    const charge = await cardCharge();
    for (let round = 0; round < 5; round += 1) expect(await pay(charge, anyRefused)).toBe('refused');
    expect(await pay(charge, APPROVED)).toBe('wait');
    expect((await findCharge(gateway.deps, seller.id, charge.id))?.status).toBe('REFUSED');
    await gateway.advance(WAIT_MS + 1_000);
    expect(await pay(charge, APPROVED)).toBe('approved');
  });

  it('from one address nothing more is tried from there, on whatever link', async () => {
    const address = newAddress();
    await gateway.advance(WAIT_MS + 1_000);
    for (let round = 0; round < 5; round += 1) {
      expect(await pay(await cardCharge(), anyRefused, address)).toBe('refused');
    }
    expect(await pay(await cardCharge(), APPROVED, address)).toBe('wait');
    expect(await pay(await cardCharge(), APPROVED)).toBe('approved');
  });

  it('of one card it is not tried again, from whatever address', async () => {
    await gateway.advance(WAIT_MS + 1_000);
    for (let round = 0; round < 5; round += 1) {
      expect(await pay(await cardCharge(), anyRefused)).toBe('refused');
    }
    expect(await pay(await cardCharge(), anyRefused)).toBe('wait');
  });
});

describe('what is kept of a refusal', () => {
  it('is neither card nor address, and nothing stays with the attempt', async () => {
    await gateway.advance(WAIT_MS + 1_000);
    const address = newAddress();
    await pay(await cardCharge(), anyRefused, address);
    const rows = await gateway.db.query('select * from card_declines');
    const attempts = await gateway.db.query<{ traces: string[] }>('select * from card_attempts');
    const text = JSON.stringify([rows, attempts]);
    expect(text).not.toContain(anyRefused);
    expect(text).not.toContain(address);
    expect(attempts.every(({ traces }) => traces.length === 0)).toBe(true);
  });

  it('is forgotten after a day', async () => {
    await gateway.advance(25 * 3_600_000);
    await deleteOldDeclines(gateway.deps);
    expect(await gateway.db.query('select 1 from card_declines')).toEqual([]);
  });

  it('takes one household of IPv6 for one address', async () => {
    const charge = await cardCharge();
    const trace = (address: string) =>
      tracesOf(gateway.deps, charge, { cardNumber: APPROVED, address }).at(-1);
    expect(trace('2001:db8:1:2::1')).toBe(trace('2001:db8:1:2:aaaa:bbbb:cccc:dddd'));
    expect(trace('2001:db8:1:2::1')).not.toBe(trace('2001:db8:1:3::1'));
    expect(trace('::ffff:10.0.0.1')).toBe(trace('10.0.0.1'));
  });
});
