export type PayoutBehaviour = 'paid' | 'slow' | 'approval' | 'failed' | 'refused' | 'no_answer' | 'returned';

type TestKey = { key: string; behaviour: PayoutBehaviour; about: string };

/** PIX keys of the sandbox that make a withdrawal go as one at a real bank may. */
export const TEST_KEYS: readonly TestKey[] = [
  { key: 'paid@bank.test', behaviour: 'paid', about: 'Paid at once, with an end-to-end id' },
  { key: 'slow@bank.test', behaviour: 'slow', about: 'Paid a minute later' },
  { key: 'approval@bank.test', behaviour: 'approval', about: 'Waits for a person at the bank, then paid' },
  { key: 'failed@bank.test', behaviour: 'failed', about: 'Taken by the bank, and fails a minute later' },
  { key: 'refused@bank.test', behaviour: 'refused', about: 'Refused by the bank at once' },
  { key: 'no-answer@bank.test', behaviour: 'no_answer', about: 'Paid, but the answer of the bank is lost' },
  { key: 'returned@bank.test', behaviour: 'returned', about: 'Paid, and comes back within a day' },
];

export function payoutBehaviourOf(pixKey: string): PayoutBehaviour | null {
  return TEST_KEYS.find(({ key }) => key === pixKey)?.behaviour ?? null;
}
