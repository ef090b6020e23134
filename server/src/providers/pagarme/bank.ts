import type { Bank, BankContext, OpenBank } from '../banks/bank.ts';
import type { ObservedCall } from '../http/outcome.ts';
import { checkPagarme, requireReachable } from './check.ts';
import { type PagarmeConfig, pagarmeSettings, readPagarme } from './config.ts';
import { openPagarme } from './open.ts';

export const pagarme: Bank = {
  name: 'pagarme',
  title: 'Pagar.me',
  kinds: ['card'],
  // Entered in its dashboard by hand: the command says which address.
  registers: ['card'],
  settings: pagarmeSettings,
  read(settings) {
    const config = readPagarme(settings);
    return {
      open: (context) => openBank(config, context),
      check: (_, options) => checkPagarme(config, options),
    };
  },
};

function openBank(config: PagarmeConfig, context: BankContext): OpenBank {
  const { log, clock } = context;
  const { name } = config;
  const observe = (call: ObservedCall) => context.observe({ provider: name, ...call });
  const card = openPagarme(config, { log, clock, observe });
  return {
    ...{ name, boleto: null, payout: null, card },
    requireReachable: () => requireReachable(card.account),
    close: () => card.close(),
  };
}
