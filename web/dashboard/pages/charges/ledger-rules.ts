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

/** The sentence of a posting; figures are taken from the API's rule. */
const RULES: Readonly<Record<string, (posting: Posting) => Rule>> = {
  sale: () => 'sale',
  split_sent: ({ from }) => (from === 'transfers' ? 'split_taken_back' : 'split_sent'),
  // The older name for a reversed split.
  split_received: () => 'split_taken_back',
  reserve_hold: () => 'reserve_hold',
  reserve_release: ({ fact, to }) =>
    to === 'reserved' ? 'reserve_again' : fact.endsWith(':reserve') ? 'reserve_release' : 'reserve_used',
  receivable_settled: () => 'receivable_settled',
  receivable_used: ({ to }) => (to === 'available' ? 'receivable_used' : 'receivable_again'),
  receivable_anticipated: () => 'receivable_anticipated',
  anticipation_fee: () => 'anticipation_fee',
  refund: ({ to }) => (to === 'external' ? 'refund_paid' : 'refund'),
  chargeback: ({ from, to }) =>
    from === 'available' ? 'dispute_opened' : to === 'available' ? 'dispute_won' : 'dispute_lost',
  adjustment: () => 'adjustment',
};

type Format = { money: (reais: number) => string; percent: (share: number) => string };
type Figures = Record<string, string>;
export type WriteRule = (name: Rule, figures: Figures) => string;

/** The API's rule in the user's language and number format. Unknown rules stay as the API wrote them. */
export function ruleInWords(posting: Posting, format: Format, put: WriteRule): string {
  const write: WriteRule = (name, figures) => put(name, written(figures, format));
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

/** The figures in the API's rule. Null: unknown rule. */
function figuresIn(pattern: RegExp | undefined, sentence: string): Figures | null {
  if (!pattern) return {};
  const groups = pattern.exec(sentence)?.groups;
  return groups ? { ...groups } : null;
}

const AMOUNTS = ['of', 'is', 'fee'];

function written(figures: Figures, format: Format): Figures {
  const pairs = Object.entries(figures).map(([name, figure]) => {
    if (AMOUNTS.includes(name)) return [name, format.money(Number(figure))];
    return [name, name === 'rate' ? format.percent(Number(figure) / 100) : figure];
  });
  return Object.fromEntries(pairs);
}
