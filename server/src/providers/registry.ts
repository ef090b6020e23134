import type { Db } from '../db/pool.ts';
import type { Config } from '../kit/config.ts';
import type { BankKind } from './banks/bank.ts';
import type { OpenBanks } from './banks/open.ts';
import type { PixProvider } from './provider.ts';
import type { Rails } from './rails.ts';
import { sandboxBoletoBank } from './sandbox/boleto-bank.ts';
import { sandboxPayoutBank } from './sandbox/payout-bank.ts';
import { sandboxProvider } from './sandbox/provider.ts';

type RailSettings = Pick<Config, 'GUICHE_RAILS' | 'GUICHE_SANDBOX_BOLETO'>;

/**
 * Sandbox rails with a PSP or a bank use its test environment for what it does, and simulate the rest. Live rails
 * simulate nothing.
 */
export function railsFor(
  { GUICHE_RAILS: rails, GUICHE_SANDBOX_BOLETO: sandboxBoleto }: RailSettings,
  db: Db,
  psps: readonly PixProvider[] = [],
  { boleto, payout, card }: Pick<OpenBanks, BankKind> = { boleto: [], payout: [], card: [] },
): Rails {
  const [first, ...others] = psps;
  if (rails === 'sandbox') {
    const sandbox = sandboxProvider(db);
    return {
      pix: [first ?? sandbox, ...others],
      boleto: boleto.length > 0 ? boleto : [sandboxBoleto === 'registered' ? sandboxBoletoBank(db) : sandbox],
      card: card.length > 0 ? card : [sandbox],
      payout: payout.length > 0 ? payout : [sandbox, sandboxPayoutBank(db)],
    };
  }
  if (!first) throw new Error('GUICHE_RAILS=live needs GUICHE_PIX: name the PSP that receives PIX for you.');
  return { pix: [first, ...others], boleto, card, payout };
}
