import { fieldsOf, jsonRequest } from '../kit/call.ts';
import { chargeBody, PARTNERS, someCharge, someWanted, splitBody, type Wanted } from './choosing.ts';
import {
  cancel,
  closeDispute,
  decideWithdrawal,
  dispute,
  expire,
  refund,
  refuse,
  reverseWhole,
  withdraw,
} from './claims.ts';
import { isUnavailable } from './driver.ts';
import type { ModelCharge } from './model.ts';
import { reais } from './money.ts';
import { difference, type Shop, shownCharge } from './shop.ts';

/** What a seller does, and how often: an operation is drawn with the chance of its weight. */
const OPERATIONS: readonly (readonly [number, (shop: Shop) => Promise<void>])[] = [
  [22, create],
  [6, createWithoutKey],
  [22, pay],
  [3, payTwice],
  [2, payWrongAmount],
  [10, refund],
  [3, reverseWhole],
  [4, cancel],
  [3, expire],
  [3, refuse],
  [4, dispute],
  [4, closeDispute],
  [6, withdraw],
  [5, decideWithdrawal],
  [2, makeProduct],
  [4, burst],
  [10, (shop) => shop.replay()],
  [1, (shop) => shop.reuseKey()],
  [8, (shop) => shop.readBalances()],
  [8, readCharge],
];
const ALL_WEIGHTS = OPERATIONS.reduce((sum, [weight]) => sum + weight, 0);

export async function doSomething(shop: Shop): Promise<void> {
  let drawn = shop.random.next() * ALL_WEIGHTS;
  for (const [weight, operate] of OPERATIONS) {
    drawn -= weight;
    if (drawn <= 0) return operate(shop);
  }
}

async function create(shop: Shop): Promise<void> {
  await createCharge(shop, someWanted(shop));
}

async function createCharge(shop: Shop, wanted: Wanted): Promise<ModelCharge | undefined> {
  const { model } = shop;
  const reference = shop.nextKey('order');
  const split = model.mergedSplit(wanted.product, wanted.split);
  let made: ModelCharge | undefined;
  await shop.write({
    method: 'POST',
    path: '/api/v1/charges',
    body: chargeBody(shop, reference, wanted),
    verdict: model.createVerdict(wanted.value, wanted.product, split),
    check(body) {
      model.create({ ...wanted, split, reference, id: String(body.id) });
      made = model.charges.get(String(body.id));
      return made ? difference(body, shownCharge(made)) : 'no id';
    },
    apply: () => undefined,
  });
  return made;
}

/** Asked once. Without an answer it may or may not be there; after OVERLOADED it must not be. */
async function createWithoutKey(shop: Shop): Promise<void> {
  const { model, driver, random } = shop;
  const wanted = { ...someWanted(shop), split: [], product: null };
  const reference = shop.nextKey('loose');
  const request = jsonRequest(
    'POST',
    '/api/v1/charges',
    shop.owner.headers,
    chargeBody(shop, reference, wanted),
  );
  driver.counts.tried += 1;
  const answer = await driver.once(random.pick(driver.ports()), request);
  if (answer?.status === 201) {
    driver.counts.acked += 1;
    const id = String(fieldsOf(answer.json).id);
    model.create({ ...wanted, reference, id });
    const made = model.charges.get(id);
    const wrong = made && difference(fieldsOf(answer.json), shownCharge(made));
    if (wrong) driver.findings.add('wrong', `charge without a key: ${wrong}: ${answer.text}`);
    return;
  }
  if (answer && !isUnavailable(answer)) {
    driver.findings.add('wrong', `charge without a key: ${answer.status} ${answer.text}`);
    return;
  }
  const wasRefused = fieldsOf(answer?.json).code === 'OVERLOADED';
  const { method, value, installments } = wanted;
  shop.loose.push({ reference, method, value, installments, exists: wasRefused ? 'no' : 'maybe' });
}

