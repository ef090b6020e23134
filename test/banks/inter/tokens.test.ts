import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { Secret, Vault } from '../../../server/src/kit/secrets.ts';
import { DatabaseTokens } from '../../../server/src/providers/http/shared-tokens.ts';
import { openInterBoletos } from '../../../server/src/providers/inter/boletos.ts';
import { MAX_TOKENS_PER_MINUTE } from '../../../server/src/providers/inter/config.ts';
import { openInterPayouts } from '../../../server/src/providers/inter/payouts.ts';
import { it } from '../../support/fixtures.ts';
import { interConfig } from '../../support/inter-provider.ts';
import { boletoRequest } from '../../support/inter-requests.ts';
import { type Inter, startInter } from './inter.ts';

const log = pino({ level: 'silent' });
const vault = new Vault(Buffer.alloc(32, 3));
let inter: Inter;
beforeAll(async () => {
  inter = await startInter({ tokensPerMinute: 5 });
});
afterAll(() => inter?.stop());

describe('tokens of Inter', () => {
  it('are few, however many processes of an installation call', async ({ db }) => {
    const config = interConfig(inter);
    const client = `${config.tokenUrl} ${config.clientId}`;
    const processes = Array.from({ length: 6 }, () => {
      const tokens = new DatabaseTokens(db, vault, { client, maxPerMinute: MAX_TOKENS_PER_MINUTE });
      const options = { log, tokens };
      return { boletos: openInterBoletos(config, options), payouts: openInterPayouts(config, options) };
    });
    const answers = await Promise.all(
      processes.flatMap(({ boletos, payouts }) => [
        boletos.registerBoleto(boletoRequest(randomUUID())),
        payouts.remote.bankBalance(),
        payouts.remote.findPayout({ reference: randomUUID(), bankReference: randomUUID() }),
      ]),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(12);
    const { tokens, requests } = await inter.state();
    expect([tokens.length, requests.token]).toEqual([3, 3]);
    await Promise.all(processes.flatMap(({ boletos, payouts }) => [boletos.close(), payouts.close()]));
  });

  it('are asked for per feature: a scope that was not granted takes nothing else away', async () => {
    const poor = await startInter({ scopes: ['boleto-cobranca.read', 'boleto-cobranca.write'] });
    const config = interConfig(poor);
    const boletos = openInterBoletos(config, { log, tokens: null });
    const payouts = openInterPayouts(config, { log, tokens: null });
    expect(await boletos.registerBoleto(boletoRequest(randomUUID()))).toMatchObject({ ok: true });
    expect(await payouts.remote.bankBalance()).toMatchObject({ ok: false, kind: 'unavailable' });
    await Promise.all([boletos.close(), payouts.close(), poor.stop()]);
  });

  it('that died are renewed without a lost call', async () => {
    const healthy = await startInter();
    const boletos = openInterBoletos(interConfig(healthy), { log, tokens: null });
    expect(await boletos.registerBoleto(boletoRequest(randomUUID()))).toMatchObject({ ok: true });
    await healthy.expireTokens();
    expect(await boletos.registerBoleto(boletoRequest(randomUUID()))).toMatchObject({ ok: true });
    await Promise.all([boletos.close(), healthy.stop()]);
  });

  it('are refused to wrong credentials, in a sentence without them', async () => {
    const healthy = await startInter();
    const config = interConfig(healthy, { clientSecret: new Secret('planted-wrong-secret') });
    const boletos = openInterBoletos(config, { log, tokens: null });
    const answer = await boletos.registerBoleto(boletoRequest(randomUUID()));
    expect(answer).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(JSON.stringify(answer)).not.toContain('planted');
    await Promise.all([boletos.close(), healthy.stop()]);
  });
});
