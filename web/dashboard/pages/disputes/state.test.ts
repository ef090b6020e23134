import { describe, expect, it } from 'vitest';
import { daysLeft, stateOf } from './state.ts';

const END = '2026-11-26T02:59:59.000Z';
const NOW = Date.parse('2026-11-18T15:00:00Z');
const ANSWER = { text: 'Entregue', answered_at: '2026-11-19T12:00:00.000Z' };
const open = { status: 'open', answer: null, answer_by: END, accepted_at: null } as const;

describe('the state of a dispute', () => {
  it.each([
    ['awaiting', open, NOW],
    ['awaiting', open, Date.parse(END)],
    ['missed', open, Date.parse(END) + 1],
    ['answered', { ...open, answer: ANSWER }, NOW],
    ['answered', { ...open, answer: ANSWER }, Date.parse(END) + 1],
    ['won', { ...open, status: 'won', answer: ANSWER }, NOW],
    ['lost', { ...open, status: 'lost' }, NOW],
    ['accepted', { ...open, status: 'lost', accepted_at: END }, NOW],
    ['accepted', { ...open, accepted_at: END }, NOW],
  ] as const)('is %s', (state, dispute, now) => {
    expect(stateOf(dispute, now)).toBe(state);
  });

  it.each([
    ['2026-11-18T15:00:00Z', 7],
    ['2026-11-19T02:59:59Z', 7],
    ['2026-11-19T03:00:00Z', 6],
    ['2026-11-25T03:00:00Z', 0],
    ['2026-11-26T02:59:59Z', 0],
    ['2026-11-26T03:00:00Z', -1],
  ])('at %s there are %i days left', (now, days) => {
    expect(daysLeft(END, Date.parse(now))).toBe(days);
  });
});
