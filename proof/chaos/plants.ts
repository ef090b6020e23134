import type { Answer, Request } from '../kit/call.ts';
import type { Shop } from './shop.ts';

/** What can be broken on purpose, to show that the checker finds it. */
export const PLANTS = ['lost', 'doubled', 'amount', 'leak'] as const;
export type Plant = (typeof PLANTS)[number];

/** A cent more than was answered, in every balance. */
export function wrongAmounts(_: Request, answer: Answer): Answer {
  if (answer.status !== 200 || !answer.text.includes('"available":')) return answer;
  const text = answer.text.replace(/"available":(-?[\d.]+)/, (_all, amount) => {
    const cents = Math.round(Number(amount) * 100) + 1;
    return `"available":${cents / 100}`;
  });
  return { ...answer, text, json: JSON.parse(text) };
}

/** The driver is made to believe in a charge that was never acknowledged, or to forget one that was. */
export function plantFaults(plants: readonly Plant[], [shop]: readonly Shop[]): void {
  if (!shop) return;
  const { model } = shop;
  if (plants.includes('lost')) {
    const id = '00000000-0000-7000-8000-000000000001';
    const fields = { method: 'PIX', value: 1_000n, installments: 1, split: [], product: null } as const;
    model.create({ id, reference: 'never made', ...fields });
    // Its notification would be waited for in vain.
    for (const each of model.notifications) each.delete(id);
  }
  const [first] = model.inOrder;
  if (plants.includes('doubled') && first) {
    model.inOrder.shift();
    model.charges.delete(first.id);
  }
}
