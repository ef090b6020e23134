import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import type { PayoutAtBank, PayoutRequest } from '../../../server/src/providers/payout.ts';
import { interUnderTest } from '../../support/inter-provider.ts';

const bank = interUnderTest();
const RANDOM_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

function newRequest(changes: Partial<PayoutRequest> = {}): PayoutRequest {
  return {
    ...{ reference: randomUUID(), amountCents: cents(123_456n), pixKey: '52998224725' },
    ...{ ownerDocument: '52998224725', description: 'Saque', ...changes },
  };
}

async function pay(request: PayoutRequest): Promise<PayoutAtBank> {
  const answer = await bank.payouts().payout(request);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.payout;
}

async function find(reference: string, bankReference: string | null) {
  const answer = await bank.payouts().remote.findPayout({ reference, bankReference });
  return answer.ok ? answer.payout : answer.reason;
}

const sentUnder = async (reference: string) =>
  (await bank.inter().state()).sent.filter(({ key }) => key === reference);

describe('a payout at Inter', () => {
  it('is sent once under its reference, however often it is asked for', async () => {
    const request = newRequest();
    const before = (await bank.inter().state()).balance;
    const first = await pay(request);
    expect(first).toMatchObject({
      state: 'succeeded',
      reason: null,
      returns: [],
      receiverDocument: '***.982.247-**',
    });
    expect(first.endToEndId).toMatch(/^E00416968/);
    expect(await pay(request)).toEqual(first);
    const after = await bank.inter().state();
    expect(before - after.balance).toBe(123_456);
    expect(after.violations).toEqual([]);
    const [sent] = await sentUnder(request.reference);
    expect(sent).toMatchObject({ amount: 123_456, descricao: `Saque ${request.reference}` });
  });

  it.each([
    ['held', 'pending'],
    ['scheduled', 'pending'],
    ['approval', 'awaiting_approval'],
    ['fails', 'failed'],
  ] as const)('that the bank has %s is %s', async (payouts, state) => {
    await bank.inter().behave({ payouts });
    const request = newRequest();
    const payout = await pay(request);
    expect(payout).toMatchObject({ state });
    expect(await find(request.reference, payout.bankReference)).toMatchObject({ state });
    if (state === 'failed') expect(payout.reason).toBe('FALHA; AB03 Conta do recebedor encerrada');
  });

  it.each([
    ['PAGO', 'succeeded'],
    ['REPROVADO', 'failed'],
    ['EXPIRADO', 'failed'],
  ])('that awaits approval and becomes %s is %s', async (status, state) => {
    await bank.inter().behave({ payouts: 'approval' });
    const request = newRequest();
    const { bankReference } = await pay(request);
    await bank.inter().setStatus(bankReference ?? '', status);
    expect(await find(request.reference, bankReference)).toMatchObject({ state });
  });

  it('without the money in the account fails', async () => {
    const { balance } = await bank.inter().state();
    await bank.inter().setBalance(100);
    const payout = await pay(newRequest());
    expect(payout).toMatchObject({ state: 'failed', reason: 'CANCELADO_SEM_SALDO' });
    await bank.inter().setBalance(balance);
  });

  it('in a status that is not known stays pending, and is reported', async () => {
    await bank.inter().behave({ payouts: 'held' });
    const request = newRequest();
    const { bankReference } = await pay(request);
    await bank.inter().setStatus(bankReference ?? '', 'EM_ANALISE');
    expect(await find(request.reference, bankReference)).toMatchObject({ state: 'pending' });
    expect(bank.logged()).toContain('EM_ANALISE');
  });
});

