import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../../server/src/kit/secrets.ts';
import {
  checkInterBoletos,
  checkInterPayouts,
  type InterCheckOptions,
} from '../../../server/src/providers/inter/check.ts';
import type { InterConfig } from '../../../server/src/providers/inter/config.ts';
import { interConfig, interUnderTest } from '../../support/inter-provider.ts';
import { startInter } from './inter.ts';

const bank = interUnderTest();
const URL = 'https://shop.example/callbacks/inter';
const CHECKS = { boletos: checkInterBoletos, payouts: checkInterPayouts };

async function stepsOf(
  kind: keyof typeof CHECKS,
  config: InterConfig,
  changes: Partial<InterCheckOptions> = {},
): Promise<string[]> {
  const options = { log: pino({ level: 'silent' }), webhookUrl: URL, registers: false, ...changes };
  const steps: string[] = [];
  for await (const { name, ok, remedy } of CHECKS[kind](config, options)) {
    expect(ok || remedy !== null).toBe(true);
    steps.push(`${name} ${ok ? 'ok' : 'wrong'}`);
  }
  return steps;
}

describe('the check of Inter', () => {
  it.each([
    ['boletos', ['certificate', 'token', 'list', 'webhook']],
    ['payouts', ['certificate', 'token', 'balance', 'statement', 'webhook']],
  ] as const)(
    'of %s tries everything that has no effect, and registers the address when asked',
    async (kind, names) => {
      const config = interConfig(bank.inter());
      const unregistered = names.map((name) => `${name} ${name === 'webhook' ? 'wrong' : 'ok'}`);
      expect(await stepsOf(kind, config)).toEqual(unregistered);
      const all = names.map((name) => `${name} ok`);
      expect(await stepsOf(kind, config, { registers: true })).toEqual(all);
      expect(await stepsOf(kind, config)).toEqual(all);
      const { cobrancas, sent } = await bank.inter().state();
      expect([cobrancas, sent]).toEqual([[], []]);
    },
  );

  it.each([
    ['boletos', ['certificate ok', 'token wrong']],
    ['payouts', ['certificate ok', 'token wrong']],
  ] as const)('of %s stops at wrong credentials', async (kind, steps) => {
    const config = interConfig(bank.inter(), { clientSecret: new Secret('wrong') });
    expect(await stepsOf(kind, config)).toEqual(steps);
  });

  it('says which scopes are missing', async () => {
    const poor = await startInter({ scopes: ['pagamento-pix.read', 'pagamento-pix.write'] });
    const steps = await stepsOf('payouts', interConfig(poor));
    expect(steps).toEqual(['certificate ok', 'token ok', 'balance wrong', 'webhook wrong']);
    await poor.stop();
  });

  it('says that a certificate cannot be read', async () => {
    const config = interConfig(bank.inter());
    const { certificate } = config.certificate;
    const lost = { ...config.certificate, certificate: { ...certificate, path: '/none.p12' } };
    expect(await stepsOf('boletos', { ...config, certificate: lost })).toEqual(['certificate wrong']);
  });
});
