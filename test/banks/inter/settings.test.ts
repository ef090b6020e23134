import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { MovableClock } from '../../../server/src/kit/clock.ts';
import { idsFrom } from '../../../server/src/kit/ids.ts';
import { Vault } from '../../../server/src/kit/secrets.ts';
import { readBanks } from '../../../server/src/providers/banks/read.ts';
import { BankSettings } from '../../../server/src/providers/banks/settings.ts';
import { readInterConfig } from '../../../server/src/providers/inter/bank.ts';
import { it } from '../../support/fixtures.ts';
import { type Inter, PASSPHRASE, startInter } from './inter.ts';

let inter: Inter;
beforeAll(async () => {
  inter = await startInter();
});
afterAll(() => inter?.stop());

const LISTS = { boleto: ['inter'], payout: ['inter'], pix: [] };
const log = pino({ level: 'silent' });
const vault = new Vault(Buffer.alloc(32, 5));

function environment(changes: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  const { apiUrl, tokenUrl, client, caFile, settings } = inter;
  const values = {
    ...{ CLIENT_ID: settings.clientId, CLIENT_SECRET: settings.clientSecret, ACCOUNT: settings.account },
    ...{ CERTIFICATE: client.pfxFile, PASSPHRASE, CA: caFile, ENVIRONMENT: 'homologation' },
    ...{ API_URL: apiUrl, TOKEN_URL: tokenUrl, ...changes },
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`GUICHE_BANK_INTER_${name}`, value]),
  );
}

const clock = new MovableClock();
const around = { vault, log, clock, ids: idsFrom(clock), noticeUrl: () => null };

describe('Banco Inter in the settings', () => {
  it('serves boletos and payouts with one set of settings', async ({ db }) => {
    const [bank] = readBanks(environment(), LISTS);
    const calls: string[] = [];
    const open = bank?.configured.open({ ...around, db, observe: ({ provider }) => calls.push(provider) });
    expect(open).toMatchObject({ name: 'inter', boleto: { givesPix: true }, payout: { name: 'inter' } });
    expect(await open?.requireReachable()).toBeNull();
    expect(await open?.payout?.remote?.bankBalance()).toMatchObject({ ok: true });
    expect(calls).toContain('inter');
    await open?.close();
    const steps = [];
    for await (const step of bank?.configured.check('boleto', { log, webhookUrl: null, registers: false }) ??
      [])
      steps.push(step.name);
    expect(steps).toEqual(['certificate', 'token', 'list', 'webhook']);
  });

  it.each([
    ['CLIENT_ID', 'GUICHE_BANK_INTER_CLIENT_ID is missing'],
    ['CLIENT_SECRET', 'GUICHE_BANK_INTER_CLIENT_SECRET is missing'],
    ['CERTIFICATE', 'GUICHE_BANK_INTER_CERTIFICATE is missing'],
    ['PASSPHRASE', 'GUICHE_BANK_INTER_PASSPHRASE is missing'],
  ])('without %s names it', (name, message) => {
    expect(() => readBanks(environment({ [name]: undefined }), LISTS)).toThrow(message);
  });

  it('takes no address of API Pix that has the same name', () => {
    const { GUICHE_BANK_INTER_API_URL: _, ...rest } = environment();
    const shared = { ...rest, GUICHE_PIX_INTER_API_URL: `${inter.apiUrl}/pix/v2` };
    const instance = { name: 'inter', kinds: ['payout' as const], sharesWithPix: true };
    const config = readInterConfig(new BankSettings(instance, shared, new Date()));
    expect(config.apiUrl).toBe('https://cdpj-sandbox.partners.uatinter.co');
  });

  it('with a secret that the bank does not know stops the start', async ({ db }) => {
    const [bank] = readBanks(environment({ CLIENT_ID: 'another', CLIENT_SECRET: 'planted-wrong' }), LISTS);
    const open = bank?.configured.open({ ...around, db, observe: () => undefined });
    const start = open?.requireReachable() ?? Promise.resolve(null);
    await expect(start).rejects.toThrow('Run guiche boleto check inter.');
    await start.catch((error: Error) => expect(error.message).not.toContain('planted'));
    await open?.close();
  });
});
