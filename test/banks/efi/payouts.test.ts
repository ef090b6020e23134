import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import { registerWebhook, webhookUrl } from '../../../server/src/providers/efi/payouts.ts';
import type { PayoutRequest, SentPayout } from '../../../server/src/providers/payout.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { type Account, openAccount } from './account.ts';
import { endedAccount } from './ended-account.ts';
import type { Fault } from './faults.ts';

let account: Account;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  account = await openAccount();
  await registerWebhook(account.payouts.sending, `${receiver.url}/callbacks/efi`);
});
afterAll(async () => {
  await account.stop();
  await receiver.stop();
});
beforeEach(() => account.efi.behave({ faults: [], notices: {}, hidesNew: false }));
afterEach(async () => {
  const { violations, ownViolations } = await account.efi.state();
  expect({ violations, ownViolations }).toEqual({ violations: [], ownViolations: [] });
});

function request(change: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    reference: randomUUID(),
    amountCents: cents(1_234n),
    pixKey: 'ana@example.com',
    ownerDocument: '52998224725',
    description: 'Saque',
    ...change,
  };
}
const idOf = ({ reference }: PayoutRequest) => reference.replaceAll('-', '');
const nameOf = ({ reference }: PayoutRequest) => ({ reference, bankReference: null });

async function sent(change: Partial<PayoutRequest> = {}): Promise<PayoutRequest> {
  const of = request(change);
  expect(await account.payouts.payout(of)).toMatchObject({ ok: true, payout: { state: 'pending' } });
  return of;
}

async function found(of: PayoutRequest) {
  const answer = await account.payouts.remote.findPayout(nameOf(of));
  if (!answer.ok) throw new Error(answer.reason);
  return answer.payout;
}

const atBank = async (of: PayoutRequest) =>
  (await account.efi.state()).sent.filter(({ idEnvio }) => idEnvio === idOf(of));

describe('sending a payout', () => {
  it.each<[string, Fault[]]>([
    ['the answer is lost', [{ kind: 'drop after', on: 'pix.send', times: 1 }]],
    ['a gateway fails after it was done', [{ kind: 'fail after', on: 'pix.send', times: 1, status: 504 }]],
    ['the connection breaks before', [{ kind: 'drop before', on: 'pix.send', times: 1 }]],
    ['a gateway fails before', [{ kind: 'fail before', on: 'pix.send', times: 1 }]],
    ['every answer of two is lost', [{ kind: 'drop after', on: 'pix.send', times: 2 }]],
    ['the look-up fails', [{ kind: 'fail before', on: 'pix.find', times: 1 }]],
    [
      'the answer and the look-up after it are lost',
      [
        { kind: 'drop after', on: 'pix.send', times: 1 },
        { kind: 'fail before', on: 'pix.find', times: 3 },
      ],
    ],
    ['the token is refused once', [{ kind: 'unauthorized', on: 'pix.send', times: 1 }]],
    ['no token is given', [{ kind: 'fail before', on: 'oauth', times: 1 }]],
  ])('pays once, however often it is asked, when %s', async (_, faults) => {
    await account.efi.expireTokens();
    await account.efi.behave({ faults });
    const before = (await account.efi.state()).balance;
    const of = request();
    const answers = [];
    for (let each = 0; each < 5; each++) answers.push(await account.payouts.payout(of));
    for (const answer of answers) {
      expect(answer).toMatchObject(answer.ok ? { payout: { state: 'pending' } } : { kind: 'unavailable' });
    }
    expect(answers.at(-1)?.ok).toBe(true);
    expect(await atBank(of)).toHaveLength(1);
    const after = (await account.efi.state()).balance;
    expect(Math.round((Number(before) - Number(after)) * 100)).toBe(1_234);
  });

  it('is never refused for an id that Efí knows and does not find yet', async () => {
    await account.efi.behave({
      hidesNew: true,
      faults: [{ kind: 'drop after', on: 'pix.send', times: 1 }],
    });
    const of = request();
    for (let each = 0; each < 3; each++) {
      expect(await account.payouts.payout(of)).toMatchObject({ ok: false, kind: 'unavailable' });
    }
    await account.efi.behave({ hidesNew: false });
    expect(await account.payouts.payout(of)).toMatchObject({ ok: true, payout: { state: 'pending' } });
    expect(await atBank(of)).toHaveLength(1);
  });

  it.each<[string, Partial<PayoutRequest>, string]>([
    [
      'the key belongs to another document',
      { pixKey: '11222333000181', ownerDocument: '52998224725' },
      'chave_nao_pertence_ao_documento',
    ],
    ['the balance is too small', { amountCents: cents(999_999_999_99n) }, 'saldo_insuficiente'],
    ['the reference is no UUID', { reference: 'withdrawal-1' }, 'not a UUID'],
  ])('is refused when %s, and nothing is at the bank', async (_, change, words) => {
    const of = request(change);
    const answer = await account.payouts.payout(of);
    expect(answer).toEqual({ ok: false, kind: 'refused', reason: expect.stringContaining(words) });
    expect(JSON.stringify(answer)).not.toMatch(/11222333000181|52998224725|ana@example/);
    expect(await atBank(of)).toEqual([]);
  });

  it('does not answer for another amount under the same reference', async () => {
    const of = await sent();
    const answer = await account.payouts.payout({ ...of, amountCents: cents(9_999n) });
    expect(answer).toMatchObject({
      ok: false,
      kind: 'unavailable',
      reason: expect.stringContaining('amount'),
    });
  });
});

