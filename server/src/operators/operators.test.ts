import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../test/support/decided.ts';
import { decideRemoval } from './operators.ts';

const actor = signedIn('ana');
const times = {
  sessionsEndAt: new Date('2026-03-10T15:00:00Z'),
  keysEndAt: new Date('2026-04-10T15:00:00Z'),
};
const ana = { accountId: 'ana', email: 'ana@example.com' };
const bia = { accountId: 'bia', email: 'bia@example.com' };

describe('the removal of an operator', () => {
  it('ends every way in and names the e-mail in the log', () => {
    const end = { accountId: 'bia', ...times };
    expect(decided(decideRemoval([ana, bia], { actor, id: 'bia' }, times))).toEqual({
      result: undefined,
      rows: [
        ['operators.demote', end],
        ['operators.free_email', end],
        ['operators.free_unclaimed_email', end],
        ['operators.end_sessions', end],
        ['operators.revoke_keys', end],
        ['operators.block_removed', end],
      ],
      audit: [
        {
          actor,
          accountId: 'bia',
          action: 'operator.removed',
          target: { kind: 'operator', id: 'bia' },
          details: { email: 'bia@example.com' },
        },
      ],
    });
  });

  it.each([
    ['is none', [ana], 'NOT_FOUND: Operator not found'],
    ['was removed meanwhile, as was the actor', [], 'NOT_FOUND: Operator not found'],
    [
      'would be the last, for the actor was removed meanwhile',
      [bia],
      'FORBIDDEN: You do not have permission to do this',
    ],
  ])('is refused when it %s', (_, operators, refusal) => {
    expect(decided(decideRemoval(operators, { actor, id: 'bia' }, times))).toBe(refusal);
  });
});
