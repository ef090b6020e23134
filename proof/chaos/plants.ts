import type { Random } from '../kit/random.ts';
import type { Tamper } from './driver.ts';
import type { Shop } from './shop.ts';

/** What can be broken on purpose, to show that the checker finds it. */
export const PLANTS = ['lost', 'doubled', 'amount', 'leak'] as const;
export type Plant = (typeof PLANTS)[number];

/** Now and then a cent more than was answered. */
export function wrongAmounts(random: Random): Tamper {
  return (_, answer) => {
    if (answer.status !== 200 || !answer.text.includes('"available":') || !random.chance(0.2)) return answer;
    const text = answer.text.replace(
      /"available":(-?[\d.]+)/,
      (_all, amount) => `"available":${(Math.round(Number(amount) * 100) + 1) / 100}`,
    );
    return { ...answer, text, json: JSON.parse(text) };
  };
}

/** The driver is made to believe in a charge that was never acknowledged, or to forget one that was. */
export function plantFaults(plants: readonly Plant[], [shop]: readonly Shop[]): void {
  if (!shop) return;
  const { model } = shop;
  if (plants.includes('lost'))
    model.create({
      ...{
        id: '00000000-0000-7000-8000-000000000001',
        reference: 'never made',
        method: 'PIX',
        value: 1_000n,
      },
      ...{ installments: 1, split: [], product: null },
    });
  const [first] = model.inOrder;
  if (plants.includes('doubled') && first) {
    model.inOrder.shift();
    model.charges.delete(first.id);
  }
}
