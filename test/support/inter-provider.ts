import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { Secret } from '../../server/src/kit/secrets.ts';
import type { ObservedCall } from '../../server/src/providers/http/outcome.ts';
import { type InterBoletos, openInterBoletos } from '../../server/src/providers/inter/boletos.ts';
import type { InterOptions } from '../../server/src/providers/inter/client.ts';
import type { InterConfig } from '../../server/src/providers/inter/config.ts';
import { type InterPayouts, openInterPayouts } from '../../server/src/providers/inter/payouts.ts';
import type { Settings } from '../banks/inter/bank.ts';
import { type Inter, PASSPHRASE, startInter } from '../banks/inter/inter.ts';

/** With the certificate and the secret of the simulator. */
export function interConfig(inter: Inter, changes: Partial<InterConfig> = {}): InterConfig {
  const setting = (name: string) => `GUICHE_BANK_INTER_${name}`;
  return {
    ...{ name: 'inter', environment: 'homologation', apiUrl: inter.apiUrl, tokenUrl: inter.tokenUrl },
    clientId: inter.settings.clientId,
    clientSecret: new Secret(inter.settings.clientSecret),
    account: new Secret(inter.settings.account),
    certificate: {
      certificate: { setting: setting('CERTIFICATE'), path: inter.client.pfxFile },
      key: { setting: setting('CERTIFICATE_KEY'), path: null },
      passphrase: { setting: setting('PASSPHRASE'), value: new Secret(PASSPHRASE) },
      authorities: { setting: setting('CA'), path: inter.caFile },
    },
    ...changes,
  };
}

export type InterUnderTest = {
  inter(): Inter;
  boletos(): InterBoletos;
  payouts(): InterPayouts;
  options(): InterOptions;
  observed(): ObservedCall[];
  logged(): string;
};

/** One bank for all tests of a file, and new providers for each. */
export function interUnderTest(settings: Partial<Settings> = {}): InterUnderTest {
  let inter: Inter;
  let boletos: InterBoletos;
  let payouts: InterPayouts;
  let options: InterOptions;
  let observed: ObservedCall[] = [];
  let logged = '';
  beforeAll(async () => {
    inter = await startInter(settings);
  });
  afterAll(() => inter?.stop());
  beforeEach(async () => {
    observed = [];
    logged = '';
    const write = (line: string) => {
      logged += line;
    };
    const log = pino({ level: 'debug' }, { write });
    options = { log, observe: (call) => observed.push(call), tokens: null };
    boletos = openInterBoletos(interConfig(inter), options);
    payouts = openInterPayouts(interConfig(inter), options);
    await inter.behave({
      faults: { slow: [], dropBefore: [], dropAfterActing: [], fails: [] },
      ...{ registration: 'at once', cancelling: 'at once', changing: 'at once', listLagMs: 0 },
      ...{ hasPixKey: true, quotes: false },
      ...{ payouts: 'paid', notices: {} },
    });
  });
  afterEach(async () => {
    await boletos.close();
    await payouts.close();
  });
  return {
    inter: () => inter,
    boletos: () => boletos,
    payouts: () => payouts,
    options: () => options,
    observed: () => observed,
    logged: () => logged,
  };
}
