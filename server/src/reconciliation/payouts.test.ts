import { expect, it } from 'vitest';
import { cents } from '../kit/money.ts';
import type { SentPayout } from '../providers/payout.ts';
import { listedPayout } from './payouts.ts';

const AT = new Date('2026-11-17T15:00:00.000Z');
const payout = (set: Partial<SentPayout>): SentPayout => ({
  ...{ state: 'succeeded', reason: null, bankReference: 'B1', endToEndId: 'E1', returns: [] },
  ...{ reference: 'W1', amountCents: cents(100n), sentAt: AT },
  ...set,
});

it.each<[string, SentPayout, string | null]>([
  ['our reference', payout({}), 'W1'],
  ['its end-to-end id when we did not send it', payout({ reference: null }), 'E1'],
  ["the bank's id when it has no other", payout({ reference: null, endToEndId: null }), 'B1'],
  [
    'its time and amount when it has no name at all',
    payout({ reference: null, endToEndId: null, bankReference: null }),
    '2026-11-17T15:00:00.000Z 100',
  ],
  [
    "the bank's id of what came back, where that is an item of its own",
    payout({ isReturn: true, returns: [{ id: 'D1', amountCents: cents(50n), at: AT, reason: null }] }),
    'D1',
  ],
  ['nothing when it failed', payout({ state: 'failed' }), null],
  ['nothing while it is pending', payout({ state: 'pending' }), null],
  ['nothing while a person must approve it', payout({ state: 'awaiting_approval' }), null],
])('a payout of a bank is held against our records by %s', (_, sent, reference) => {
  expect(listedPayout(sent)?.reference ?? null).toBe(reference);
});
