import { inspect } from 'node:util';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../server/src/kit/secrets.ts';
import type { BankCheckOptions, BankCheckStep } from '../../../server/src/providers/banks/bank.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { checkPagarme, requireReachable } from '../../../server/src/providers/pagarme/check.ts';
import type { PagarmeConfig } from '../../../server/src/providers/pagarme/config.ts';
import { openPagarme } from '../../../server/src/providers/pagarme/open.ts';
import { leaksIn } from '../../support/apipix-leaks.ts';
import { configOf, pagarmeUnderTest } from './account.ts';

const account = pagarmeUnderTest({ quotes: true });
const ADDRESS = 'https://pay.example/cards/callbacks/pagarme/0123';
const WRONG = 'sk_test_wrongwrongwrong';

async function stepsOf(
  changes: Partial<PagarmeConfig> = {},
  options: Partial<BankCheckOptions> = {},
): Promise<BankCheckStep[]> {
  const log = pino({ level: 'silent' });
  const steps: BankCheckStep[] = [];
  const given = { log, webhookUrl: null, registers: false, ...options };
  for await (const step of checkPagarme(configOf(account.there(), changes), given)) {
    expect(step.ok || step.remedy !== null).toBe(true);
    steps.push(step);
  }
  return steps;
}
const summaryOf = (steps: BankCheckStep[]) => steps.map(({ name, ok }) => `${name} ${ok}`);

describe('the check of an account', () => {
  it('reads orders, payables and keys, says which address to enter, and charges nothing', async () => {
    const steps = await stepsOf({}, { webhookUrl: ADDRESS, registers: true });
    expect(summaryOf(steps)).toEqual(['key true', 'payables true', 'notices true', 'webhook true']);
    expect(steps[0]?.detail).toContain('test keys');
    expect(steps.at(-1)?.remedy).toContain(ADDRESS);
    expect((await account.there().state()).orders).toEqual([]);
  });

  it('ends at a wrong key, and names its setting', async () => {
    const steps = await stepsOf({ secretKey: new Secret(WRONG) });
    expect(summaryOf(steps)).toEqual(['key false']);
    expect(steps[0]?.remedy).toContain('GUICHE_BANK_PAGARME_SECRET_KEY');
  });

  it.each([
    ['payables', 'payable.list'],
    ['notices', 'keys'],
  ] as const)('says that %s cannot be read, and goes on', async (name, on) => {
    await account.there().behave({ faults: [{ kind: 'fail before', on, times: 3 }] });
    const steps = await stepsOf();
    expect(steps).toHaveLength(4);
    expect(steps.find((step) => step.name === name)).toMatchObject({ ok: false });
  });
});

describe('the start', () => {
  const opened = (changes: Partial<PagarmeConfig>) =>
    openPagarme(configOf(account.there(), changes), { log: pino({ level: 'silent' }) });

  it('is stopped by a wrong key, and only warned by an acquirer that is down', async () => {
    expect(await requireReachable(account.cards().account)).toBeNull();
    const wrong = opened({ secretKey: new Secret(WRONG) });
    await expect(requireReachable(wrong.account)).rejects.toThrow('SECRET_KEY must be a secret key');
    const down = opened({ apiUrl: 'https://127.0.0.1:1/core/v5' });
    expect(await requireReachable(down.account)).toContain('it refuses connections');
    await Promise.all([wrong.close(), down.close()]);
  });
});

describe("the payer's page", () => {
  it('gets a public key and one origin, and is a matter of SAQ A-EP', async () => {
    const { entry } = account.cards().remote;
    const origin = new URL(account.there().apiUrl).origin;
    expect(entry).toMatchObject({
      ...{ dialect: 'pagarme', questionnaire: 'A-EP' },
      sources: { scripts: [], connects: [origin], frames: [] },
    });
    const { publicKey, apiUrl } = account.there();
    const settings = { publicKey, tokensUrl: `${apiUrl}/tokens?appId=${publicKey}` };
    expect(await entry.open()).toEqual({ ok: true, settings });
  });

  it('with 3DS gets a token for one card, and the script of its environment', async () => {
    const { tdsUrl } = account.there();
    const cards = openPagarme(configOf(account.there(), { tdsUrl }), { log: pino({ level: 'silent' }) });
    const { entry } = cards.remote;
    expect(entry.sources.scripts).toEqual(['https://auth-3ds-sdx.pagar.me']);
    expect(await entry.open()).toMatchObject({
      settings: { tdsToken: 'tds.for-one-card', script: 'https://auth-3ds-sdx.pagar.me/bundle.js' },
    });
    await account.there().behave({ faults: [{ kind: 'fail before', on: 'tds.token', times: 1 }] });
    expect(await entry.open()).toMatchObject({ ok: false, kind: 'unavailable' });
    await cards.close();
  });
});

it('no key, token or payer is in a log, an answer, a check or a printed configuration', async () => {
  const heard: unknown[] = [];
  const request = cardRequest(account.newReference(), await account.there().token());
  for (const kind of ['fail before', 'unauthorized', 'fail after', 'drop after'] as const) {
    await account.there().behave({ faults: [{ kind, times: 3 }] });
    heard.push(await account.cards().authorise({ ...request, reference: account.newReference() }));
    heard.push(await account.cards().findCard(request.reference), await stepsOf());
    const { payer } = request;
    const source = await account.there().token();
    heard.push(await account.cards().vault?.storeCard({ reference: account.newReference(), source, payer }));
  }
  const { config } = account.cards().account;
  heard.push(config, JSON.stringify(config), account.cards(), account.logged());
  const text = heard
    .map((each) => (typeof each === 'string' ? each : inspect(each, { depth: 12 })))
    .join('\n');
  const { secretKey } = account.there();
  const watched = {
    'secret key': secretKey,
    'basic credentials': Buffer.from(`${secretKey}:`).toString('base64'),
    'token of a card': request.source.kind === 'token' ? request.source.token : '',
    'document of a payer': '52998224725',
    'name of a payer': 'Ana Souza',
    'address of a payer': 'Avenida Paulista',
  };
  expect(leaksIn(text, watched)).toEqual([]);
  expect(account.logged()).toContain('a provider call failed');
  expect(leaksIn(`${text} ${secretKey}`, watched)).not.toEqual([]);
});
