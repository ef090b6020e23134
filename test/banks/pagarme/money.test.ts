import { describe, expect, it } from 'vitest';
import { addDays, civilDateOf } from '../../../server/src/brazil/calendar.ts';
import { cents } from '../../../server/src/kit/money.ts';
import type { CardDispute, CardRequest, SettlementRow } from '../../../server/src/providers/card.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { pagarmeUnderTest } from './account.ts';

const account = pagarmeUnderTest({ payableDays: 2 });
const MAX_PAGES = 50;

async function paid(changes: Partial<CardRequest> = {}): Promise<string> {
  const request = { ...cardRequest(account.newReference(), await account.there().token()), ...changes };
  const answer = await account.cards().authorise(request);
  return answer.outcome === 'approved' ? answer.providerReference : '';
}

async function settlements(days: number): Promise<SettlementRow[]> {
  const from = civilDateOf(new Date());
  const read: SettlementRow[] = [];
  let page: number | null = 0;
  for (let pages = 0; page !== null && pages < MAX_PAGES; pages += 1) {
    const remote = account.cards().remote.settlements;
    const answer: Awaited<ReturnType<NonNullable<typeof remote>['settlementsIn']>> | undefined =
      await remote?.settlementsIn({ from, until: addDays(from, days), page });
    if (!answer?.ok) throw new Error(answer?.reason);
    read.push(...answer.rows);
    page = answer.nextPage;
  }
  return read;
}

describe('what the acquirer pays', () => {
  it('comes day by day, one row for each installment, however its pages are cut', async () => {
    const sales = [];
    for (let sale = 0; sale < 5; sale += 1)
      sales.push(await paid({ amountCents: cents(10_000n), installments: 3 }));
    const rows = await settlements(6);
    expect(new Set(rows.map(({ settlementReference }) => settlementReference)).size).toBe(rows.length);
    const today = civilDateOf(new Date());
    for (const sale of sales) {
      const own = rows.filter(({ providerReference }) => providerReference === sale);
      expect(own.map(({ grossCents, feeCents }) => [grossCents, feeCents])).toEqual([
        [3_333n, 133n],
        [3_333n, 133n],
        [3_334n, 133n],
      ]);
      expect(own.map(({ installment, kind }) => [installment, kind])).toEqual(
        [1, 2, 3].map((at) => [at, 'payment']),
      );
      expect(own.map(({ expectedOn }) => expectedOn)).toEqual([2, 4, 6].map((days) => addDays(today, days)));
      expect(own.map(({ settledOn }) => settledOn)).toEqual([null, null, null]);
    }
    expect(await settlements(1)).toEqual([]);
  });

  it('shows what was paid, what goes back, and nothing that belongs to no sale', async () => {
    const sale = await paid({ installments: 1 });
    const reference = account.newReference();
    await account.cards().refund({ reference, paymentReference: sale, amountCents: cents(345n) });
    await account.there().adjust(sale, 99);
    const day = addDays(civilDateOf(new Date()), 2);
    await account.there().payUpTo(day);
    const rows = await settlements(2);
    const own = rows.filter(({ providerReference }) => providerReference === sale);
    expect(own).toMatchObject([
      { kind: 'payment', grossCents: 12_345n, settledOn: day },
      { kind: 'refund', grossCents: -345n, feeCents: 0n, settledOn: day },
    ]);
    expect(rows.some(({ grossCents }) => grossCents === 99n)).toBe(false);
  });

  it('that cannot be read is not an empty day', async () => {
    await account.there().behave({ faults: [{ kind: 'fail before', on: 'payable.list', times: 1 }] });
    await expect(settlements(0)).rejects.toThrow();
  });
});

describe('a chargeback', () => {
  const since = () => new Date(Date.now() - 3_600_000);
  const listed = async (page = 0): Promise<CardDispute[]> => {
    const answer = await account.cards().remote.disputes?.disputesSince(since(), page);
    return answer?.ok ? answer.disputes : [];
  };

  it('is listed with all that is known of it, also after a part was given back', async () => {
    const sale = await paid({ installments: 1 });
    const refund = { reference: account.newReference(), paymentReference: sale, amountCents: cents(345n) };
    await account.cards().refund(refund);
    await account.there().chargeBack(sale);
    expect(await listed()).toMatchObject([
      {
        ...{ disputeReference: sale, providerReference: sale, amountCents: 12_000n, state: 'open' },
        ...{ code: null, reason: null, answerBy: null, openedAt: expect.any(Date) },
      },
    ]);
    const again = { ...refund, reference: account.newReference() };
    expect(await account.cards().refund(again)).toMatchObject({ ok: false, kind: 'refused' });
    const rows = (await settlements(2)).filter(({ providerReference }) => providerReference === sale);
    expect(rows.map(({ kind, grossCents }) => [kind, grossCents])).toContainEqual(['chargeback', -12_000n]);
  });

  it('can be answered in the dashboard of the acquirer only', async () => {
    const { disputes } = account.cards().remote;
    const refusal = { ok: false, kind: 'refused', reason: expect.stringContaining('dashboard') };
    expect(await disputes?.acceptDispute('ch_1')).toEqual(refusal);
    expect(await disputes?.contestDispute('ch_1', { text: 'It was sent', documents: [] })).toEqual(refusal);
  });
});

describe('a stored card', () => {
  const PAYER = cardRequest('', { kind: 'token', token: '', holder: '', brand: '', lastFour: '' }).payer;

  it('pays without the payer, and is removed, also twice', async () => {
    const { vault } = account.cards();
    const reference = account.newReference();
    const request = { reference, source: await account.there().token(), payer: PAYER };
    const stored = await vault?.storeCard(request);
    expect(stored).toMatchObject({
      ok: true,
      card: {
        id: expect.stringMatching(/^cus_\w+:card_\w+$/),
        brand: 'visa',
        lastFour: '0010',
        month: 12,
        year: 2040,
      },
    });
    expect(await vault?.storeCard(request)).toEqual(stored);
    if (!stored?.ok) return;
    const source = { kind: 'stored', id: stored.card.id, brand: 'visa', lastFour: '0010' } as const;
    const charge = await paid({ source, initiatedBy: 'merchant' });
    expect(charge).toMatch(/^ch_/);
    const { seen } = await account.there().state();
    const order = seen.filter(({ operation }) => operation === 'order.create').at(-1)?.body;
    expect(order).toMatchObject({
      customer_id: stored.card.id.split(':')[0],
      payments: [{ credit_card: { card_id: stored.card.id.split(':')[1], recurrency_cycle: 'subsequent' } }],
    });
    expect(await vault?.removeCard(stored.card.id)).toEqual({ ok: true });
    expect(await vault?.removeCard(stored.card.id)).toEqual({ ok: true });
    expect(vault?.verifyCard).toBeNull();
  });

  it('of another acquirer, or of a payer who is not known, is refused', async () => {
    const source = { kind: 'stored', id: 'other', brand: 'visa', lastFour: '0010' } as const;
    const request = cardRequest(account.newReference(), source);
    expect(await account.cards().authorise(request)).toMatchObject({ outcome: 'refused', field: 'card' });
    const token = await account.there().token();
    const nameless = { reference: account.newReference(), source: token, payer: { ...PAYER, phone: null } };
    const answer = await account.cards().vault?.storeCard(nameless);
    expect(answer).toMatchObject({
      ok: false,
      kind: 'refused',
      reason: expect.stringContaining('payer.phone'),
    });
  });
});
