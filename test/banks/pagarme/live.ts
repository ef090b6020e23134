import type { Db } from '../../../server/src/db/pool.ts';
import { MovableClock } from '../../../server/src/kit/clock.ts';
import { readConfig } from '../../../server/src/kit/config.ts';
import { idsFrom } from '../../../server/src/kit/ids.ts';
import { createLog } from '../../../server/src/kit/log.ts';
import { Vault } from '../../../server/src/kit/secrets.ts';
import { configuredBanks, type OpenBanks, openBanks } from '../../../server/src/providers/banks/open.ts';
import type { Pagarme } from './pagarme.ts';

/** As the settings of an installation name it. */
export function openedBanks(there: Pagarme, db: Db): OpenBanks {
  const environment = {
    ...{ GUICHE_CARD: 'pagarme', GUICHE_BANK_PAGARME_SECRET_KEY: there.secretKey },
    ...{ GUICHE_BANK_PAGARME_PUBLIC_KEY: there.publicKey, GUICHE_BANK_PAGARME_CA: there.caFile },
    ...{ GUICHE_BANK_PAGARME_API_URL: there.apiUrl, GUICHE_BANK_PAGARME_KEYS_URL: there.keysUrl },
  };
  const config = readConfig(environment);
  const clock = new MovableClock();
  return openBanks(configuredBanks(environment, config), config, {
    ...{ db, clock, ids: idsFrom(clock), log: createLog('silent'), vault: new Vault(Buffer.alloc(32, 7)) },
    ...{ observe: () => undefined, noticeUrl: () => null },
  });
}

/** With all that the acquirer asks of a payer. */
export const CUSTOMER = {
  ...{ name: 'Ana Souza', cpf_cnpj: '52998224725', email: 'ana@example.com', phone: '11987654321' },
  address: {
    ...{ postal_code: '01310100', street: 'Avenida Paulista', number: '1578', district: 'Bela Vista' },
    ...{ city: 'São Paulo', state: 'SP' },
  },
};