describe('a payout that was sent', () => {
  it('is found by our reference, with how it ended', async () => {
    const of = await sent();
    const pending = await found(of);
    expect(pending).toMatchObject({ state: 'pending', endToEndId: expect.stringMatching(/^E09089356/) });
    await account.efi.finishSent(idOf(of), 'REALIZADO');
    expect(await found(of)).toEqual({ ...pending, state: 'succeeded' });
    expect(await found(request())).toBeNull();
  });

  it('may be denied on the next day', async () => {
    const of = await sent();
    await account.efi.moveClock(86_400_000);
    await account.efi.finishSent(idOf(of), 'NAO_REALIZADO');
    expect(await found(of)).toMatchObject({ state: 'failed', reason: expect.any(String) });
    expect(await account.payouts.payout(of)).toMatchObject({ ok: true, payout: { state: 'failed' } });
    expect(await atBank(of)).toHaveLength(1);
    await account.efi.moveClock(0);
  });

  it('may come back in parts after it succeeded', async () => {
    const of = await sent({ amountCents: cents(400n) });
    await account.efi.finishSent(idOf(of), 'REALIZADO');
    for (const amount of ['1.50', '2.50']) await account.efi.giveBack(idOf(of), amount);
    const payout = await found(of);
    expect(payout).toMatchObject({
      state: 'succeeded',
      returns: [{ amountCents: 150n }, { amountCents: 250n }],
    });
    expect(new Set(payout?.returns.map(({ id }) => id)).size).toBe(2);
  });

  it('is in the list of what was sent, page by page', async () => {
    const references: string[] = [];
    for (let each = 0; each < 103; each++) references.push((await sent()).reference);
    const payouts: SentPayout[] = [];
    const period = { from: new Date(Date.now() - 3_600_000), until: new Date(Date.now() + 3_600_000) };
    let page: number | null = 0;
    while (page !== null) {
      const answer = await account.payouts.remote.sentPayouts({ ...period, page });
      if (!answer.ok) throw new Error(answer.reason);
      payouts.push(...answer.payouts);
      page = answer.nextPage;
    }
    const listed = payouts.map(({ reference }) => reference);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(references));
  });
});

