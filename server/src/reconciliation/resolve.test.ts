import { describe, expect, it } from 'vitest';
import { systemActor } from '../audit/record.ts';
import { cents } from '../kit/money.ts';
import { decideCompareAgain, decideResolve } from './resolve.ts';
import type { Day, StoredDifference } from './store.ts';

const NOW = new Date('2026-11-19T12:00:00Z');
const BY = { ...systemActor('house'), kind: 'user' as const, userId: 'U1' };
const difference: StoredDifference = {
  ...{ id: 'F', dayId: 'D', provider: 'bank', kind: 'pix', verdict: 'unknown', reference: 'E1' },
  ...{ listedCents: cents(100n), bookedCents: null, listedReturnedCents: null, bookedReturnedCents: null },
  ...{
    ownerAccountId: null,
    ownerName: null,
    objectId: null,
    objectKind: null,
    occurredAt: NOW,
    state: 'open',
  },
  ...{ resolvedBy: null, resolverEmail: null, note: null, resolvedAt: null },
  ...{ firstSeenAt: NOW, lastSeenAt: NOW },
};
const day: Day = {
  ...{ id: 'D', provider: 'bank', kind: 'pix', day: '2026-11-17', state: 'complete', reason: null },
  ...{ totals: null, runs: 5, comparedAt: NOW, nextAt: null },
};

describe('an operator', () => {
  it('resolves an open difference with a note, on record, and moves nothing', () => {
    const decision = decideResolve(difference, { by: BY, note: 'own sale' }, NOW);
    expect(decision).toMatchObject({
      result: 'F',
      effects: {
        rows: [
          {
            row: { id: 'F', note: 'own sale', resolverAccountId: 'house', resolverId: 'U1', resolvedAt: NOW },
          },
        ],
        audit: [
          {
            action: 'reconciliation.resolved',
            target: { kind: 'difference', id: 'F' },
            details: { provider: 'bank', kind: 'pix', verdict: 'unknown', reference: 'E1', note: 'own sale' },
          },
        ],
      },
    });
    expect('effects' in decision && Object.keys(decision.effects).sort()).toEqual(['audit', 'rows']);
  });

  it.each<[string, StoredDifference | null, string]>([
    ['one that is not there', null, 'NOT_FOUND'],
    ['one that is resolved', { ...difference, state: 'resolved' }, 'INVALID_STATE'],
  ])('does not resolve %s', (_, found, code) => {
    expect(decideResolve(found, { by: BY, note: 'x' }, NOW)).toMatchObject({ code });
  });

  it('has a day compared now that would not be compared again', () => {
    expect(decideCompareAgain(day, BY, NOW)).toMatchObject({
      result: 'D',
      effects: { rows: [{ row: { id: 'D', nextAt: NOW } }], audit: [{ action: 'reconciliation.repeated' }] },
    });
    expect(decideCompareAgain(null, BY, NOW)).toMatchObject({ code: 'NOT_FOUND' });
  });
});
