import { describe, expect, it } from 'vitest';
import { STATUSES } from './charge.ts';
import { mayMove } from './transition.ts';

const legal = [
  'PENDING → RECEIVED',
  'PENDING → REFUSED',
  'PENDING → CANCELLED',
  'PENDING → OVERDUE',
  'RECEIVED → REFUNDED',
  'OVERDUE → RECEIVED',
  'OVERDUE → CANCELLED',
  'REFUSED → PENDING',
];

describe('the state table', () => {
  it.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))('%s → %s', (from, to) => {
    expect(mayMove(from, to)).toBe(legal.includes(`${from} → ${to}`));
  });
});
