import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { civilDateOf } from '../../server/src/brazil/calendar.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { hasInstallments, soldByCard } from '../support/receivables.ts';
import { type ModelClaim, ReceivablesModel } from '../support/receivables-model.ts';

/** Random sales, refunds, disputes and days, and after each of them the same balances as the model's, to the cent. */
let gateway: TestGateway;
let shop: Seller;
let partner: Seller;
let random = 0;

beforeAll(async () => {
  gateway = await startGateway();
  [shop, partner] = [await gateway.seller(), await gateway.seller()];
  for (const seller of [shop, partner]) await hasInstallments(gateway, seller);
});
afterAll(() => gateway.stop());

/** Numbers that look random and are the same in every run. */
function upTo(count: number): number {
  random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((random / 2_147_483_648) * count);
}

const inCents = (reais: number) => BigInt(Math.round(reais * 100));
const today = () => civilDateOf(gateway.deps.clock.now());

async function shown(seller: Seller) {
  const { body } = await seller.call('GET', '/api/v1/balance');
  const { available, receivable, reserved } = body as Record<string, number>;
  const [a, b, c] = [available, receivable, reserved].map((each) => inCents(each ?? 0));
  return { available: a, receivable: b, reserved: c };
}

async function sell(model: ReceivablesModel): Promise<void> {
  const count = 1 + upTo(12);
  const value = (6_000 + upTo(500_000)) / 100;
  const percent = upTo(3) === 0 ? 5 + upTo(40) : 0;
  const split = percent > 0 ? { split: [{ recipient_id: partner.id, percent }] } : {};
  const id = await soldByCard(shop, { value, installments: count, ...split });
  const { body } = await shop.call('GET', `/api/v1/charges/${id}`);
  const paid = inCents(value);
  const fee = inCents(body.platform_fee);
  const reserve = paid - fee - inCents(body.net_value);
  const share = (paid * BigInt(percent) * 2n + 100n) / 200n;
  const parts = percent > 0 ? [{ account: partner.id, cents: share }] : [];
  model.sell({ seller: shop.id, id, paid, fee, reserve, count, day: today() }, parts);
}

async function refund(model: ReceivablesModel): Promise<void> {
  const sale = model.sales.filter(({ left, parts }) => left > 100n && parts.length === 0)[upTo(4)];
  if (!sale) return;
  const cents = upTo(4) === 0 ? sale.left : 1n + BigInt(upTo(Number(sale.left)));
  const amount = Number(cents) / 100;
  const answer = await shop.call('POST', `/api/v1/charges/${sale.id}/refund`, { amount });
  if (answer.status >= 400) {
    // What is waited for may cover it, and nothing more.
    expect(answer.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    return;
  }
  sale.left -= cents;
  model.claim(sale, shop.id, cents);
}

async function refundWithSplit(model: ReceivablesModel): Promise<void> {
  const sale = model.sales.find(({ left, paid, parts }) => left === paid && parts.length > 0);
  if (!sale) return;
  const [part] = sale.parts;
  const path = `/api/v1/charges/${sale.id}/refund`;
  const answer = await shop.call('POST', path, { reverse_split: true });
  if (answer.status >= 400) {
    expect(answer.body).toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
    return;
  }
  sale.left = 0n;
  model.claim(sale, partner.id, part?.cents ?? 0n);
  model.claim(sale, shop.id, sale.paid - (part?.cents ?? 0n));
}

const open: { id: string; claim: ModelClaim }[] = [];

async function dispute(model: ReceivablesModel): Promise<void> {
  const sale = model.sales.filter(({ left }) => left > 100n)[upTo(4)];
  if (!sale) return;
  const cents = sale.left / BigInt(1 + upTo(3));
  const path = `/api/v1/sandbox/charges/${sale.id}/chargeback`;
  const answer = await shop.call('POST', path, { amount: Number(cents) / 100 });
  expect(answer.status).toBe(200);
  sale.left -= cents;
  open.push({ id: answer.body.id, claim: model.claim(sale, shop.id, cents) });
}

async function close(model: ReceivablesModel): Promise<void> {
  const [one] = open.splice(upTo(Math.max(open.length, 1)), 1);
  if (!one) return;
  const outcome = upTo(2) === 0 ? 'won' : 'lost';
  const answer = await shop.call(
    'POST',
    `/api/v1/sandbox/disputes/${one.id}/${outcome === 'won' ? 'win' : 'lose'}`,
  );
  expect(answer.status).toBe(200);
  if (outcome === 'lost') return;
  one.claim.sale.left += one.claim.cents;
  model.undo(one.claim, shop.id, today());
}

async function pass(model: ReceivablesModel): Promise<void> {
  await gateway.advance((1 + upTo(40)) * DAY_MS);
  model.passTo(today());
}

describe('sales by card that are paid out by installment', () => {
  it('leave every account with what an independent model says, whatever happens to them', async () => {
    const model = new ReceivablesModel();
    const steps = [sell, sell, sell, refund, refundWithSplit, dispute, close, pass];
    for (let step = 0; step < 160; step += 1) {
      const one = steps[upTo(steps.length)] ?? sell;
      await one(model);
      const at = `after step ${step}, ${one.name}`;
      for (const seller of [shop, partner]) expect(await shown(seller), at).toEqual(model.of(seller.id));
    }
    expect(await gateway.audit()).toEqual([]);
    expect(model.sales.length).toBeGreaterThan(30);
  });
});
