import { describe, expect, it } from 'vitest';
import {
  actor,
  at,
  boleto,
  charge,
  context,
  effectsOf,
  NOW,
  reais,
  refusalOf,
  resultOf,
  table,
} from '../../../../test/support/literals.ts';
import type { BoletoAtBank } from '../../providers/boleto.ts';
import type { Boleto, BoletoBank, Charge, Status } from '../charge.ts';
import { mayBankHaveAsked } from '../rules/amount-due.ts';
import { overdueAt } from '../rules/boleto-terms.ts';
import { decideAtBank } from './decide.ts';
import { decideDueDate } from './decide-due-date.ts';

const BANK: BoletoBank = {
  ...{ provider: 'bank', state: 'registered', reason: null, reference: 'B1' },
  ...{ givesPix: true, pixTxid: 'txid' },
};
const OLD = '2026-03-10';
const NEW = '2026-04-20';
const seller = actor('shop');
const MEANS = { barcode: '2'.repeat(44), digitableLine: '2'.repeat(47), ourNumber: '00000001', pix: null };

const issued = (set: Partial<Boleto> = {}, other: Partial<Charge> = {}) => {
  const own = boleto({ barcode: '1'.repeat(44), digitableLine: '1'.repeat(47), ...set });
  return charge({
    billingType: 'BOLETO',
    pixProvider: 'sandbox',
    dueAt: overdueAt(own),
    boleto: own,
    ...other,
  });
};
const atBank = (set: Partial<Boleto> = {}, other: Partial<Charge> = {}) =>
  issued({ bank: BANK, ...set }, { pixProvider: 'bank', ...other });
const decide = (from: Charge | null, dueDate = NEW, now = NOW) =>
  decideDueDate(from, { dueDate, reissued: MEANS }, seller, { ...context, now });
const says = (set: Partial<BoletoAtBank>): BoletoAtBank => ({
  ...{ state: 'open', reason: null, bankReference: 'B1', means: MEANS, payments: [] },
  ...set,
});
const pending = (dueDate = NEW) => resultOf(decide(atBank(), dueDate));
const refusedAt = (when: Date, dueDate = NEW) => ({
  refusedDueDate: { dueDate, reason: 'fora do prazo', at: when },
});

