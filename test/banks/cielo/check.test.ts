import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MovableClock } from '../../../server/src/kit/clock.ts';
import { idsFrom } from '../../../server/src/kit/ids.ts';
import { createLog } from '../../../server/src/kit/log.ts';
import { Vault } from '../../../server/src/kit/secrets.ts';
import { readBanks } from '../../../server/src/providers/banks/read.ts';
import { it as withDatabase } from '../../support/fixtures.ts';
import { type Cielo, startCielo } from './cielo.ts';

let there: Cielo;
beforeAll(async () => {
  there = await startCielo();
});
afterAll(() => there?.stop());

const log = createLog('silent');

function bankWith(changes: Record<string, string> = {}) {
  const { settings, apiUrl, queryUrl, pageUrl, caFile } = there;
  const values = {
    ...{ MERCHANT_ID: settings.merchantId, MERCHANT_KEY: settings.merchantKey, ENVIRONMENT: 'homologation' },
    ...{ SOP_CLIENT_ID: settings.clientId, SOP_CLIENT_SECRET: settings.clientSecret, CA: caFile },
    ...{ API_URL: apiUrl, QUERY_URL: queryUrl, SOP_TOKEN_URL: `${pageUrl}/oauth2/token`, SOP_URL: pageUrl },
    ...{ MPI_CLIENT_ID: settings.clientId, MPI_CLIENT_SECRET: settings.clientSecret, MPI_URL: pageUrl },
    ...{ ESTABLISHMENT_CODE: '1006993069', MPI_MERCHANT_NAME: 'Loja', MCC: '5912', ...changes },
  };
  const environment = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`GUICHE_BANK_CIELO_${name}`, value]),
  );
  const [bank] = readBanks(environment, { card: ['cielo'], pix: [] });
  if (!bank) throw new Error('it is configured');
  return bank.configured;
}

async function steps(changes: Record<string, string> = {}, webhookUrl: string | null = null) {
  const found = [];
  const options = { log, webhookUrl, registers: webhookUrl !== null };
  for await (const step of bankWith(changes).check('card', options)) found.push(step);
  return found;
}

describe('guiche card check', () => {
  it('tries queries, the page and 3DS, and says who enters the address for notices', async () => {
    const found = await steps({}, 'https://pay.example/cards/callbacks/cielo/secret');
    expect(found.map(({ name, ok }) => [name, ok])).toEqual([
      ['query', true],
      ['page', true],
      ['3DS', true],
      ['notices', true],
    ]);
    expect(found.at(-1)?.remedy).toContain('https://pay.example/cards/callbacks/cielo/secret');
    expect((await there.state()).payments).toEqual([]);
  });

  it.each([
    ['MERCHANT_KEY', { MERCHANT_KEY: 'another-key-of-no-one' }, 'query'],
    ['SOP_CLIENT_SECRET', { SOP_CLIENT_SECRET: 'planted-wrong' }, 'page'],
    ['MPI_CLIENT_SECRET', { MPI_CLIENT_SECRET: 'planted-wrong' }, '3DS'],
  ])('with a wrong %s names it', async (setting, changes, name) => {
    const step = (await steps(changes)).find((each) => each.name === name);
    expect(step).toMatchObject({
      ok: false,
      remedy: expect.stringContaining(`GUICHE_BANK_CIELO_${setting}`),
    });
    expect(JSON.stringify(step)).not.toContain('planted');
  });
});

describe('a start with Cielo', () => {
  const clock = new MovableClock();
  const around = {
    ...{ vault: new Vault(Buffer.alloc(32, 5)), log, clock, ids: idsFrom(clock), noticeUrl: () => null },
    observe: () => undefined,
  };
  withDatabase('is refused with a wrong key, and warned when it is down', async ({ db }) => {
    const right = bankWith().open({ ...around, db });
    expect(await right.requireReachable()).toBeNull();
    expect(right.card).toMatchObject({ name: 'cielo', takes: ['token', 'stored'], recognisesRepeats: false });
    await there.behave({ faults: [{ kind: 'fail before', on: 'order', status: 503, times: 1 }] });
    expect(await right.requireReachable()).toContain('cielo: ');
    await right.close();
    const wrong = bankWith({ MERCHANT_KEY: 'another-key-of-no-one' }).open({ ...around, db });
    await expect(wrong.requireReachable()).rejects.toThrow('Run guiche card check cielo.');
    await wrong.close();
  });
});
