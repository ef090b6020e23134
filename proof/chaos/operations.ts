import { fieldsOf, jsonRequest } from '../kit/call.ts';
import { isUnavailable } from './driver.ts';
import type { Method, ModelCharge, ModelProduct, Status } from './model.ts';
import { reais, type Share } from './money.ts';
import { difference, type Shop, shownCharge } from './shop.ts';

const PARTNERS = [1, 2];
const MAX_SPLIT_BASIS_POINTS = 4_500;
const PAYER = { name: 'Ana Souza', cpf_cnpj: '52998224725', email: 'ana@example.com' };

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

/** A charge of one of these states, mostly; sometimes any, so that refusals are asked for too. */
function someCharge({ model, random }: Shop, ...states: Status[]): ModelCharge | undefined {
  const recent = model.inOrder.slice(-60);
  const fitting = recent.filter(({ status }) => states.includes(status));
  const among = fitting.length > 0 && !random.chance(0.05) ? fitting : recent;
  return among.length > 0 ? random.pick(among) : undefined;
}

function someSplit({ random }: Shop): Share[] {
  if (!random.chance(0.4)) return [];
  return random
    .shuffled(PARTNERS)
    .slice(0, random.whole(1, 2))
    .map((to) =>
      random.chance(0.6)
        ? { to, basisPoints: BigInt(random.whole(1, MAX_SPLIT_BASIS_POINTS)) }
        : { to, cents: BigInt(random.whole(1, 2_000)) },
    );
}

function splitBody({ accounts }: Shop, split: readonly Share[]) {
  return split.map(({ to, cents, basisPoints }) => ({
    recipient_id: accounts[to]?.id,
    ...(cents === undefined ? { percent: reais(basisPoints ?? 0n) } : { amount: reais(cents) }),
  }));
}

type Wanted = { method: Method; value: bigint; installments: number; split: Share[]; product: ModelProduct | null };

function someWanted(shop: Shop): Wanted {
  const { random } = shop;
  const method = random.pick<Method>(['PIX', 'PIX', 'PIX', 'CREDIT_CARD', 'CREDIT_CARD', 'BOLETO']);
  const installments = method === 'CREDIT_CARD' ? random.whole(1, 12) : 1;
  const value = BigInt(random.whole(installments * 500, 60_000));
  const own = shop.products;
  const product = own.length > 0 && random.chance(0.3) ? random.pick(own) : null;
  return { method, value, installments, split: someSplit(shop), product };
}

