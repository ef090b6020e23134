/** What became of a cancellation, by the code that Cielo answers it with. */

/**
 * `pending`: the same one is under way; `later`: nothing was done, and it may be asked again; `refused`: it will never be
 * done.
 */
export type VoidOutcome = 'done' | 'pending' | 'later' | 'refused';

const CODES: Readonly<Record<VoidOutcome, readonly string[]>> = {
  done: ['0', '9', 'FF'],
  pending: ['10', '223', '476'],
  later: ['57', '97', '98', '99', '117', '475', '504', 'BP900', 'BP901', 'BP902', 'BP903', 'BP904'],
  refused: [
    ...[
      '3',
      '5',
      '17',
      '21',
      '40',
      '41',
      '42',
      '43',
      '51',
      '52',
      '53',
      '54',
      '55',
      '56',
      '58',
      '60',
      '72',
      '76',
      '77',
    ],
    ...['100', '101', '102', '103', '104', '105', '106', '107', '108', '116', '120', '121', '130', '160'],
    ...['206', '209', '215', '217', '221', '477', '576', '9016'],
  ],
};

/** For the words that operators and sellers read. */
const REASONS: Readonly<Record<string, string>> = {
  40: 'the time to cancel it has passed',
  43: 'too little is owed to the seller at the acquirer',
  51: 'more than is left of the payment',
  55: 'more than is left of the payment',
  56: 'too little is owed to the seller at the acquirer',
  72: 'too little is owed to the seller at the acquirer',
  76: 'too little is owed to the seller at the acquirer',
  101: 'the time to cancel it has passed',
  102: 'more than is left of the payment',
  130: 'it was cancelled or disputed before',
};

function written(code: string): string {
  const plain = code.replaceAll(' ', '').toUpperCase();
  return /^\d+$/.test(plain) ? String(Number(plain)) : plain;
}

/** A code of no table may mean anything: it is asked again, and what was given back decides. */
export function voidOutcome(code: string): VoidOutcome {
  const outcomes = Object.entries(CODES) as [VoidOutcome, readonly string[]][];
  return outcomes.find(([, codes]) => codes.includes(written(code)))?.[0] ?? 'later';
}

export function voidReason(code: string): string {
  const reason = REASONS[written(code)];
  return `cancellation code ${written(code)}${reason === undefined ? '' : `: ${reason}`}`;
}
