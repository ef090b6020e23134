import { someCharge } from './choosing.ts';
import type { ModelCharge } from './model.ts';
import { reais } from './money.ts';
import { difference, type Shop, shownCharge } from './shop.ts';

export async function refund(shop: Shop): Promise<void> {
  const { model, random } = shop;
  const charge = someCharge(shop, 'RECEIVED');
  if (!charge) return;
  const left = model.left(charge);
  const part = BigInt(random.whole(1, Math.max(1, Number(left))));
  const amount = random.chance(0.05) ? left + 1n : random.chance(0.5) ? null : part;
  await refundCharge(shop, charge, amount === 0n ? null : amount, false);
}

export async function reverseWhole(shop: Shop): Promise<void> {
  const charge = someCharge(shop, 'RECEIVED');
  if (!charge || charge.refunded > 0n || charge.disputed > 0n) return;
  await refundCharge(shop, charge, null, true);
}

async function refundCharge(
  shop: Shop,
  charge: ModelCharge,
  cents: bigint | null,
  reverse: boolean,
): Promise<void> {
  const { model } = shop;
  const amount = cents ?? model.left(charge);
  await shop.write({
    method: 'POST',
    path: `/api/v1/charges/${charge.id}/refund`,
    body: {
      ...(cents === null ? {} : { amount: reais(cents) }),
      ...(reverse ? { reverse_split: true } : {}),
    },
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

async function move(
  shop: Shop,
  charge: ModelCharge,
  path: string,
  verdict: string | null,
  act: () => void,
): Promise<void> {
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

export async function cancel(shop: Shop): Promise<void> {
  const { model } = shop;
  const charge = someCharge(shop, 'PENDING');
  if (charge)
    await move(shop, charge, `/api/v1/charges/${charge.id}/cancel`, model.cancelVerdict(charge), () =>
      model.cancel(charge),
    );
}

export async function expire(shop: Shop): Promise<void> {
  const { model } = shop;
  const charge = someCharge(shop, 'PENDING');
  const path = `/api/v1/sandbox/charges/${charge?.id}/expire`;
  if (charge) await move(shop, charge, path, model.expireVerdict(charge), () => model.expire(charge));
}

export async function refuse(shop: Shop): Promise<void> {
  const { model } = shop;
  const charge = someCharge(shop, 'PENDING');
  const path = `/api/v1/sandbox/charges/${charge?.id}/refuse`;
  if (charge) await move(shop, charge, path, model.refuseVerdict(charge), () => model.refuse(charge));
}

export async function dispute(shop: Shop): Promise<void> {
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
    check: (body) =>
      difference(body, {
        object: 'dispute',
        charge_id: charge.id,
        kind,
        amount: reais(cents),
        status: 'open',
      }),
    apply: (body) => model.dispute(String(body.id), charge, cents),
  });
}

export async function closeDispute(shop: Shop): Promise<void> {
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

export async function withdraw(shop: Shop): Promise<void> {
  const { model, random } = shop;
  const { available } = model.owner;
  const most = available > 0n ? Number(available) : 1;
  const cents = random.chance(0.1)
    ? BigInt(most) + 1n
    : BigInt(random.whole(1, Math.max(1, Math.floor(most / 3))));
  await shop.write({
    method: 'POST',
    path: '/api/v1/withdrawals',
    body: { amount: reais(cents), pix_key: 'loja@example.com' },
    verdict: model.withdrawVerdict(cents),
    check: (body) => difference(body, { object: 'withdrawal', amount: reais(cents), status: 'pending' }),
    apply: (body) => model.withdraw(String(body.id), cents),
  });
}

export async function decideWithdrawal(shop: Shop): Promise<void> {
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