function chargeBody(shop: Shop, reference: string, wanted: Wanted): object {
  const { method, value, installments, split, product } = wanted;
  return {
    billing_type: method,
    value: reais(value),
    external_reference: reference,
    ...(method === 'CREDIT_CARD' ? { installments } : {}),
    ...(method === 'BOLETO' ? { customer: PAYER } : {}),
    ...(split.length > 0 ? { split: splitBody(shop, split) } : {}),
    ...(product ? { product_id: product.id } : {}),
  };
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
  const request = jsonRequest('POST', '/api/v1/charges', shop.owner.headers, chargeBody(shop, reference, wanted));
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

async function refund(shop: Shop): Promise<void> {
  const { model, random } = shop;
  const charge = someCharge(shop, 'RECEIVED');
  if (!charge) return;
  const left = model.left(charge);
  const part = BigInt(random.whole(1, Math.max(1, Number(left))));
  const amount = random.chance(0.05) ? left + 1n : random.chance(0.5) ? null : part;
  await refundCharge(shop, charge, amount === 0n ? null : amount, false);
}

async function reverseWhole(shop: Shop): Promise<void> {
  const charge = someCharge(shop, 'RECEIVED');
  if (!charge || charge.refunded > 0n || charge.disputed > 0n) return;
  await refundCharge(shop, charge, null, true);
}

async function refundCharge(shop: Shop, charge: ModelCharge, cents: bigint | null, reverse: boolean): Promise<void> {
  const { model } = shop;
  const amount = cents ?? model.left(charge);
  await shop.write({
    method: 'POST',
    path: `/api/v1/charges/${charge.id}/refund`,
    body: { ...(cents === null ? {} : { amount: reais(cents) }), ...(reverse ? { reverse_split: true } : {}) },
    verdict: model.refundVerdict(charge, cents, reverse),
    check(body) {
      const wrong = difference(body, { object: 'refund', charge_id: charge.id, amount: reais(amount) });
      return wrong ?? (body.status === 'succeeded' ? null : 'later');
    },
    later: {
      path: `/api/v1/charges/${charge.id}`,
      isDone: (shown) => shown.refunded_amount === reais(charge.refunded + amount),
    },
    apply: () => model.refund(charge, cents, reverse),
  });
}

async function move(shop: Shop, charge: ModelCharge, path: string, verdict: string | null, act: () => void): Promise<void> {
  await shop.write({
    method: 'POST',
    path,
    verdict,
    check(body) {
      act();
      return difference(body, shownCharge(charge));
    },
    apply: () => undefined,
  });
}

async function cancel(shop: Shop): Promise<void> {
  const { model } = shop;
  const charge = someCharge(shop, 'PENDING');
  if (charge)
    await move(shop, charge, `/api/v1/charges/${charge.id}/cancel`, model.cancelVerdict(charge), () => model.cancel(charge));
}

async function expire(shop: Shop): Promise<void> {
  const { model } = shop;
  const charge = someCharge(shop, 'PENDING');
  const path = `/api/v1/sandbox/charges/${charge?.id}/expire`;
  if (charge) await move(shop, charge, path, model.expireVerdict(charge), () => model.expire(charge));
}

async function refuse(shop: Shop): Promise<void> {
  const { model } = shop;
  const charge = someCharge(shop, 'PENDING');
  const path = `/api/v1/sandbox/charges/${charge?.id}/refuse`;
  if (charge) await move(shop, charge, path, model.refuseVerdict(charge), () => model.refuse(charge));
}

async function dispute(shop: Shop): Promise<void> {
  const { model, random } = shop;
  const charge = someCharge(shop, 'RECEIVED');
  if (!charge || charge.method === 'BOLETO') return;
  const kind = charge.method === 'PIX' ? 'med' : 'chargeback';
  const left = model.left(charge);
  const cents = random.chance(0.5) ? left : BigInt(random.whole(1, Math.max(1, Number(left))));
  await shop.write({
    method: 'POST',
    path: `/api/v1/sandbox/charges/${charge.id}/${kind}`,
    body: cents === left ? {} : { amount: reais(cents) },
    verdict: model.disputeVerdict(charge),
    check: (body) => difference(body, { object: 'dispute', charge_id: charge.id, kind, amount: reais(cents), status: 'open' }),
    apply: (body) => model.dispute(String(body.id), charge, cents),
  });
}

async function closeDispute(shop: Shop): Promise<void> {
  const { model, random } = shop;
  const open = model.disputes.filter(({ status }) => status === 'open');
  const among = open.length > 0 && !random.chance(0.1) ? open : model.disputes.slice(-20);
  if (among.length === 0) return;
  const chosen = random.pick(among);
  const outcome = random.pick(['won', 'lost'] as const);
  await shop.write({
    method: 'POST',
    path: `/api/v1/sandbox/disputes/${chosen.id}/${outcome === 'won' ? 'win' : 'lose'}`,
    verdict: model.closeVerdict(chosen),
    check: (body) => difference(body, { id: chosen.id, amount: reais(chosen.cents), status: outcome }),
    apply: () => model.close(chosen, outcome),
  });
}

async function withdraw(shop: Shop): Promise<void> {
  const { model, random } = shop;
  const { available } = model.owner;
  const most = available > 0n ? Number(available) : 1;
  const cents = random.chance(0.1) ? BigInt(most) + 1n : BigInt(random.whole(1, Math.max(1, Math.floor(most / 3))));
  await shop.write({
    method: 'POST',
    path: '/api/v1/withdrawals',
    body: { amount: reais(cents), pix_key: 'loja@example.com' },
    verdict: model.withdrawVerdict(cents),
    check: (body) => difference(body, { object: 'withdrawal', amount: reais(cents), status: 'pending' }),
    apply: (body) => model.withdraw(String(body.id), cents),
  });
}

async function decideWithdrawal(shop: Shop): Promise<void> {
  const { model, random } = shop;
  const pending = model.withdrawals.filter(({ status }) => status === 'pending');
  const among = pending.length > 0 && !random.chance(0.1) ? pending : model.withdrawals.slice(-20);
  if (among.length === 0) return;
  const chosen = random.pick(among);
  const status = random.pick(['approved', 'approved', 'rejected'] as const);
  await shop.write({
    method: 'POST',
    path: `/api/v1/sandbox/withdrawals/${chosen.id}/${status === 'approved' ? 'approve' : 'reject'}`,
    verdict: model.decideVerdict(chosen),
    check: (body) => difference(body, { id: chosen.id, amount: reais(chosen.cents), status }),
    apply: () => model.decide(chosen, status),
  });
}

async function makeProduct(shop: Shop): Promise<void> {
  const { random } = shop;
  const stock = random.whole(2, 12);
  const split = random.chance(0.7) ? [{ to: random.pick(PARTNERS), basisPoints: BigInt(random.whole(1, 2_000)) }] : [];
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
  const wanted = Array.from({ length: shop.random.whole(3, 8) }, () => ({ ...someWanted(shop), product: null }));
  const made = await Promise.all(wanted.map((each) => createCharge(shop, each)));
  await Promise.all(made.map((charge) => payCharge(shop, charge, {})));
}

async function readCharge(shop: Shop): Promise<void> {
  const { inOrder } = shop.model;
  if (inOrder.length > 0) await shop.readCharge(shop.random.pick(inOrder));
}
