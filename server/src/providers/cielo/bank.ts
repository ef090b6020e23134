import type { Bank, ConfiguredBank } from '../banks/bank.ts';
import { checkCielo, requireReachable } from './check.ts';
import { type Dialect, readCielo, settingsOf } from './config.ts';
import { openCielo } from './open.ts';

function acquirer(dialect: Dialect, title: string): Bank {
  return {
    ...{ name: dialect, title, kinds: ['card'] },
    // Support enters the address for notices: registering shows it.
    registers: ['card'],
    settings: settingsOf(dialect),
    read(settings): ConfiguredBank {
      const config = readCielo(dialect, settings);
      return {
        open({ log, clock, observe }) {
          const { name } = config;
          const card = openCielo(config, {
            ...{ log, clock, observe: (call) => observe({ provider: name, ...call }) },
          });
          return {
            ...{ name, card, boleto: null, payout: null },
            requireReachable: () => requireReachable(config, card.sales.client),
            close: card.close,
          };
        },
        check: (_, options) => checkCielo(config, options),
      };
    },
  };
}

export const cielo = acquirer('cielo', 'Cielo');
export const braspag = acquirer('braspag', 'Braspag');
