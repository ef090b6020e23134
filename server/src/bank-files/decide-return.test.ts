import { describe, expect, it } from 'vitest';
import type { ReturnEvent } from '../brazil/cnab/codes/movements.ts';
import type { Occurrence } from '../brazil/cnab/occurrence.ts';
import { cents, ZERO } from '../kit/money.ts';
import { fileReference } from '../providers/cnab/title.ts';
import { decideReturn, factsOf } from './decide-return.ts';
import type { Instruction, Title } from './file.ts';

const REFERENCE = '01a1f06b-448d-7908-a820-fb5b95199e10';
const NUMBER = '00000000123';

const title = (own: Partial<Title> = {}): Title => ({
  ...{ reference: REFERENCE, our_number: NUMBER, charge_number: '00000123', free_field: '' },
  ...{ state: 'open', reason: null, amount_cents: cents(10_000n), sealed: Buffer.from('x') },
  ...{ issued_on: '2026-11-01', due_date: '2026-12-01', created_at: new Date('2026-11-01T12:00:00Z') },
  ...own,
});

const occurrence = (event: ReturnEvent, own: Partial<Occurrence> = {}): Occurrence => ({
  ...{ line: 3, movement: '06', event, text: { pt: 'texto', en: 'text' }, reasons: [] },
  ourNumber: { field: NUMBER, number: NUMBER, digit: '1' },
  ...{ documentNumber: '', reference: fileReference(REFERENCE), walletKind: '1', dueDate: null },
  ...{ amountCents: cents(10_000n), paidCents: ZERO, creditedCents: ZERO, feeCents: ZERO },
  ...{ chargesCents: ZERO, discountCents: ZERO, rebateCents: ZERO, iofCents: ZERO },
  ...{ otherExpensesCents: ZERO, otherCreditsCents: ZERO, occurredOn: '2026-11-20', creditedOn: null },
  ...{ collectedBy: '', payer: { name: '', document: '' } },
  ...own,
});

const sent = (kind: Instruction['kind'], own: Partial<Instruction> = {}): Instruction => ({
  ...{ id: kind, reference: REFERENCE, kind, due_date: null, state: 'in_file', reason: null },
  ...own,
});

function decided(
  occurrences: readonly Occurrence[],
  { titles = [title()], instructions = [] as Instruction[], booked = [] as string[], isKnown = true } = {},
) {
  return decideReturn(occurrences, {
    titles: new Map(titles.map((each) => [each.our_number, each])),
    instructions,
    booked: new Set(booked),
    charges: new Set(isKnown ? [REFERENCE] : []),
  });
}

const paid = (own: Partial<Occurrence> = {}) => occurrence('paid', { paidCents: cents(10_000n), ...own });

describe('what a return says of a title', () => {
  it.each([
    ['registered', 'registering', 'open', 'registered'],
    ['registered', 'refused', 'open', 'registered'],
    ['registered', 'paid', 'paid', 'noted'],
    ['registration_refused', 'registering', 'refused', 'refused'],
    ['registration_refused', 'open', 'open', 'noted'],
    ['written_off', 'open', 'cancelled', 'written_off'],
    ['written_off', 'paid', 'paid', 'noted'],
    ['due_date_changed', 'open', 'open', 'changed'],
    ['instruction_refused', 'open', 'open', 'instruction_refused'],
    ['information', 'open', 'open', 'noted'],
    ['protest', 'open', 'open', 'noted'],
    ['fee', 'open', 'open', 'fee'],
    ['unknown', 'open', 'open', 'problem'],
  ] as const)('%s of one that is %s makes it %s: %s', (event, before, after, outcome) => {
    const { titles, lines } = decided([occurrence(event)], { titles: [title({ state: before })] });
    expect(titles[0]?.state ?? before).toBe(after);
    expect(lines[0]).toMatchObject({ outcome });
  });

  it.each(['registering', 'open', 'refused', 'cancelled', 'paid'] as const)(
    'paid makes one that is %s paid, and forgets its payer',
    (state) => {
      const { titles, payments } = decided([paid()], { titles: [title({ state })] });
      expect(titles[0]).toMatchObject({ state: 'paid', sealed: null });
      expect(payments).toMatchObject([{ reference: REFERENCE, amount_cents: 10_000n }]);
    },
  );

  it('paid on the day it was made was not paid before it was made', () => {
    const created = new Date('2026-11-20T18:00:00Z');
    const { payments } = decided([paid()], { titles: [title({ created_at: created })] });
    expect(payments[0]?.paid_at).toEqual(created);
  });

  it.each([
    [{ reference: 'OTHER PROGRAM' }, 'unknown_title', 'other_reference'],
    [{ reference: '', amountCents: cents(9_999n) }, 'unknown_title', 'other_amount'],
    [{ reference: '' }, 'paid', null],
    [{ reference: fileReference(REFERENCE).slice(0, 12) }, 'paid', null],
    [{ paidCents: ZERO }, 'problem', 'no_amount'],
  ] as const)('with %o is %s', (own, outcome, problem) => {
    const { lines, titles } = decided([paid(own)]);
    expect(lines[0]).toMatchObject({ outcome, problem });
    expect(titles).toHaveLength(outcome === 'paid' ? 1 : 0);
  });

  it('whose charge was not found is shown', () => {
    expect(decided([paid()], { isKnown: false }).lines[0]).toMatchObject({ problem: 'no_charge' });
  });
});

describe('an instruction that was sent', () => {
  it.each([
    ['register', 'registered', 'done'],
    ['register', 'registration_refused', 'refused'],
    ['write_off', 'written_off', 'done'],
    ['write_off', 'instruction_refused', 'refused'],
    ['change_due_date', 'due_date_changed', 'done'],
    ['change_due_date', 'instruction_refused', 'refused'],
  ] as const)('%s is answered by %s: %s', (kind, event, state) => {
    const { instructions } = decided([occurrence(event)], { instructions: [sent(kind)] });
    expect(instructions).toMatchObject([{ id: kind, state }]);
  });

  it('to change the due date is done by a change that names the new one, and by no other', () => {
    const instructions = [sent('change_due_date', { due_date: '2027-01-10' })];
    const other = decided([occurrence('changed', { dueDate: '2026-12-01' })], { instructions });
    expect([other.lines[0]?.outcome, other.instructions]).toEqual(['noted', []]);
    const own = decided([occurrence('changed', { dueDate: '2027-01-10' })], { instructions });
    expect(own.titles).toMatchObject([{ due_date: '2027-01-10' }]);
  });
});

describe('a fact', () => {
  it('is the same in another file, in another order and with its day of credit added', () => {
    const [first, second] = [paid(), paid({ paidCents: cents(500n) })];
    const there = factsOf([
      { ...second, line: 9 },
      { ...first, creditedOn: '2026-11-21', line: 11 },
    ]);
    expect(there.toReversed()).toEqual(factsOf([first, second]));
  });

  it('that is booked already changes nothing', () => {
    const [fact = ''] = factsOf([paid()]);
    const { lines, titles, payments } = decided([paid()], { booked: [fact] });
    expect(lines).toMatchObject([{ outcome: 'repeated', fact: null }]);
    expect([titles, payments]).toEqual([[], []]);
  });

  it('counts its twins within a file', () => {
    const { payments } = decided([paid(), paid()]);
    expect(new Set(payments.map(({ payment_reference: each }) => each)).size).toBe(2);
  });
});
