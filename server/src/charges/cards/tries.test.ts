import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import type { CardNumber } from '../../providers/card.ts';
import type { Charge } from '../charge.ts';
import { findCharge } from '../find.ts';
import type { CardOrigin } from './defence.ts';
import { payByCard } from './pay.ts';
import { deleteOldCardTries } from './tries.ts';
import { workBitsOf } from './work.ts';

const REFUSED = '4012888888881881';
const APPROVED = '4111111111111111';
let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway({ connections: 25 });
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());

async function cardCharge(): Promise<Charge> {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'CREDIT_CARD', value: 50 });
  const charge = await findCharge(gateway.deps, seller.id, body.id);
  if (!charge) throw new Error('the charge is there');
  return charge;
}

let made = 0;
/** Somebody who has nothing in common with anyone before. */
function stranger(): CardOrigin {
  made += 1;
  const id = gateway.deps.ids.next();
  return {
    address: `10.2.${Math.floor(made / 250)}.${1 + (made % 250)}`,
    device: id,
    document: id,
    email: `${id}@example.com`,
  };
}

async function pay(charge: Charge, number: string, origin: CardOrigin | null, workBits = 0) {
  const card: CardNumber = {
    ...{ kind: 'number', number, holder: 'ANA', document: '52998224725' },
    ...{ month: 12, year: 2060, cvv: '123' },
  };
  const attemptId = gateway.deps.ids.next();
  const outcome = await payByCard(gateway.deps, charge, {
    attemptId,
    card,
    installments: null,
    origin,
    workBits,
  });
  return typeof outcome === 'string' ? outcome : outcome.because;
}

const forget = () => gateway.db.query('delete from card_tries');

describe('refused cards', () => {
  it('on one charge do not close it to other payers', async () => {
    await forget();
    const charge = await cardCharge();
    const tester = stranger();
    for (let round = 0; round < 5; round += 1) expect(await pay(charge, REFUSED, tester)).toBe('refused');
    expect(await pay(charge, REFUSED, stranger())).toBe('card');
    expect(await pay(charge, APPROVED, tester)).toBe('device');
    expect(await pay(charge, APPROVED, stranger())).toBe('approved');
  });

  it('of one device hold the device on every charge, and no other device at its address', async () => {
    await forget();
    const tester = stranger();
    for (let round = 0; round < 5; round += 1)
      await pay(await cardCharge(), REFUSED, { ...stranger(), device: tester.device });
    expect(await pay(await cardCharge(), APPROVED, { ...stranger(), device: tester.device })).toBe('device');
    expect(await pay(await cardCharge(), APPROVED, { ...stranger(), address: tester.address })).toBe(
      'approved',
    );
  });

  it('from one address ask the next one there for work, and let it through with it', async () => {
    await forget();
    const { address } = stranger();
    for (let round = 0; round < 10; round += 1) {
      await gateway.db.query(`delete from card_tries where kind = 'card'`);
      expect(await pay(await cardCharge(), REFUSED, { ...stranger(), address })).toBe('refused');
    }
    expect(await pay(await cardCharge(), APPROVED, { ...stranger(), address })).toBe('work');
    expect(await pay(await cardCharge(), APPROVED, { ...stranger(), address }, 16)).toBe('approved');
    await gateway.advance(30_000);
    expect(await pay(await cardCharge(), APPROVED, { ...stranger(), address })).toBe('approved');
  });

  it('of which many come at once are counted one after the other', async () => {
    await forget();
    const { device } = stranger();
    const charges = await Promise.all(Array.from({ length: 20 }, cardCharge));
    const outcomes = await Promise.all(
      charges.map((charge) => pay(charge, REFUSED, { ...stranger(), device })),
    );
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(5);
  });

  it('are not counted where no payer types the card', async () => {
    await forget();
    for (let round = 0; round < 8; round += 1)
      expect(await pay(await cardCharge(), REFUSED, null)).toBe('refused');
    expect(await gateway.db.query('select 1 from card_tries')).toEqual([]);
  });
});

describe('an approved card', () => {
  it('is given back: one device may buy as often as it likes', async () => {
    await forget();
    const buyer = stranger();
    for (let round = 0; round < 12; round += 1)
      expect(await pay(await cardCharge(), APPROVED, buyer)).toBe('approved');
  });
});

describe('what is kept of a try', () => {
  it('is neither card nor payer nor address, and nothing stays with the attempt', async () => {
    await forget();
    const tester = stranger();
    await pay(await cardCharge(), REFUSED, tester);
    const rows = await gateway.db.query('select * from card_tries');
    const attempts = await gateway.db.query<{ counted_by: string[] }>('select * from card_attempts');
    const text = JSON.stringify([rows, attempts], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(rows).toHaveLength(5);
    for (const secret of [REFUSED, tester.address, tester.document, tester.email])
      expect(text).not.toContain(secret);
    expect(attempts.every(({ counted_by }) => counted_by.length === 0)).toBe(true);
  });

  it('is forgotten after a day, of a card after thirty', async () => {
    await forget();
    await pay(await cardCharge(), REFUSED, stranger());
    const kinds = async () =>
      (await gateway.db.query<{ kind: string }>('select kind from card_tries')).map(({ kind }) => kind);
    await gateway.advance(25 * 3_600_000);
    await deleteOldCardTries(gateway.deps);
    expect(await kinds()).toEqual(['card']);
    await gateway.advance(30 * 24 * 3_600_000);
    await deleteOldCardTries(gateway.deps);
    expect(await kinds()).toEqual([]);
  });
});

describe('work', () => {
  it('is the leading zero bits of SHA-256 over the form and the number found', () => {
    const zeroBits = (nonce: string) => {
      const hex = createHash('sha256').update(`form:${nonce}`).digest('hex');
      return [...hex]
        .map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0'))
        .join('')
        .indexOf('1');
    };
    for (let nonce = 0; nonce < 2_000; nonce += 1) {
      expect(workBitsOf('form', String(nonce))).toBe(zeroBits(String(nonce)));
    }
  });

  it.each(['', 'x'.repeat(21)])('is none for %j', (nonce) => {
    expect(workBitsOf('form', nonce)).toBe(0);
  });
});
