import { describe, expect, it } from 'vitest';
import { decided, signedIn } from '../../../../test/support/decided.ts';
import { totpCode, totpStep } from './totp.ts';
import { decideConfirmation, decideDisabling, decideProposal } from './two-factor.ts';
import type { FactorState } from './two-factor-codes.ts';
import type { FactorRow } from './two-factor-store.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const STEP = totpStep(NOW.getTime());
const SECRET = Buffer.from('12345678901234567890');
const BOX = Buffer.from('sealed proposal');
const actor = signedIn('shop');
const owner = { accountId: 'shop', userId: 'shop-user' };
const target = { kind: 'user', id: 'shop-user' };

const proposed: FactorRow = { proposal_box: BOX, secret_box: null, last_step: 0 };
const on: FactorRow = { proposal_box: null, secret_box: Buffer.from('sealed secret'), last_step: 7 };
const off: FactorRow = { proposal_box: null, secret_box: null, last_step: 7 };

describe('a proposal of a second factor', () => {
  const shown = { secret: 'BASE32', uri: 'otpauth://totp/x', qr_code: 'data:image/png;base64,x' };
  const proposal = { ...owner, proposalBox: BOX, shown };

  it.each([
    ['none before', null],
    ['an older proposal', proposed],
    ['one that was disabled', off],
  ])('is stored and shown after %s', (_, factor) => {
    expect(decided(decideProposal(factor, proposal))).toEqual({
      result: shown,
      rows: [['second_factors.propose', { ...owner, proposalBox: BOX }]],
      audit: [],
    });
  });

  it('is refused while one is on', () => {
    expect(decided(decideProposal(on, proposal))).toBe(
      'INVALID_STATE: A second factor is already enabled; disable it first',
    );
  });
});

describe('a confirmation of a second factor', () => {
  const recoveryCodes = [
    { text: 'aaaaa-bbbbb', fingerprint: 'first' },
    { text: 'ccccc-ddddd', fingerprint: 'second' },
  ];
  const confirmation = { actor, proposalBox: BOX, step: STEP, recoveryCodes };

  it('puts the proposal in force, with new recovery codes in the place of old ones', () => {
    expect(decided(decideConfirmation(proposed, confirmation, NOW))).toEqual({
      result: ['aaaaa-bbbbb', 'ccccc-ddddd'],
      rows: [
        ['second_factors.enable', { ...owner, at: NOW, step: STEP }],
        ['recovery_codes.delete', owner],
        ['recovery_codes.add', { ...owner, fingerprint: 'first' }],
        ['recovery_codes.add', { ...owner, fingerprint: 'second' }],
      ],
      audit: [{ actor, accountId: 'shop', action: 'user.two_factor_enabled', target, details: {} }],
    });
  });

  it.each([
    ['there is none', null],
    ['another was made meanwhile', { ...proposed, proposal_box: Buffer.from('another') }],
    ['it was confirmed meanwhile', on],
    ['it was disabled meanwhile', off],
  ])('is refused when %s', (_, factor) => {
    expect(decided(decideConfirmation(factor, confirmation, NOW))).toBe(
      'INVALID_STATE: A newer proposal replaced it',
    );
  });
});

describe('disabling a second factor', () => {
  const state: FactorState = { secret: SECRET, lastStep: STEP - 1, isUnusedRecoveryCode: false };
  const code = (text: string) => ({ text, fingerprint: 'print' });
  const disabled = (used: unknown) => ({
    result: undefined,
    rows: [used, ['second_factors.disable', owner], ['recovery_codes.delete', owner]],
    audit: [{ actor, accountId: 'shop', action: 'user.two_factor_disabled', target, details: {} }],
  });

  it('takes a code of the app', () => {
    expect(decided(decideDisabling(state, { actor, code: code(totpCode(SECRET, STEP)) }, NOW))).toEqual(
      disabled(['second_factors.use_step', { ...owner, step: STEP }]),
    );
  });

  it('takes a recovery code', () => {
    const recovering = { ...state, isUnusedRecoveryCode: true };
    expect(decided(decideDisabling(recovering, { actor, code: code('aaaaa-bbbbb') }, NOW))).toEqual(
      disabled(['recovery_codes.use', { ...owner, fingerprint: 'print', at: NOW }]),
    );
  });

  it.each<[string, FactorState, string]>([
    ['a code that was used', { ...state, lastStep: STEP }, totpCode(SECRET, STEP)],
    ['a wrong code', state, totpCode(SECRET, STEP + 5)],
    ['an unknown recovery code', state, 'aaaaa-bbbbb'],
    ['a code of a factor that is off', { ...state, secret: null }, totpCode(SECRET, STEP)],
  ])('is refused with %s', (_, factor, text) => {
    expect(decided(decideDisabling(factor, { actor, code: code(text) }, NOW))).toMatch(/^TWO_FACTOR_INVALID/);
  });
});
