import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { DAY_MS, MovableClock } from '../../../server/src/kit/clock.ts';
import { idsFrom } from '../../../server/src/kit/ids.ts';
import { Secret } from '../../../server/src/kit/secrets.ts';
import type { ObservedCall } from '../../../server/src/providers/http/outcome.ts';
import type { PagarmeConfig } from '../../../server/src/providers/pagarme/config.ts';
import { openPagarme, type PagarmeCards } from '../../../server/src/providers/pagarme/open.ts';
import type { Settings } from './bank.ts';
import { type Pagarme, startPagarme } from './pagarme.ts';

/** A Pagar.me, and an account there as the gateway uses it. */
export type Account = {
  there(): Pagarme;
  cards(): PagarmeCards;
  clock(): MovableClock;
  observed(): ObservedCall[];
  logged(): string;
  newReference(): string;
};

export function configOf(there: Pagarme, changes: Partial<PagarmeConfig> = {}): PagarmeConfig {
  const variable = (setting: string) => `GUICHE_BANK_PAGARME_${setting}`;
  return {
    ...{ name: 'pagarme', secretKey: new Secret(there.secretKey), publicKey: there.publicKey },
    ...{ apiUrl: there.apiUrl, keysUrl: there.keysUrl, tdsUrl: null },
    authorities: { setting: variable('CA'), path: there.caFile },
    ...{ model: 'psp', antifraud: null, recipient: null, holdsForMs: 5 * DAY_MS, isTest: true, variable },
    ...changes,
  };
}

/** One Pagar.me for all tests of a file, and a new client of it for each. */
export function pagarmeUnderTest(
  settings: Partial<Settings> = {},
  changes: Partial<PagarmeConfig> = {},
): Account {
  let there: Pagarme;
  let cards: PagarmeCards | null = null;
  let clock = new MovableClock();
  let observed: ObservedCall[] = [];
  let logged = '';
  const ids = idsFrom(new MovableClock());
  beforeAll(async () => {
    there = await startPagarme(settings);
  });
  afterAll(async () => {
    await cards?.close();
    await there?.stop();
  });
  beforeEach(async () => {
    await cards?.close();
    observed = [];
    logged = '';
    clock = new MovableClock();
    const write = (line: string) => {
      logged += line;
    };
    const log = pino({ level: 'debug' }, { write });
    cards = openPagarme(configOf(there, changes), { log, clock, observe: (call) => observed.push(call) });
    await there.moveClock(0);
    await there.behave({
      ...{ faults: [], refusal: null, refunds: 'at once', hidesNew: false, challengeUrl: null },
      ...{ listsShort: false, failsOrders: false },
      notices: {},
    });
  });
  return {
    there: () => there,
    cards: () => {
      if (!cards) throw new Error('an account is opened for each test');
      return cards;
    },
    clock: () => clock,
    observed: () => observed,
    logged: () => logged,
    newReference: () => ids.next(),
  };
}
