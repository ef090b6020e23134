import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import { registerWebhook } from '../../../server/src/providers/efi/payouts.ts';
import type { Answer } from '../../../server/src/providers/provider.ts';
import { openAccount } from './account.ts';
import type { Fault } from './faults.ts';

const COUNT = 60;
const AT_ONCE = 10;
const MAX_TRIES = 40;
const FAULTS: readonly Fault[] = [
  { kind: 'drop after', probability: 0.2 },
  { kind: 'fail before', probability: 0.05, status: 503 },
  { kind: 'fail after', probability: 0.05, status: 502 },
  { kind: 'slow', probability: 0.1, ms: 30 },
  { kind: 'unauthorized', probability: 0.02 },
];

/** As a job does it: again with the same reference until there is an answer. */
async function untilAnswered<T>(ask: () => Promise<Answer<T>>): Promise<Answer<T>> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const answer = await ask();
    if (answer.ok || answer.kind === 'refused') return answer;
  }
  throw new Error('no answer came');
}

async function many(make: () => Promise<void>): Promise<void> {
  for (let done = 0; done < COUNT; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, make));
}

it('with lost answers, failures and slow calls every boleto and every payout is at the bank once', async () => {
  const account = await openAccount();
  try {
    await registerWebhook(account.payouts.sending, 'https://127.0.0.1:1/callbacks/efi');
    await account.efi.behave({ faults: FAULTS });
    const boletos: string[] = [];
    await many(async () => {
      const reference = randomUUID();
      boletos.push(reference);
      const answer = await untilAnswered(() =>
        account.boletos.registerBoleto({
          reference,
          ourNumber: '1',
          amountCents: cents(1_000n),
          merchantName: 'Loja',
          description: null,
          payer: { name: 'Ana Souza', document: '52998224725', email: null, phone: null, address: null },
          terms: {
            ...{ dueDate: '2030-01-10', payableDaysAfterDue: 30, discount: null },
            ...{ fineBasisPoints: 0, interestMonthlyBasisPoints: 0 },
          },
          createdAt: account.clock.now(),
        }),
      );
      expect(answer).toMatchObject({ ok: true, boleto: { state: 'open' } });
    });
    const payouts: string[] = [];
    await many(async () => {
      const reference = randomUUID();
      payouts.push(reference.replaceAll('-', ''));
      const answer = await untilAnswered(() =>
        account.payouts.payout({
          reference,
          amountCents: cents(100n),
          pixKey: 'ana@example.com',
          ownerDocument: null,
          description: null,
        }),
      );
      expect(answer).toMatchObject({ ok: true, payout: { state: 'pending' } });
    });
    await account.efi.behave({ faults: [] });
    const { charges, sent, balance, faults, violations, ownViolations } = await account.efi.state();
    expect(charges.map(({ customId }) => customId).sort()).toEqual(boletos.sort());
    expect(sent.map(({ idEnvio }) => idEnvio).sort()).toEqual(payouts.sort());
    expect(balance).toBe('999940.00');
    expect(faults['drop after']).toBeGreaterThan(10);
    expect([...violations, ...ownViolations]).toEqual([]);
  } finally {
    await account.stop();
  }
});

it('a host that fails again and again takes no new work until it answers', async () => {
  const account = await openAccount();
  try {
    await account.efi.behave({ faults: [{ kind: 'fail before', on: ['pix.find', 'pix.send'] }] });
    const payout = () =>
      account.payouts.payout({
        reference: randomUUID(),
        amountCents: cents(100n),
        pixKey: 'ana@example.com',
        ownerDocument: null,
        description: null,
      });
    expect(account.payouts.remote.accepts()).toBe(true);
    for (let each = 0; each < 7; each++) await payout();
    expect(account.payouts.remote.accepts()).toBe(false);
    expect(account.payouts.remote.health()).toMatchObject({
      state: 'open',
      lastFailure: { reason: '500 upstream' },
    });
    // The host of boletos is another one.
    expect(account.boletos.remote.accepts()).toBe(true);
  } finally {
    await account.stop();
  }
});
