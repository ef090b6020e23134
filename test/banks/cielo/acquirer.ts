import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { cardBrand } from '../../../server/src/brazil/cards.ts';
import { MovableClock } from '../../../server/src/kit/clock.ts';
import { idsFrom } from '../../../server/src/kit/ids.ts';
import { Secret } from '../../../server/src/kit/secrets.ts';
import type { CardSource, CardToken } from '../../../server/src/providers/card.ts';
import type { CieloConfig } from '../../../server/src/providers/cielo/config.ts';
import { type CieloCards, openCielo } from '../../../server/src/providers/cielo/open.ts';
import type { ObservedCall } from '../../../server/src/providers/http/outcome.ts';
import { type Cielo, startCielo } from './cielo.ts';
import type { Behaviour, Settings } from './house.ts';

export function cieloConfig(cielo: Cielo, changes: Partial<CieloConfig> = {}): CieloConfig {
  const { settings, apiUrl, queryUrl, pageUrl, caFile } = cielo;
  const client = { clientId: settings.clientId, clientSecret: new Secret(settings.clientSecret) };
  return {
    ...{ name: 'cielo', dialect: 'cielo', environment: 'homologation' },
    ...{ merchantId: settings.merchantId, merchantKey: new Secret(settings.merchantKey), apiUrl, queryUrl },
    acquirer: null,
    page: {
      ...client,
      tokenUrl: `${pageUrl}/oauth2/token`,
      pageUrl,
      scriptUrl: `${pageUrl}/post/scripts/sop.js`,
    },
    authentication: {
      ...{
        ...client,
        url: pageUrl,
        establishmentCode: '1006993069',
        merchantName: 'Loja',
        categoryCode: '5912',
      },
    },
    noticeHeader: null,
    softDescriptor: null,
    holdsForDays: 15,
    authorities: { setting: 'GUICHE_BANK_CIELO_CA', path: caFile },
    variable: (setting) => `GUICHE_BANK_CIELO_${setting}`,
    ...changes,
  };
}

export const BRASPAG: Partial<CieloConfig> = {
  ...{ name: 'braspag', dialect: 'braspag' },
  acquirer: {
    provider: 'Simulado',
    credentials: { Code: new Secret('1234567'), Key: null, Username: null, Password: null },
  },
};

export const QUIET: Behaviour = {
  ...{ faults: [], nextStatus: null, refusesDuplicates: false, queryLagMs: 0, voidCode: null },
  ...{ agendaCents: null, countsLetGo: false, advice: null, quotes: false },
};

/** What the payer's page does: a key for one card, and the script that takes the typed card for it. */
export async function typed(cielo: Cielo, cards: CieloCards, number: string): Promise<CardToken> {
  const card = { number, holder: 'ANA', expiration: '12/2040', brand: cardBrand(number) ?? '' };
  const token = await cielo.typeCard(await pageKey(cards), card, false);
  return { kind: 'token', token, holder: 'Ána  Souza', brand: card.brand, lastFour: number.slice(-4) };
}

export async function storedAt(cielo: Cielo, cards: CieloCards, number: string): Promise<CardToken> {
  const brand = cardBrand(number) ?? '';
  const card = {
    number,
    holder: 'ANA',
    expiration: '12/2040',
    brand: brand === 'mastercard' ? 'Master' : brand,
  };
  const token = await cielo.typeCard(await pageKey(cards), card, true);
  return { kind: 'token', token, holder: 'ANA', brand, lastFour: number.slice(-4) };
}

async function pageKey({ remote }: CieloCards): Promise<string> {
  const opened = await remote.entry.open();
  if (!opened.ok) throw new Error(opened.reason);
  return opened.settings.accessToken ?? '';
}

export type CieloUnderTest = {
  cielo(): Cielo;
  cards(): CieloCards;
  clock(): MovableClock;
  newReference(): string;
  type(number: string): Promise<CardSource>;
  observed(): ObservedCall[];
  logged(): string;
};

/** One acquirer for all tests of a file, and a new provider for each. */
export function cieloUnderTest(
  changes: Partial<CieloConfig> = {},
  settings: Partial<Settings> = {},
): CieloUnderTest {
  let cielo: Cielo;
  let cards: CieloCards;
  let clock: MovableClock;
  let observed: ObservedCall[] = [];
  let logged = '';
  beforeAll(async () => {
    cielo = await startCielo(settings);
  });
  afterAll(() => cielo?.stop());
  beforeEach(async () => {
    observed = [];
    logged = '';
    const write = (line: string) => {
      logged += line;
    };
    clock = new MovableClock();
    const log = pino({ level: 'debug' }, { write });
    cards = openCielo(cieloConfig(cielo, changes), { log, clock, observe: (call) => observed.push(call) });
    await cielo.behave(QUIET);
    await cielo.moveClock(0);
  });
  afterEach(() => cards.close());
  return {
    cielo: () => cielo,
    cards: () => cards,
    clock: () => clock,
    newReference: () => idsFrom(clock).next(),
    type: (number) => typed(cielo, cards, number),
    observed: () => observed,
    logged: () => logged,
  };
}
