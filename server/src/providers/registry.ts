import type { Db } from '../db/pool.ts';
import type { Config } from '../kit/config.ts';
import type { PixProvider, Rails } from './provider.ts';
import { sandboxProvider } from './sandbox/provider.ts';

/**
 * Sandbox rails with a PSP use its test environment for PIX and simulate the rest. Live rails simulate nothing.
 */
export function railsFor(rails: Config['GUICHE_RAILS'], db: Db, psps: readonly PixProvider[] = []): Rails {
  const [first, ...others] = psps;
  if (rails === 'sandbox') {
    const sandbox = sandboxProvider(db);
    return { pix: [first ?? sandbox, ...others], boleto: sandbox, card: sandbox, payout: sandbox };
  }
  if (!first) throw new Error('GUICHE_RAILS=live needs GUICHE_PIX: name the PSP that receives PIX for you.');
  return { pix: [first, ...others], boleto: null, card: null, payout: null };
}
