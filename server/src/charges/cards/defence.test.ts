import { describe, expect, it } from 'vitest';
import type { Brand } from '../../brazil/cards.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { Vault } from '../../kit/secrets.ts';
import { holdOf, traceOf, tracesOfOrigin } from './defence.ts';

const NOW = new Date('2026-03-10T12:00:00Z');
const vault = new Vault(Buffer.alloc(32, 1));
const ago = (ms: number) => NOW.getTime() - ms;
/** So many tries, the last of them `lastMs` ago, each before it a second earlier. */
const tries = (count: number, lastMs: number) =>
  Array.from({ length: count }, (_, index) => ago(lastMs + (count - 1 - index) * SECOND_MS));

function hold(
  kind: string,
  all: readonly number[],
  { brand = null, workBits = 0 }: { brand?: Brand | null; workBits?: number } = {},
) {
  const found = holdOf(new Map([[`${kind}:x`, all]]), NOW, { brand, workBits });
  return found && { ...found, until: found.until.getTime() - NOW.getTime() };
}

describe.each(['card', 'device'])('tries by one %s', (kind) => {
  it.each([
    [4, 0, null],
    [5, 0, MINUTE_MS],
    [5, 59 * SECOND_MS, SECOND_MS],
    [5, MINUTE_MS, null],
    [6, 0, 5 * MINUTE_MS],
    [7, 0, 15 * MINUTE_MS],
    [8, 0, HOUR_MS],
    [9, 0, 6 * HOUR_MS],
    [20, 0, 6 * HOUR_MS],
    [20, 6 * HOUR_MS, null],
  ])('%i of them, the last %i ms ago: the next waits %s ms', (count, lastMs, expected) => {
    const found = hold(kind, tries(count, lastMs), { workBits: 32 });
    expect(found).toEqual(expected === null ? null : { because: kind, until: expected });
  });

  it('are forgotten after a day', () => {
    expect(hold(kind, tries(20, DAY_MS))).toBeNull();
  });
});

describe('what the brands allow of one card', () => {
  const spread = (count: number, everyMs: number) =>
    Array.from({ length: count }, (_, index) => ago((count - index) * everyMs));

  it.each([
    ['visa', 14, 2 * DAY_MS, null],
    ['visa', 15, 2 * DAY_MS - 1, 30 * DAY_MS - 15 * (2 * DAY_MS - 1)],
    ['visa', 15, 2 * DAY_MS, null],
    ['mastercard', 15, 1.9 * DAY_MS, null],
    ['mastercard', 34, 20 * HOUR_MS, null],
    ['mastercard', 35, 20 * HOUR_MS, 30 * DAY_MS - 35 * 20 * HOUR_MS],
    ['mastercard', 7, 3.4 * HOUR_MS, DAY_MS - 7 * 3.4 * HOUR_MS],
    ['elo', 35, 20 * HOUR_MS, null],
  ] as const)('%s: %i tries, one every %i ms', (brand, count, everyMs, expected) => {
    const found = hold('card', spread(count, everyMs), { brand });
    expect(found?.until ?? null).toBe(expected);
  });

  it('holds no other trace', () => {
    expect(hold('device', spread(35, 20 * HOUR_MS), { brand: 'visa' })).toBeNull();
  });
});

describe('an address that strangers share and a document that anyone can type', () => {
  it.each([
    ['payer', 4, null, null],
    ['payer', 5, 16, 30],
    ['payer', 10, 17, 60],
    ['address', 9, null, null],
    ['address', 10, 16, 30],
    ['address', 15, 17, 60],
    ['address', 30, 20, 480],
    ['address', 35, 20, 480],
  ])('%s with %i tries asks for %s bits, or %s seconds', (kind, count, bits, seconds) => {
    const expected = bits === null ? null : { because: 'work', bits, until: Number(seconds) * SECOND_MS };
    expect(hold(kind, tries(count, 0))).toEqual(expected);
    if (bits === null) return;
    expect(hold(kind, tries(count, 0), { workBits: bits })).toBeNull();
    expect(hold(kind, tries(count, 0), { workBits: bits - 1 })).toEqual(expected);
    expect(hold(kind, tries(count, Number(seconds) * SECOND_MS))).toBeNull();
  });

  it('gives way to a card or a device, which no work helps', () => {
    const all = new Map([
      ['address:x', tries(30, 0)],
      ['device:x', tries(5, 0)],
    ]);
    expect(holdOf(all, NOW, { brand: null, workBits: 0 })?.because).toBe('device');
  });
});

describe('traces', () => {
  const origin = { address: null, device: null, document: null, email: null };
  const of = (set: Partial<Parameters<typeof tracesOfOrigin>[1]>) =>
    tracesOfOrigin(vault, { ...origin, ...set });

  it('name nothing that can be read, and no link', () => {
    const traces = [
      traceOf(vault, 'card', '4111111111111111'),
      ...of({ address: '203.0.113.7', device: 'device', document: '52998224725', email: 'Ana@Example.com' }),
    ];
    expect(traces.map((trace) => trace.replace(/:[0-9a-f]{64}$/, ''))).toEqual([
      ...['card', 'device', 'payer', 'payer', 'address'],
    ]);
  });

  it('take one household of IPv6 for one address, and an e-mail for one in capitals', () => {
    expect(of({ address: '2001:db8:1:2::1' })).toEqual(of({ address: '2001:db8:1:2:aaaa::9' }));
    expect(of({ address: '2001:db8:1:2::1' })).not.toEqual(of({ address: '2001:db8:1:3::1' }));
    expect(of({ email: 'ANA@example.com ' })).toEqual(of({ email: 'ana@example.com' }));
  });
});
