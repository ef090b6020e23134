import type { Bank, BankContext, BankKind, ConfiguredBank, OpenBank } from '../banks/bank.ts';
import type { ObservedCall } from '../http/outcome.ts';
import { checkEfiBoletos, checkEfiPayouts, requireReachable } from './check.ts';
import { type EfiConfig, efiSettings, readEfi } from './config.ts';
import { openEfiBoletos, openEfiPayouts } from './open.ts';

export const efi: Bank = {
  name: 'efi',
  title: 'Efí',
  kinds: ['boleto', 'payout'],
  // The address of a boleto goes with the boleto.
  registers: ['payout'],
  sharesPixAddress: true,
  settings: efiSettings,
  read(settings): ConfiguredBank {
    const config = readEfi(settings);
    const { sending } = config;
    return {
      open: (context) => openEfi(config, settings.kinds, context),
      check(kind, options) {
        if (kind === 'boleto') return checkEfiBoletos(config, options);
        if (!sending) throw new Error('this account is for boletos only');
        return checkEfiPayouts(config, sending, options);
      },
    };
  },
};

function openEfi(config: EfiConfig, kinds: readonly BankKind[], context: BankContext): OpenBank {
  const { name, sending } = config;
  const options = {
    log: context.log,
    observe: (call: ObservedCall) => context.observe({ provider: name, ...call }),
    noticeUrl: context.noticeUrl('boleto', name),
  };
  const boletos = kinds.includes('boleto') ? openEfiBoletos(config, options) : null;
  const payouts = sending ? openEfiPayouts(config, sending, options) : null;
  return {
    name,
    boleto: boletos,
    payout: payouts,
    card: null,
    async requireReachable() {
      const warnings = await Promise.all([
        boletos && requireReachable(config, boletos.charges.client, 'charges'),
        payouts && requireReachable(config, payouts.sending.client, 'pix'),
      ]);
      return warnings.filter((warning) => warning !== null).join(' ') || null;
    },
    async close() {
      await Promise.all([boletos?.close(), payouts?.close()]);
    },
  };
}
