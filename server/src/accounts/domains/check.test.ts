import { describe, expect, it } from 'vitest';
import { systemActor } from '../../audit/record.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';
import { GatewayError } from '../../kit/errors.ts';
import type { Records } from '../../net/dns.ts';
import type { Decision } from '../../write/effects.ts';
import { decideCheck, findingOf, type Look } from './check.ts';
import type { Domain } from './store.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const earlier = (ms: number) => new Date(NOW.getTime() - ms);
const found = (...values: string[]): Records => ({ is: 'found', values });
const NONE: Records = { is: 'none', values: [] };
const SILENT: Records = { is: 'silent', values: [] };
const OURS = 'guiche-verification=ana-token';
const THEIRS = 'guiche-verification=bia-token';
const HERE = found('203.0.113.7');

const domain = (fields: Partial<Domain> = {}): Domain => ({
  ...{ accountId: 'ana', host: 'pagar.loja.com.br', token: 'ana-token', createdAt: NOW, checkAt: NOW },
  ...{
    verifiedAt: null,
    failingSince: null,
    switchedOffAt: null,
    checkedAt: null,
    finding: null,
    found: null,
  },
  ...fields,
});
const holder = domain({ accountId: 'bia', token: 'bia-token', verifiedAt: earlier(DAY_MS) });

function decided(own: Domain | null, texts: Records, other: Domain | null = null, addresses = HERE) {
  const command = {
    ...{ actor: systemActor('ana'), claim: { host: 'pagar.loja.com.br', token: 'ana-token' }, now: NOW },
    look: { texts, addresses },
  };
  return readable(decideCheck({ own, holder: other }, command));
}

function readable(decision: Decision<Domain>) {
  if (decision instanceof GatewayError) return decision.code;
  const { result, effects } = decision;
  return {
    finding: result.finding,
    isVerified: result.verifiedAt !== null,
    failingSince: result.failingSince,
    isOff: result.switchedOffAt !== null,
    audit: effects.audit?.map(({ action, accountId }) => `${action} ${accountId}`),
    rows: effects.rows?.map(({ writer }) => writer.statement.name),
  };
}

describe('what a look-up shows', () => {
  it.each<[Look, ReturnType<typeof findingOf>]>([
    [{ texts: found(OURS), addresses: HERE }, 'ok'],
    [{ texts: found('v=spf1', `  ${OURS} `), addresses: HERE }, 'ok'],
    [{ texts: found(`"${OURS}"`), addresses: HERE }, 'ok'],
    [{ texts: found(OURS), addresses: NONE }, 'no_address'],
    [{ texts: found(OURS), addresses: SILENT }, 'no_answer'],
    [{ texts: found(THEIRS), addresses: HERE }, 'other_value'],
    [{ texts: found(`${OURS}x`), addresses: HERE }, 'other_value'],
    [{ texts: found('ana-token'), addresses: HERE }, 'other_value'],
    [{ texts: NONE, addresses: HERE }, 'no_record'],
    [{ texts: SILENT, addresses: HERE }, 'no_answer'],
  ])('%j is %s', (look, finding) => {
    expect(findingOf(look, 'ana-token')).toBe(finding);
  });
});

describe('a claim', () => {
  const still = { failingSince: null, isOff: false };

  it('is verified by its own record alone', () => {
    expect(decided(domain(), found(OURS))).toEqual({
      ...{ ...still, finding: 'ok', isVerified: true, audit: ['account.domain_verified ana'] },
      rows: ['domains.save'],
    });
    const refused = { ...still, isVerified: false, audit: [], rows: ['domains.save'] };
    expect(decided(domain(), found(THEIRS))).toEqual({ ...refused, finding: 'other_value' });
    expect(decided(domain(), NONE)).toEqual({ ...refused, finding: 'no_record' });
    expect(decided(domain(), found(OURS), null, NONE)).toEqual({ ...refused, finding: 'no_address' });
  });

  it('of a host that another has waits while the other’s record is there', () => {
    expect(decided(domain(), found(OURS, THEIRS), holder)).toMatchObject({
      ...{ finding: 'taken', isVerified: false, audit: [], rows: ['domains.save'] },
    });
  });

  it('gets the host when the other’s record is gone, after the other has lost it', () => {
    expect(decided(domain(), found(OURS), holder)).toMatchObject({
      ...{ finding: 'ok', isVerified: true, rows: ['domains.release', 'domains.save'] },
      audit: ['account.domain_switched_off bia', 'account.domain_verified ana'],
    });
  });

  it('that changed during the look-up is not judged by it', () => {
    expect(decided(null, found(OURS))).toBe('CHANGED_MEANWHILE');
    expect(decided(domain({ host: 'x.com' }), found(OURS))).toBe('CHANGED_MEANWHILE');
    expect(decided(domain({ token: 'newer' }), found(OURS))).toBe('CHANGED_MEANWHILE');
  });
});

describe('a verified domain', () => {
  const since = earlier(20 * DAY_MS);
  const own = (fields: Partial<Domain> = {}) => domain({ verifiedAt: since, finding: 'ok', ...fields });
  const failing = (ms: number, finding: Domain['finding'] = 'no_record') =>
    own({ failingSince: earlier(ms), finding });

  it.each<[string, Domain, Records, object]>([
    ['stays', own(), found(OURS), { isVerified: true, audit: [] }],
    [
      'begins to fail',
      own(),
      NONE,
      { isVerified: true, failingSince: NOW, audit: ['account.domain_failing ana'] },
    ],
    [
      'goes on failing quietly',
      failing(DAY_MS),
      NONE,
      { isVerified: true, failingSince: earlier(DAY_MS), audit: [] },
    ],
    [
      'is found again',
      failing(DAY_MS),
      found(OURS),
      { isVerified: true, failingSince: null, audit: ['account.domain_found_again ana'] },
    ],
    [
      'is switched off after three days',
      failing(3 * DAY_MS),
      found(THEIRS),
      { isVerified: false, isOff: true, failingSince: null, audit: ['account.domain_switched_off ana'] },
    ],
    [
      'is still in use an hour before that',
      failing(3 * DAY_MS - HOUR_MS),
      NONE,
      { isVerified: true, audit: [] },
    ],
    ['is not blamed for a silent DNS', own(), SILENT, { isVerified: true, failingSince: NOW, audit: [] }],
    [
      'is not switched off by a silence of days',
      failing(5 * DAY_MS, 'no_answer'),
      SILENT,
      { isVerified: true, failingSince: earlier(5 * DAY_MS), audit: [] },
    ],
    [
      'has its three days from the first answer after a silence',
      failing(5 * DAY_MS, 'no_answer'),
      NONE,
      { isVerified: true, failingSince: NOW, audit: ['account.domain_failing ana'] },
    ],
    [
      'is switched off after two weeks of silence',
      failing(14 * DAY_MS, 'no_answer'),
      SILENT,
      { isVerified: false, isOff: true, audit: ['account.domain_switched_off ana'] },
    ],
    [
      'does not fail from a future that the clock has left',
      failing(-9 * DAY_MS),
      NONE,
      { isVerified: true, failingSince: NOW, audit: [] },
    ],
  ])('%s', (_, row, texts, outcome) => {
    expect(decided(row, texts)).toMatchObject(outcome);
  });
});
