import type { Texts } from '../../text/portuguese/texts.ts';

type Posting = { fact: string; from: string; to: string; category: string; rule: string };
type Rule = keyof Texts['charges']['ledger']['rules'];

const PARTS = {
  percentage: /^(?<rate>[\d.]+)% of (?<of>[\d.]+) = (?<is>[\d.]+) \(rounded up\)$/,
  fixed: /^fixed (?<is>[\d.]+)$/,
  surcharge: /^(?<times>\d+)x surcharge (?<rate>[\d.]+)% = (?<is>[\d.]+) \(rounded up\)$/,
  sale: /for a value of (?<of>[\d.]+);/,
  split_sent: /part of (?<of>[\d.]+):/,
  reserve_hold: /^(?<rate>[\d.]+)% of \((?<of>[\d.]+) − (?<fee>[\d.]+)\), .* held (?<days>\d+) days$/,
} as const;
const FEE_PARTS = ['percentage', 'fixed', 'surcharge'] as const;

/** Which sentence a movement has; those with figures find them in the API's own. */
const RULES: Readonly<Record<string, (posting: Posting) => Rule>> = {
  sale: () => 'sale',
  split_sent: () => 'split_sent',
  split_received: () => 'split_received',
  reserve_hold: () => 'reserve_hold',
  reserve_release: ({ fact, to }) =>
    to === 'reserved' ? 'reserve_again' : fact.endsWith(':reserve') ? 'reserve_release' : 'reserve_used',
  refund: ({ to }) => (to === 'external' ? 'refund_paid' : 'refund'),
  chargeback: ({ from, to }) =>
    from === 'available' ? 'dispute_opened' : to === 'available' ? 'dispute_won' : 'dispute_lost',
  adjustment: () => 'adjustment',
};

export type WriteRule = (name: Rule, figures: Record<string, string>) => string;

/** A sentence we do not know stays as the API wrote it. */
export function inPortuguese(posting: Posting, write: WriteRule): string {
  const { rule, category } = posting;
  if (posting.fact.endsWith(':failed')) return write('refund_failed', {});
  if (category === 'fee') return feeParts(rule, write) ?? rule;
  const name = RULES[category]?.(posting);
  const figures = name && figuresIn(PARTS[name as keyof typeof PARTS], rule);
  return name && figures ? write(name, figures) : rule;
}

function feeParts(rule: string, write: WriteRule): string | null {
  const parts = rule.split(' + ').map((part) => {
    const name = FEE_PARTS.find((each) => PARTS[each].test(part));
    const figures = name && figuresIn(PARTS[name], part);
    return name && figures ? write(name, figures) : null;
  });
  return parts.includes(null) ? null : parts.join(' + ');
}

/** The figures as they are written, with a decimal comma. Null: the sentence is not the one we know. */
function figuresIn(pattern: RegExp | undefined, sentence: string): Record<string, string> | null {
  if (!pattern) return {};
  const groups = pattern.exec(sentence)?.groups;
  if (!groups) return null;
  return Object.fromEntries(Object.entries(groups).map(([name, figure]) => [name, figure.replace('.', ',')]));
}
