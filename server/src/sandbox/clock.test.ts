import { describe, expect, it } from 'vitest';
import { systemActor } from '../audit/record.ts';
import { DAY_MS, SECOND_MS } from '../kit/clock.ts';
import { GatewayError } from '../kit/errors.ts';
import type { Decision } from '../write/effects.ts';
import { decideAdvanceClock, decideCaughtUp, decideResetClock } from './clock.ts';

const by = systemActor('0199a1b2-0000-7000-8000-000000000001');
const OFFSET = 'sandbox clock offset';
const CAUGHT_UP = 'sandbox clock caught up';
const moveRow = (value: string) => ({ name: 'sandbox clock offset after move m', value });

/** What is written, as statement and row, and what is recorded. */
function effectsOf(decision: Decision<unknown>) {
  if (decision instanceof GatewayError) throw decision;
  const { rows = [], audit = [] } = decision.effects;
  return {
    result: decision.result,
    rows: rows.map(({ writer, row }) => [writer.statement.name, row]),
    audit: audit.map(({ action, details }) => [action, details]),
  };
}

describe('moving the clock', () => {
  it.each([
    [null, DAY_MS, DAY_MS, 'installation.insert', { before: 0, after: 86_400 }],
    [0, DAY_MS, DAY_MS, 'installation.put', { before: 0, after: 86_400 }],
    [SECOND_MS, 2 * SECOND_MS, 3_000, 'installation.put', { before: 1, after: 3 }],
    [0, 3_650 * DAY_MS, 3_650 * DAY_MS, 'installation.put', { before: 0, after: 315_360_000 }],
  ])('from %s by %s ms', (offsetMs, byMs, after, written, offset_seconds) => {
    expect(effectsOf(decideAdvanceClock({ offsetMs, isMoved: false }, { id: 'm', byMs, by }))).toEqual({
      result: after,
      rows: [
        [written, { name: OFFSET, value: String(after) }],
        ['installation.remove', CAUGHT_UP],
        ['installation.insert', moveRow(String(after))],
      ],
      audit: [['clock.moved', { offset_seconds }]],
    });
  });

  it.each([0, DAY_MS, 5 * DAY_MS])(
    'again by the same move leaves it at %s ms, where it is now',
    (offsetMs) => {
      const decision = decideAdvanceClock({ offsetMs, isMoved: true }, { id: 'm', byMs: DAY_MS, by });
      expect(effectsOf(decision)).toEqual({ result: offsetMs, rows: [], audit: [] });
    },
  );

  it.each([
    [null, 3_650 * DAY_MS + 1],
    [3_650 * DAY_MS, 1],
  ])('from %s by %s ms is refused: too far', (offsetMs, byMs) => {
    const decision = decideAdvanceClock({ offsetMs, isMoved: false }, { id: 'm', byMs, by });
    expect(decision).toMatchObject({ code: 'VALIDATION_ERROR', details: { advance_days: 'is too much' } });
  });
});

describe('resetting the clock', () => {
  it('puts it back and says how far it had been moved', () => {
    expect(effectsOf(decideResetClock({ offsetMs: DAY_MS }, by))).toEqual({
      result: DAY_MS,
      rows: [
        ['installation.put', { name: OFFSET, value: '0' }],
        ['installation.remove', CAUGHT_UP],
      ],
      audit: [['clock.reset', { offset_seconds: { before: 86_400, after: 0 } }]],
    });
  });

  it.each([null, 0])('that is at %s changes nothing', (offsetMs) => {
    expect(effectsOf(decideResetClock({ offsetMs }, by))).toEqual({ result: 0, rows: [], audit: [] });
  });
});

describe('catching up with a move', () => {
  it('is noted for the offset that was reached', () => {
    const { rows } = effectsOf(decideCaughtUp({ offsetMs: DAY_MS }, DAY_MS));
    expect(rows).toEqual([['installation.put', { name: CAUGHT_UP, value: String(DAY_MS) }]]);
  });

  it.each([null, 0, 2 * DAY_MS])('is not noted when the clock is at %s by then', (offsetMs) => {
    expect(effectsOf(decideCaughtUp({ offsetMs }, DAY_MS)).rows).toEqual([]);
  });
});