describe('another due date', () => {
  it('of a boleto that is issued here: at once, with its barcode, its code and its deadline', () => {
    const decision = decide(issued());
    expect(effectsOf(decision).events).toEqual(['shop charge.due_date_changed PENDING → PENDING #2']);
    expect(effectsOf(decision).audit).toEqual([
      'shop charge.due_date_requested shop/C {"due_date":{"before":"2026-03-10","after":"2026-04-20"}}',
    ]);
    const after = resultOf(decision);
    expect(after).toMatchObject({
      status: 'PENDING',
      dueAt: new Date('2026-04-23T03:00:00Z'),
      pixExpiresAt: new Date('2026-05-21T03:00:00Z'),
      boleto: {
        ...{ dueDate: NEW, barcode: MEANS.barcode, digitableLine: MEANS.digitableLine, dueDateChange: null },
        earlierDueDates: [{ dueDate: OLD, until: '2026-03-17' }],
      },
    });
  });

  it('of a boleto at a bank: an intent with its job, and the charge keeps its date', () => {
    const decision = decide(atBank());
    expect(effectsOf(decision).events).toBeUndefined();
    expect(effectsOf(decision).jobs).toEqual([
      'shop boleto.change_due_date {"charge_id":"C","due_date":"2026-04-20"} +2m',
    ]);
    expect(resultOf(decision).boleto).toMatchObject({
      ...{ dueDate: OLD, barcode: '1'.repeat(44) },
      dueDateChange: { dueDate: NEW, state: 'pending', reason: null },
    });
  });

  it('is not overdue by the earlier day while the bank is asked', () => {
    expect(pending().dueAt).toEqual(overdueAt(boleto({ dueDate: NEW })));
    const sooner = resultOf(decide(atBank({ dueDate: NEW }), '2026-03-20'));
    expect(sooner.dueAt).toEqual(overdueAt(boleto({ dueDate: NEW })));
  });

  it('asked for again, or the one that it has, changes nothing', () => {
    expect(effectsOf(decide(pending()))).toEqual({});
    expect(effectsOf(decide(issued(), OLD))).toEqual({});
  });

  it.each(
    table<'what' | 'refusal'>(`
      what        | refusal
      none        | NOT_FOUND: Charge not found
      pix         | VALIDATION_ERROR: due_date: only a boleto has a due date
      OVERDUE     | DUE_DATE_NOT_CHANGEABLE: The charge is overdue: cancel it, and create another with the new due date
      RECEIVED    | DUE_DATE_NOT_CHANGEABLE: Only the due date of a pending boleto can be changed
      CANCELLED   | DUE_DATE_NOT_CHANGEABLE: Only the due date of a pending boleto can be changed
      registering | DUE_DATE_NOT_CHANGEABLE: The bank has not registered the boleto yet; try again when it has
      refused     | DUE_DATE_NOT_CHANGEABLE: The bank has refused or cancelled the boleto
      asked       | DUE_DATE_NOT_CHANGEABLE: The bank has not answered to the change before; try again when it has
      discount    | VALIDATION_ERROR: due_date: must not be before 2026-05-01, the last day of the discount
      renumbered  | CHANGED_MEANWHILE: It has changed since you read it; read it again
    `),
  )('is refused: $what', ({ what, refusal }) => {
    const cases: Record<string, Charge | null> = {
      none: null,
      pix: charge(),
      registering: atBank({ bank: { ...BANK, state: 'registering' } }),
      refused: atBank({ bank: { ...BANK, state: 'refused' } }),
      asked: pending('2026-04-21'),
      discount: issued({ dueDate: '2026-06-01', discount: { until: '2026-05-01', basisPoints: 500 } }),
      renumbered: issued({ ourNumber: '00000002' }),
    };
    const from = what in cases ? (cases[what] ?? null) : issued({}, { status: what as Status });
    expect(refusalOf(decide(from))).toBe(refusal);
  });
});

