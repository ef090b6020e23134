import { beforeEach, describe, expect, it } from 'vitest';
import { type Cents, fromCents, type Reais, reais, toCents } from '../../sdk/src/main.ts';
import { RAILS, type Rail, type Shop, type Street, streetsOfFile } from './shop.ts';

let street: Street;
let shop: Shop;

const streets = streetsOfFile();
const comeTo = (rail: Rail) =>
  streets(rail, (opened) => {
    street = opened;
  });
beforeEach(async () => {
  shop = await street.open();
});

async function paid(value: Reais, seller = shop): Promise<string> {
  const { id } = await seller.client.charges.create({ billing_type: 'PIX', value });
  await street.pay(seller, id);
  return id;
}

describe.each(RAILS)('a split on %s', (rail) => {
  comeTo(rail);

  it('gives each recipient its part and the owner the rest', async () => {
    const [partner, friend] = [await street.open('Sócia'), await street.open('Amigo')];
    const { id } = await shop.client.charges.create({
      billing_type: 'PIX',
      value: reais(100),
      split: [
        { recipient_id: partner.id, percent: 10, description: 'comissão' },
        { recipient_id: friend.id, amount: reais(5.5) },
      ],
    });
    const charge = await street.pay(shop, id);
    expect(charge).toMatchObject({ has_split: true, net_value: 86.93 });
    expect(await partner.client.balance.retrieve()).toMatchObject({ available: 10, reserved: 0, total: 10 });
    expect(await friend.client.balance.retrieve()).toMatchObject({ available: 5.5 });
    expect(await shop.client.balance.retrieve()).toMatchObject({
      available: 71.43,
      reserved: 4.58,
      total: 76.01,
    });
  });

  it('of a product applies to its charges', async () => {
    const partner = await street.open('Sócia');
    const { products, charges } = shop.client;
    const { id } = await products.create({ name: 'Curso', price: reais(200), stock: 3 });
    await products.splits.update(id, [{ recipient_id: partner.id, percent: 25 }]);
    expect((await products.splits.retrieve(id)).split).toMatchObject([
      { recipient_id: partner.id, percent: 25 },
    ]);
    const charge = await charges.create({ billing_type: 'PIX', value: reais(200), product_id: id });
    expect(charge.split).toMatchObject([{ recipient_id: partner.id, type: 'percent', percent: 25 }]);
    await street.pay(shop, charge.id);
    expect((await products.retrieve(id)).stock).toBe(2);
  });

  it('that is wrong is refused with its reason', async () => {
    const split = [{ recipient_id: shop.id, percent: 10 }];
    const wrong = shop.client.charges.create({ billing_type: 'PIX', value: reais(10), split });
    await expect(wrong).rejects.toMatchObject({ code: 'INVALID_SPLIT', name: 'InvalidRequestError' });
  });
});

describe.each(RAILS)('a refund on %s', (rail) => {
  comeTo(rail);

  it('returns a part, then the rest', async () => {
    // A first sale, so that there is enough to return the whole of the second.
    await paid(reais(100));
    const id = await paid(reais(60));
    const { charges } = shop.client;
    const part = await street.refund(shop, id, { amount: reais(20), reason: 'one item came broken' });
    expect(part).toMatchObject({ object: 'refund', charge_id: id, amount: 20, status: 'succeeded' });
    expect(await charges.retrieve(id)).toMatchObject({ status: 'RECEIVED', refunded_amount: 20 });
    await expect(charges.refund(id, { amount: reais(40.01) })).rejects.toMatchObject({
      code: 'REFUND_EXCEEDS_VALUE',
    });
    await street.refund(shop, id);
    const refunded = await charges.retrieve(id);
    expect(refunded).toMatchObject({ status: 'REFUNDED', refunded_amount: 60 });
    expect(refunded.refunds).toHaveLength(2);
    const { totals } = await charges.ledger(id);
    expect(totals).toMatchObject({ external: 0, refunds: 0, reserved: 0 });
    await expect(charges.refund(id)).rejects.toMatchObject({ code: 'CHARGE_NOT_REFUNDABLE' });
  });

  it('takes the recipients’ parts back when it is asked to', async () => {
    const partner = await street.open('Sócia');
    const split = [{ recipient_id: partner.id, percent: 10 }];
    const { charges } = shop.client;
    const { id } = await charges.create({ billing_type: 'PIX', value: reais(100), split });
    await street.pay(shop, id);
    await street.refund(shop, id, { amount: reais(50), reverse_split: true });
    expect((await partner.client.balance.retrieve()).available).toBe(5);
    // 91.51 came in; the partner keeps 5 of it and the payer has 50 again.
    expect((await shop.client.balance.retrieve()).total).toBe(36.51);
  });

  it('for which the money is not there changes nothing', async () => {
    const id = await paid(reais(100));
    const before = await shop.client.balance.retrieve();
    const error = await shop.client.charges.refund(id).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'INSUFFICIENT_BALANCE', status: 400 });
    expect(String(error)).toMatch(/Nothing changed\. Ask for less/);
    expect(await shop.client.balance.retrieve()).toEqual(before);
  });
});

