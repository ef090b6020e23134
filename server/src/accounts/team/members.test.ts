import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../../test/support/decided.ts';
import { decideRemoval, decideRole } from './members.ts';
import type { TeamMember } from './store.ts';

describe('the decisions', () => {
  const actor = signedIn('shop');
  const owner: TeamMember = { id: 'shop-user', email: 'a@x.example', role: 'owner', homeAccountId: 'shop' };
  const clerk: TeamMember = { id: 'clerk', email: 'b@x.example', role: 'support', homeAccountId: 'other' };
  const NOW = new Date('2026-03-10T15:00:00Z');

  it('who is no owner any more when the lock is given changes nothing', () => {
    const demoted = [{ ...owner, role: 'support' as const }, clerk];
    expect(decided(decideRole(demoted, { actor, id: 'clerk', role: 'owner' }))).toMatch(/^FORBIDDEN/);
    expect(decided(decideRemoval([clerk], { actor, id: 'clerk' }, NOW))).toMatch(/^FORBIDDEN/);
  });

  it('the same role again leaves no line', () => {
    expect(decided(decideRole([owner, clerk], { actor, id: 'clerk', role: 'support' }))).toEqual({
      ...{ result: undefined, rows: [], audit: [] },
    });
  });

  it('a removal ends the sessions where the person’s password is', () => {
    const leaving = { accountId: 'shop', userId: 'clerk', homeAccountId: 'other', at: NOW };
    expect(decided(decideRemoval([owner, clerk], { actor, id: 'clerk' }, NOW))).toMatchObject({
      rows: [
        ['team.mark_removed', leaving],
        ['team.end_sessions', leaving],
        ['team.free_address', leaving],
      ],
    });
  });
});
