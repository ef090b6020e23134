import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Chance that can be repeated: the same seed, the same draws. */
export type Random = {
  /** At least 0, less than 1. */
  next(): number;
  shuffled<T>(items: readonly T[]): T[];
};

/** Mulberry32: small, and good enough for faults. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    shuffled(items) {
      return items
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item);
    },
  };
}

/** Names of things are never drawn by the seed: two PSPs of one test may not give the same name twice. */
export function newText(length: number, alphabet = ALPHABET): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

export function newHex(length: number): string {
  return newText(length, '0123456789abcdef');
}