describe.each(RAILS)('a withdrawal on %s', (rail) => {
  comeTo(rail);

  it('leaves the balance at once and comes back when it is rejected', async () => {
    await paid(reais(100));
    const { withdrawals, balance, sandbox } = shop.client;
    const { id } = await withdrawals.create({ amount: reais(50), pix_key: 'maria@example.com' });
    expect((await balance.retrieve()).available).toBe(36.93);
    expect((await sandbox.withdrawals.reject(id)).status).toBe('rejected');
    expect((await balance.retrieve()).available).toBe(86.93);
    const again = await withdrawals.create({ amount: reais(86.93), pix_key: 'maria@example.com' });
    expect((await sandbox.withdrawals.approve(again.id)).status).toBe('approved');
    expect((await withdrawals.list({ status: 'approved' })).total).toBe(1);
    expect((await balance.retrieve()).available).toBe(0);
  });

  it('needs a key and money, and says which is missing', async () => {
    const { withdrawals, account } = shop.client;
    await expect(withdrawals.create({ amount: reais(1) })).rejects.toMatchObject({
      code: 'PIX_KEY_REQUIRED',
    });
    await account.update({ payout_pix_key: 'maria@example.com' });
    await expect(withdrawals.create({ amount: reais(1) })).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
    });
  });
});

describe.each(RAILS)('a dispute on %s', (rail) => {
  comeTo(rail);

  it('takes the money and gives it back when it is won', async () => {
    const id = await paid(reais(100));
    const { sandbox, disputes, balance } = shop.client;
    const dispute = await street.med(shop, id);
    expect(await disputes.list({ status: 'open' })).toMatchObject({
      total: 1,
      data: [{ id: dispute.id, kind: 'med' }],
    });
    const held = await balance.retrieve();
    expect((await street.winDispute(shop, dispute)).status).toBe('won');
    expect(toCents((await balance.retrieve()).total)).toBeGreaterThan(toCents(held.total));
    await expect(sandbox.disputes.lose(dispute.id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });
});

describe.each(RAILS)('the statement on %s', (rail) => {
  comeTo(rail);

  it('adds up to the balance, entry by entry, and comes as a file', async () => {
    await paid(reais(100));
    await paid(reais(19.9));
    const { transactions, balance } = shop.client;
    let sum = 0;
    for await (const { type, amount } of transactions.list({ limit: 2 })) {
      const cents: Cents = toCents(amount);
      sum += type === 'credit' ? cents : -cents;
    }
    const { available } = await balance.retrieve();
    expect(fromCents(sum)).toBe(available);
    const file = await transactions.export({ format: 'csv', language: 'en' });
    expect(file.filename).toMatch(/\.csv$/);
    expect([...file.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(file.text.split('\n').length).toBeGreaterThan(4);
    expect((await transactions.export({ format: 'ofx' })).text).toContain('<STMTTRN>');
  });

  it('shows the reserve until time gives it back', async () => {
    await paid(reais(100));
    const { balance, sandbox } = shop.client;
    expect(await balance.reserve()).toMatchObject({
      reserved: 4.58,
      data: [{ amount: 4.58, charges_count: 1 }],
    });
    await street.passTime(shop, { days: 31 });
    expect(await balance.retrieve()).toMatchObject({ available: 91.51, reserved: 0 });
    expect((await sandbox.clock.retrieve()).offset_seconds).toBe(31 * 86_400);
    expect((await street.backToNow(shop)).offset_seconds).toBe(0);
  });
});
