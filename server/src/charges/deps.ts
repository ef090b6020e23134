import type { Deps } from '../http/deps.ts';
import type { ChargeReader } from './find.ts';
import type { ChargeNumbers } from './numbers.ts';

/** What operations on charges also need: reads that share statements, and numbers for new charges. */
export type ChargeDeps = Deps & {
  readonly chargeReader: ChargeReader;
  readonly chargeNumbers: ChargeNumbers;
};
