import { expect, it } from 'vitest';
import { startGateway } from '../../../test/support/gateway.ts';

/** Without a key, requests are counted by address: two payers behind one proxy share a count unless it is believed. */
it.each([
  ['127.0.0.0/8', [401, 401, 429]],
  ['loopback', [401, 401, 429]],
  ['10.0.0.0/8', [401, 429, 429]],
  ['none', [401, 429, 429]],
  ['', [401, 429, 429]],
])(
  'with GUICHE_TRUST_PROXY=%s requests of two payers, then of the first, answer %j',
  async (trusted, expected) => {
    const gateway = await startGateway({
      environment: { GUICHE_TRUST_PROXY: trusted, GUICHE_RATE_GENERAL: '1' },
    });
    const statuses: number[] = [];
    for (const payer of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
      const headers = { 'x-forwarded-for': payer };
      statuses.push((await gateway.call('GET', '/api/v1/balance', undefined, headers)).status);
    }
    await gateway.stop();
    expect(statuses).toEqual(expected);
  },
);