function pay(shop: Shop): Promise<void> {
  return payCharge(shop, someCharge(shop, 'PENDING', 'REFUSED'), {});
}

/** The notice of one payment comes twice. */
function payTwice(shop: Shop): Promise<void> {
  return payCharge(shop, someCharge(shop, 'PENDING'), { times: 2 });
}

async function payCharge(shop: Shop, charge: ModelCharge | undefined, body: object): Promise<void> {
  if (!charge) return;
  const { model } = shop;
  const path = `/api/v1/charges/${charge.id}`;
  const wasOpen = charge.status === 'PENDING' || charge.status === 'REFUSED';
  const goesBack = !wasOpen && charge.method !== 'CREDIT_CARD';
  if (goesBack) return payAndReturn(shop, charge, charge.value, {});
  await shop.write({
    method: 'POST',
    path: `/api/v1/sandbox/charges/${charge.id}/pay`,
    body,
    verdict: model.payVerdict(charge),
    check(answer) {
      if (answer.status === 'PENDING' && charge.method === 'CREDIT_CARD') return 'later';
      model.pay(charge);
      return difference(answer, shownCharge(charge));
    },
    later: { path, isDone: (shown) => shown.status === 'RECEIVED' },
    apply: () => void (charge.status === 'RECEIVED' || model.pay(charge)),
  });
}

async function payWrongAmount(shop: Shop): Promise<void> {
  const charge = someCharge(shop, 'PENDING');
  if (!charge || charge.method === 'CREDIT_CARD') return;
  const cents = charge.value + BigInt(shop.random.whole(1, 500));
  await payAndReturn(shop, charge, cents, { amount: reais(cents) });
}

/** Money that is not owed goes back to its payer; the worker does that, and until then the balance holds it. */
async function payAndReturn(shop: Shop, charge: ModelCharge, cents: bigint, body: object): Promise<void> {
  await shop.write({
    method: 'POST',
    path: `/api/v1/sandbox/charges/${charge.id}/pay`,
    body,
    verdict: null,
    check: (answer) => difference(answer, shownCharge(charge)) ?? 'later',
    later: {
      path: `/api/v1/charges/${charge.id}`,
      isDone: ({ returned_payments: returned }) => {
        const all = Array.isArray(returned) ? returned.map((each) => fieldsOf(each).status) : [];
        return all.length === charge.returned + 1 && all.every((status) => status === 'returned');
      },
    },
    apply: () => shop.model.payWrong(charge, cents),
  });
}

async function makeProduct(shop: Shop): Promise<void> {
  const { random } = shop;
  const stock = random.whole(2, 12);
  const split = random.chance(0.7)
    ? [{ to: random.pick(PARTNERS), basisPoints: BigInt(random.whole(1, 2_000)) }]
    : [];
  let id = '';
  await shop.write({
    method: 'POST',
    path: '/api/v1/products',
    body: { name: 'Livro', price: 30, stock },
    verdict: null,
    check: (body) => difference(body, { object: 'product', price: 30, stock, active: true }),
    apply: (body) => {
      id = String(body.id);
    },
  });
  if (!id) return;
  if (split.length > 0)
    await shop.write({
      method: 'PUT',
      path: `/api/v1/products/${id}/splits`,
      body: { split: splitBody(shop, split) },
      verdict: null,
      check: () => null,
      apply: () => undefined,
    });
  shop.products.push({ id, stock, split });
}

/** Several at once, as a busy shop has them: none of these depends on another. */
async function burst(shop: Shop): Promise<void> {
  const wanted = Array.from({ length: shop.random.whole(3, 8) }, () => ({
    ...someWanted(shop),
    product: null,
  }));
  const made = await Promise.all(wanted.map((each) => createCharge(shop, each)));
  await Promise.all(made.map((charge) => payCharge(shop, charge, {})));
}

async function readCharge(shop: Shop): Promise<void> {
  const { inOrder } = shop.model;
  if (inOrder.length > 0) await shop.readCharge(shop.random.pick(inOrder));
}