describe('what the bank says of another due date', () => {
  it('yes: the date and the barcode are its own, and the event says both dates', () => {
    const decision = decideAtBank(pending(), says({ dueDate: NEW }), context);
    expect(effectsOf(decision).events).toEqual(['shop charge.due_date_changed PENDING → PENDING #2']);
    expect(resultOf(decision)).toMatchObject({
      dueAt: overdueAt(boleto({ dueDate: NEW })),
      boleto: { dueDate: NEW, barcode: MEANS.barcode, dueDateChange: null },
    });
    expect('effects' in decision && decision.effects.events?.[0]?.data).toMatchObject({
      ...{ due_date: NEW, previous_due_date: OLD },
    });
  });

  it('yes, and then yes again: once', () => {
    const after = resultOf(decideAtBank(pending(), says({ dueDate: NEW }), context));
    expect(effectsOf(decideAtBank(after, says({ dueDate: NEW }), context))).toEqual({});
  });

  it('no: the charge keeps its date, is overdue by it, says why, and is looked at once more', () => {
    const decision = decideAtBank(pending(), says({ dueDate: OLD, ...refusedAt(NOW) }), context);
    expect(effectsOf(decision)).toMatchObject({
      events: ['shop charge.due_date_refused PENDING → PENDING #2 because fora do prazo'],
      jobs: ['shop boleto.look {"charge_id":"C"} +10m'],
    });
    expect(resultOf(decision)).toMatchObject({
      dueAt: overdueAt(boleto()),
      boleto: { dueDate: OLD, dueDateChange: { state: 'refused', reason: 'fora do prazo' } },
    });
  });

  it('no, and an earlier call had an effect after all: yes', () => {
    const refused = resultOf(decideAtBank(pending(), says(refusedAt(NOW)), context));
    const after = resultOf(decideAtBank(refused, says({ dueDate: NEW }), context));
    expect(after.boleto).toMatchObject({ dueDate: NEW, dueDateChange: null });
  });

  it.each([
    ['the date before', { dueDate: OLD }],
    ['a date that nobody asked for', { dueDate: '2026-04-21' }],
    ['the refusal of an earlier request', refusedAt(at('-1d'))],
    ['the refusal of another date', refusedAt(NOW, '2026-05-05')],
    ['nothing of it', {}],
  ])('%s: it waits', (_, set) => {
    expect(effectsOf(decideAtBank(pending(), says(set), context))).toEqual({});
  });

  it('yes, when the charge has ended: it stays as it ended', () => {
    const ended = { ...pending(), status: 'CANCELLED' as const };
    const { boleto: after, status } = resultOf(decideAtBank(ended, says({ dueDate: NEW }), context));
    expect([status, after?.dueDate]).toEqual(['CANCELLED', OLD]);
  });

  it('yes, when the charge is overdue meanwhile: overdue it stays, until the new end', () => {
    const late = { ...pending(), status: 'OVERDUE' as const };
    const after = resultOf(decideAtBank(late, says({ dueDate: NEW }), context));
    expect(after).toMatchObject({ status: 'OVERDUE', boleto: { dueDate: NEW } });
    expect(after.dueAt).toEqual(new Date('2026-05-22T03:00:00Z'));
  });

  it.each([
    ['another code', { txid: 'new', copyPaste: '000202' }, 'new', '000202'],
    ['the same code', { txid: 'txid', copyPaste: '000201' }, 'txid', '000201'],
    ['no code', null, 'txid', '000201'],
  ])('yes, and it says %s', (_, pix, pixTxid, pixCopyPaste) => {
    const decision = decideAtBank(pending(), says({ dueDate: NEW, means: { ...MEANS, pix } }), context);
    expect(resultOf(decision)).toMatchObject({
      ...{ pixProvider: 'bank', pixTxid, pixCopyPaste, pixExpiresAt: new Date('2026-05-21T03:00:00Z') },
      boleto: { bank: { pixTxid } },
    });
    expect(effectsOf(decision).jobs).toBeUndefined();
    const isNew = pixTxid === 'new';
    expect(JSON.stringify(effectsOf(decision).rows).includes('"reference":"new"')).toBe(isNew);
  });

  it('yes: a code at a PSP has the old terms, and is replaced', () => {
    const bank = { ...BANK, givesPix: false, pixTxid: null };
    const coded = resultOf(decide(atBank({ bank })));
    const decision = decideAtBank(coded, says({ dueDate: NEW }), context);
    expect(resultOf(decision)).toMatchObject({ pixCopyPaste: null, pixTxid: 'txid' });
    expect(effectsOf(decision).jobs).toEqual(['shop pix.renew {"charge_id":"C","txid":"txid"} now']);
  });
});

describe('what a bank may have asked', () => {
  /** 100.00 with a fine of 2% and 1% a month: five days late. */
  const LATE = reais('102.16');
  const day = (date: string) => new Date(`${date}T15:00:00Z`);

  it.each([
    ['before the change', atBank()],
    ['while it is under way', pending()],
    ['after it', resultOf(decideAtBank(pending(), says({ dueDate: NEW }), context))],
  ])('%s: what was owed by the date that it had', (_, from) => {
    expect(mayBankHaveAsked(from, LATE, day('2026-03-15'))).toBe(true);
  });

  it('while a change is under way, and after it: what is owed by the new date', () => {
    const after = resultOf(decideAtBank(pending(), says({ dueDate: NEW }), context));
    for (const from of [pending(), after]) {
      expect(mayBankHaveAsked(from, reais('100.00'), day('2026-04-20'))).toBe(true);
    }
    expect(mayBankHaveAsked(atBank(), reais('100.00'), day('2026-04-20'))).toBe(false);
  });

  it('long after a change: nothing by the date before', () => {
    const after = resultOf(decideAtBank(pending(), says({ dueDate: NEW }), context));
    // 102.00 and 30 days of interest.
    expect(mayBankHaveAsked(after, reais('103.00'), day('2026-04-09'))).toBe(false);
    expect(mayBankHaveAsked(atBank(), reais('103.00'), day('2026-04-09'))).toBe(true);
  });
});
