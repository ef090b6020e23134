import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Secret } from '../../../server/src/kit/secrets.ts';
import type { BankCheckStep } from '../../../server/src/providers/banks/bank.ts';
import { checkEfiBoletos, checkEfiPayouts } from '../../../server/src/providers/efi/check.ts';
import type { EfiConfig } from '../../../server/src/providers/efi/config.ts';
import type { Account } from './account.ts';
import { endedAccount } from './ended-account.ts';

const log = pino({ level: 'silent' });
const URL = 'https://127.0.0.1:1/callbacks/efi';

async function steps(run: AsyncIterable<BankCheckStep>): Promise<BankCheckStep[]> {
  const all: BankCheckStep[] = [];
  for await (const step of run) all.push(step);
  return all;
}
const short = (all: readonly BankCheckStep[]) => all.map(({ name, ok }) => `${name} ${ok ? 'ok' : 'failed'}`);
const boletoSteps = (config: EfiConfig) => steps(checkEfiBoletos(config, { log }));
const payoutSteps = (
  { config, sending }: Pick<Account, 'config' | 'sending'>,
  options: { webhookUrl: string | null; registers: boolean } = { webhookUrl: null, registers: false },
) => steps(checkEfiPayouts(config, sending, { log, ...options }));

it('an account that works is found so, without a boleto and without a payout', async () => {
  await endedAccount({}, async (account) => {
    expect(short(await boletoSteps(account.config))).toEqual(['token ok', 'payments ok']);
    const first = await payoutSteps(account, { webhookUrl: URL, registers: false });
    expect(short(first)).toEqual([
      ...['certificate ok', 'token ok', 'send ok', 'balance ok', 'sent ok'],
      'webhook failed',
    ]);
    expect(first.at(-1)?.remedy).toContain('GUICHE_BANK_EFI_KEY');
    const registered = await payoutSteps(account, { webhookUrl: URL, registers: true });
    expect(registered.at(-1)).toMatchObject({ ok: true, detail: `registered: notices go to ${URL}` });
    expect(short(await payoutSteps(account)).at(-1)).toBe('webhook ok');
    const other = await payoutSteps(account, { webhookUrl: 'https://other.example', registers: false });
    expect(other.at(-1)).toMatchObject({
      ok: true,
      remedy: expect.stringContaining('https://other.example'),
    });
    const { charges, sent, violations, ownViolations } = await account.efi.state();
    expect({ charges, sent, violations, ownViolations }).toEqual({
      ...{ charges: [], sent: [], violations: [], ownViolations: [] },
    });
  });
});

it('what is wrong is named with the setting or the permission to change', async () => {
  await endedAccount({ scopes: ['gn.balance.read', 'webhook.read'] }, async (account) => {
    const { config } = account;
    const wrongSecret = { ...config, clientSecret: new Secret('other') };
    expect(await boletoSteps(wrongSecret)).toMatchObject([
      { ok: false, remedy: expect.stringContaining('GUICHE_BANK_EFI_CLIENT_SECRET') },
    ]);
    const untrusted = { ...config, authorities: null };
    expect(await boletoSteps(untrusted)).toMatchObject([
      { ok: false, remedy: expect.stringContaining('GUICHE_BANK_EFI_CA') },
    ]);
    const nowhere = { ...config, chargesUrl: 'https://localhost:1' };
    expect(await boletoSteps(nowhere)).toMatchObject([
      { ok: false, remedy: expect.stringContaining('GUICHE_BANK_EFI_CHARGES_URL') },
    ]);
    await account.efi.behave({ faults: [{ kind: 'fail before', on: 'charge.list' }] });
    expect(short(await boletoSteps(config))).toEqual(['token ok', 'payments failed']);
    const lacking = await payoutSteps(account);
    expect(short(lacking)).toEqual([
      ...['certificate ok', 'token ok', 'send failed', 'balance ok', 'sent failed'],
      'webhook failed',
    ]);
    expect(lacking.map(({ remedy }) => remedy ?? '')).toEqual(
      expect.arrayContaining([
        expect.stringContaining('"pix.send"'),
        expect.stringContaining('"gn.pix.send.read"'),
      ]),
    );
  });
});