describe('a payout whose answer was lost', () => {
  it.each([
    ['the answer is cut off', { dropAfterActing: [{ on: 'pix.post', times: 1 }] }],
    ['both answers are cut off', { dropAfterActing: [{ on: 'pix.post', times: 2 }] }],
    ['the bank fails after acting', { fails: [{ on: 'pix.post', when: 'after', times: 1 }] }],
    ['the bank fails before acting', { fails: [{ on: 'pix.post', times: 2 }] }],
    ['the look after it fails', { fails: [{ on: 'pix.get', times: 1 }] }],
  ] as const)('is paid once: %s', async (_, faults) => {
    await bank.inter().behave({ faults: structuredClone(faults) as object });
    const request = newRequest();
    const first = await bank.payouts().payout(request);
    if (!first.ok) expect(first.kind).toBe('unavailable');
    expect(await pay(request)).toMatchObject({ state: 'succeeded' });
    expect(await sentUnder(request.reference)).toHaveLength(1);
    const { movements } = await bank.inter().state();
    expect(
      movements.filter(({ detalhes }) => detalhes.descricaoPix?.includes(request.reference)),
    ).toHaveLength(1);
  });

  it('and is refused the second time is not taken as refused', async () => {
    const faults = {
      dropAfterActing: [{ on: 'pix.post' as const, times: 1 }],
      fails: [{ on: 'pix.post' as const, status: 422, when: 'after' as const }],
    };
    await bank.inter().behave({ faults });
    expect(await bank.payouts().payout(newRequest())).toMatchObject({ ok: false, kind: 'unavailable' });
  });

  it('is found in the statement by our reference, and not declared absent before it is there', async () => {
    await bank.inter().behave({ payouts: 'held' });
    const request = newRequest();
    const { bankReference } = await pay(request);
    const { remote } = bank.payouts();
    expect(await remote.findPayout({ reference: request.reference, bankReference: null })).toEqual({
      ...{ ok: true, payout: null, mayExist: true },
    });
    await bank.inter().setStatus(bankReference ?? '', 'PAGO');
    expect(await find(request.reference, null)).toMatchObject({ state: 'succeeded', bankReference });
    expect(await find(request.reference, randomUUID())).toBe('the bank does not show it');
  });
});

describe('the owner of the key', () => {
  it('named by the key itself is checked before anything is sent', async () => {
    const request = newRequest({ pixKey: '11144477735' });
    expect(await bank.payouts().payout(request)).toMatchObject({ ok: false, kind: 'refused' });
    expect(await sentUnder(request.reference)).toEqual([]);
  });

  it.each([
    ['another', '11144477735', true],
    ['the expected one', '52998224725', false],
  ])('who turns out to be %s is reported', async (_, cpfCnpj, isReported) => {
    await bank.inter().setOwner(RANDOM_KEY, { cpfCnpj, nome: 'Fulano' });
    const payout = await pay(newRequest({ pixKey: RANDOM_KEY }));
    expect(payout).toMatchObject({ state: 'succeeded' });
    expect(bank.logged().includes('another owner')).toBe(isReported);
    expect(bank.logged()).not.toContain('Fulano');
  });
});

describe('the account', () => {
  it('tells what it can pay now', async () => {
    const { balance } = await bank.inter().state();
    await bank.inter().setBalance(285_055);
    expect(await bank.payouts().remote.bankBalance()).toEqual({ ok: true, availableCents: 285_055n });
    await bank.inter().setBalance(-100);
    expect(await bank.payouts().remote.bankBalance()).toEqual({ ok: true, availableCents: 0n });
    await bank.inter().setBalance(balance);
  });

  it('lists what was sent, with our reference, and what came back, and no payment of payers', async () => {
    const request = newRequest();
    const { bankReference, endToEndId } = await pay(request);
    await bank.inter().credit(5_000);
    const returnId = await bank.inter().giveBack(bankReference ?? '', 100);
    const until = new Date();
    const from = new Date(until.getTime() - 3_600_000);
    const listed: unknown[] = [];
    for (let page: number | null = 0; page !== null; ) {
      const answer = await bank.payouts().remote.sentPayouts({ from, until, page });
      if (!answer.ok) throw new Error(answer.reason);
      listed.push(...answer.payouts.filter((each) => each.bankReference === bankReference));
      page = answer.nextPage;
    }
    const sent = { state: 'succeeded', bankReference, amountCents: 123_456n };
    expect(listed).toEqual([
      expect.objectContaining({ ...sent, reference: request.reference, endToEndId, returns: [] }),
      expect.objectContaining({
        ...sent,
        isReturn: true,
        returns: [{ id: returnId, amountCents: 100n, at: expect.any(Date), reason: 'DEVOLUCAO PIX' }],
      }),
    ]);
    expect(listed).toHaveLength(2);
  });
});
