import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import { openInterBoletos } from '../../../server/src/providers/inter/boletos.ts';
import { leaksIn, type Watched } from '../../support/apipix-leaks.ts';
import { interConfig, interUnderTest } from '../../support/inter-provider.ts';
import { boletoRequest, nameOf } from '../../support/inter-requests.ts';
import { OPERATIONS, type Operation } from './faults.ts';
import { PASSPHRASE } from './inter.ts';

const SECRET = 'planted-client-secret-0a9f8b7c6d';
const ACCOUNT = '918273645';
const bank = interUnderTest({ clientSecret: SECRET, account: ACCOUNT });

async function watched(): Promise<Watched> {
  const { client } = bank.inter();
  const key = createPrivateKey(readFileSync(client.keyFile));
  const { tokens } = await bank.inter().state();
  return {
    ...{ 'client secret': SECRET, passphrase: PASSPHRASE, account: ACCOUNT },
    'PFX file': readFileSync(client.pfxFile),
    certificate: new X509Certificate(readFileSync(client.certFile)).raw,
    'private key': key.export({ type: 'pkcs8', format: 'der' }),
    ...Object.fromEntries(tokens.map((token, at) => [`token ${at}`, token])),
    ...{ 'payer name': 'Ana Souza', 'payer document': '52998224725', 'payer e-mail': 'ana@example.com' },
    ...{ street: 'Avenida Brasil', phone: '987654321' },
  };
}

describe('secrets and payers', () => {
  it('appear in no log line, no answer and no printed configuration, however calls end', async () => {
    const shown: unknown[] = [];
    const request = boletoRequest(randomUUID());
    const payout = {
      ...{ reference: randomUUID(), amountCents: cents(500n), pixKey: 'ana@example.com' },
      ...{ ownerDocument: '52998224725', description: null },
    };
    const everything = async () => {
      shown.push(
        await bank.boletos().registerBoleto(request),
        await bank.boletos().remote.cancelBoleto(nameOf(request)),
        await bank.payouts().payout(payout),
        await bank.payouts().remote.bankBalance(),
        bank.boletos().remote.health(),
        bank.payouts().remote.health(),
      );
    };
    const writes: Operation[] = ['cobranca.post', 'cobranca.cancel', 'pix.post'];
    const reads: Operation[] = ['cobranca.list', 'cobranca.get', 'pix.get', 'saldo'];
    for (const on of [writes, reads, [...OPERATIONS]]) {
      for (const status of [400, 401, 403, 422, 429, 500]) {
        await bank.inter().behave({ quotes: true, faults: { fails: [{ status, on }] } });
        await everything();
      }
    }
    await bank.inter().behave({ faults: { fails: [], dropBefore: [{ probability: 0.5 }] } });
    await everything();
    await bank.inter().behave({ faults: { dropBefore: [], dropAfterActing: [{ on: 'token' }] } });
    await bank.inter().expireTokens();
    await everything();
    const config = interConfig(bank.inter());
    shown.push(inspect(config, { depth: 9 }), JSON.stringify(config));
    const text = bank.logged() + inspect(shown, { depth: 9, maxArrayLength: null });
    expect(bank.logged()).toContain('a provider call failed');
    expect(leaksIn(text, await watched())).toEqual([]);
  }, 120_000);

  it('appear in no error of a certificate that cannot be used', async () => {
    const config = interConfig(bank.inter());
    const wrong = { ...config.certificate, key: { setting: 'KEY', path: bank.inter().client.keyFile } };
    let said = '';
    try {
      openInterBoletos({ ...config, certificate: wrong }, bank.options());
    } catch (error) {
      said = inspect(error);
    }
    expect(said).toContain('KEY is only for PEM files');
    expect(leaksIn(said, await watched())).toEqual([]);
  });
});
