import { randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import { checkEfiBoletos, checkEfiPayouts } from '../../../server/src/providers/efi/check.ts';
import { newText } from '../../psp/random.ts';
import { leaksIn } from '../../support/apipix-leaks.ts';
import { endedAccount } from './ended-account.ts';

it('credentials, tokens, certificates and payers are in no log, error, check or printed configuration', async () => {
  const clientSecret = newText(40);
  await endedAccount({ clientSecret, echoesRequests: true }, async (account) => {
    const { efi, boletos, payouts, config, sending } = account;
    const log = boletos.charges.log;
    const heard: unknown[] = [];
    const boleto = () =>
      boletos.registerBoleto({
        reference: randomUUID(),
        ourNumber: '1',
        amountCents: cents(100n),
        merchantName: 'Loja',
        description: null,
        payer: { name: 'Ana Souza', document: '52998224725', email: null, phone: null, address: null },
        terms: {
          ...{ dueDate: '2030-01-10', payableDaysAfterDue: 30, discount: null },
          ...{ fineBasisPoints: 0, interestMonthlyBasisPoints: 0 },
        },
        createdAt: account.clock.now(),
      });
    const payout = () =>
      payouts.payout({
        reference: randomUUID(),
        amountCents: cents(100n),
        pixKey: '52998224725',
        ownerDocument: '52998224725',
        description: null,
      });
    const everything = async () => {
      heard.push(await boleto(), await payout(), await payouts.remote.bankBalance());
      for await (const step of checkEfiBoletos(config, { log })) heard.push(step);
      const options = { log, webhookUrl: null, registers: false };
      for await (const step of checkEfiPayouts(config, sending, options)) heard.push(step);
    };
    await everything();
    for (const kind of ['unauthorized', 'fail before', 'drop after'] as const) {
      await efi.behave({ faults: [{ kind, times: 6 }] });
      await everything();
    }
    await efi.expireTokens();
    await everything();
    heard.push(config, JSON.stringify(config), boletos, payouts, boletos.charges.client, account.logged());
    const text = heard
      .map((each) => (typeof each === 'string' ? each : inspect(each, { depth: 12 })))
      .join('\n');
    const { tokens } = await efi.state();
    expect(tokens.length).toBeGreaterThan(2);
    const { certFile, keyFile, pfxFile } = efi.client;
    const watched = {
      'client secret': clientSecret,
      'basic credentials': Buffer.from(`${efi.clientId}:${clientSecret}`).toString('base64'),
      'private key': readFileSync(keyFile, 'utf8').replace(/-----[^-]+-----|\s/g, ''),
      certificate: new X509Certificate(readFileSync(certFile)).raw,
      'PFX file': readFileSync(pfxFile),
      'document of a payer': '52998224725',
      'name of a payer': 'Ana Souza',
      ...Object.fromEntries(tokens.map((token, at) => [`access token ${at}`, token])),
    };
    expect(leaksIn(text, watched)).toEqual([]);
    expect(account.logged()).toContain('a provider call failed');
    expect(leaksIn(`${text} ${clientSecret}`, watched)).not.toEqual([]);
  });
});
