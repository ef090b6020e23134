import type { Method, ModelCharge, ModelProduct, Status } from './model.ts';
import { reais, type Share } from './money.ts';
import type { Shop } from './shop.ts';

export const PARTNERS = [1, 2];
const MAX_SPLIT_BASIS_POINTS = 4_500;
const PAYER = { name: 'Ana Souza', cpf_cnpj: '52998224725', email: 'ana@example.com' };

/** A charge of one of these states, mostly; sometimes any, so that refusals are asked for too. */
export function someCharge({ model, random }: Shop, ...states: Status[]): ModelCharge | undefined {
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

export function splitBody({ accounts }: Shop, split: readonly Share[]) {
  return split.map(({ to, cents, basisPoints }) => ({
    recipient_id: accounts[to]?.id,
    ...(cents === undefined ? { percent: reais(basisPoints ?? 0n) } : { amount: reais(cents) }),
  }));
}

export type Wanted = {
  method: Method;
  value: bigint;
  installments: number;
  split: Share[];
  product: ModelProduct | null;
};

export function someWanted(shop: Shop): Wanted {
  const { random } = shop;
  const method = random.pick<Method>(['PIX', 'PIX', 'PIX', 'CREDIT_CARD', 'CREDIT_CARD', 'BOLETO']);
  const installments = method === 'CREDIT_CARD' ? random.whole(1, 12) : 1;
  const value = BigInt(random.whole(installments * 500, 60_000));
  const own = shop.products;
  const product = own.length > 0 && random.chance(0.3) ? random.pick(own) : null;
  return { method, value, installments, split: someSplit(shop), product };
}

export function chargeBody(shop: Shop, reference: string, wanted: Wanted): object {
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