describe('a notice to the webhook of the key', () => {
  const bodies = () => receiver.received.map(({ raw }) => JSON.parse(raw));
  const hintsFor = async (of: PayoutRequest) => {
    const hints = await Promise.all(
      bodies().map((body) =>
        account.payouts.remote.readNotice({ headers: {}, rawBody: Buffer.from(JSON.stringify(body)), body }),
      ),
    );
    return hints
      .flatMap((each) => each ?? [])
      .filter((hint) => 'reference' in hint && hint.reference === of.reference);
  };

  it('names the payout that ended, and the one that came back', async () => {
    const of = await sent();
    await account.efi.finishSent(idOf(of), 'REALIZADO');
    await account.efi.giveBack(idOf(of), '1.00');
    await until('both came', async () => (await hintsFor(of)).length === 2);
    expect(receiver.received.at(-1)?.path).toBe('/callbacks/efi/pix');
  });

  it('may be repeated, late and in another order', async () => {
    await account.efi.behave({ notices: { repeat: 2, reorder: true, gatherMs: 50, delayMs: [10, 60] } });
    const all = [await sent(), await sent()];
    for (const of of all) await account.efi.finishSent(idOf(of), 'NAO_REALIZADO');
    for (const of of all) await until('they came', async () => (await hintsFor(of)).length === 2);
  });

  it('goes to the address that is registered, and only one is', async () => {
    const { sending } = account.payouts;
    const other = `${receiver.url}/callbacks/other`;
    expect(await webhookUrl(sending)).toEqual({ ok: true, url: `${receiver.url}/callbacks/efi` });
    expect(await registerWebhook(sending, other)).toEqual({ ok: true });
    expect(await webhookUrl(sending)).toEqual({ ok: true, url: other });
    await registerWebhook(sending, `${receiver.url}/callbacks/efi`);
  });
});

it('what can be paid out is the balance without what is blocked', async () => {
  await endedAccount({ balance: '100.00', blocked: '10.50' }, async ({ payouts }) => {
    expect(await payouts.remote.bankBalance()).toEqual({ ok: true, availableCents: 8_950n });
  });
});

it('a key without a webhook sends nothing, which is no refusal of the payout', async () => {
  await endedAccount({}, async ({ payouts, efi }) => {
    expect(await webhookUrl(payouts.sending)).toEqual({ ok: true, url: null });
    expect(await payouts.payout(request())).toMatchObject({
      ...{ ok: false, kind: 'unavailable', reason: expect.stringContaining('no webhook is registered') },
    });
    expect((await efi.state()).sent).toEqual([]);
  });
});

it('an application without the scope is unavailable, not refused: nothing is given back', async () => {
  await endedAccount({ scopes: ['gn.pix.send.read', 'webhook.write'] }, async ({ payouts }) => {
    await registerWebhook(payouts.sending, 'https://guiche.example/callbacks/efi');
    expect(await payouts.payout(request())).toMatchObject({ ok: false, kind: 'unavailable' });
  });
});

describe('in homologation', () => {
  let trial: Account;
  beforeAll(async () => {
    trial = await openAccount({ environment: 'homologation' });
    await registerWebhook(trial.payouts.sending, `${receiver.url}/callbacks/trial`);
  });
  afterAll(() => trial.stop());

  it.each([
    ['0.50', 'succeeded', 0],
    ['4.00', 'succeeded', 2],
    ['5.00', 'succeeded', 1],
    ['15.00', 'failed', 0],
  ])('a payout of %s is %s in the end, and comes back %i times', async (amount, state, returns) => {
    const of = request({ amountCents: cents(BigInt(amount.replace('.', ''))) });
    expect(await trial.payouts.payout(of)).toMatchObject({ ok: true });
    await until('it ended', async () => {
      const answer = await trial.payouts.remote.findPayout(nameOf(of));
      return answer.ok && answer.payout?.state === state && answer.payout.returns.length === returns;
    });
  });

  it('more than 20.00 is denied at once', async () => {
    const answer = await trial.payouts.payout(request({ amountCents: cents(2_001n) }));
    expect(answer).toMatchObject({ ok: false, kind: 'refused', reason: expect.stringContaining('negado') });
  });
});
