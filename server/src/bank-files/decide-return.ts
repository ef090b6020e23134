import { type CivilDate, startOfCivilDate } from '../brazil/calendar.ts';
import type { Occurrence } from '../brazil/cnab/occurrence.ts';
import { assert } from '../kit/errors.ts';
import { groupBy } from '../kit/group-by.ts';
import { type Cents, ZERO } from '../kit/money.ts';
import { fileReference } from '../providers/cnab/title.ts';
import {
  type FileLine,
  type Instruction,
  type LineOutcome,
  type LineProblem,
  type NewPayment,
  OPEN_OUTCOMES,
  type Title,
} from './file.ts';

/** What a return is held against. */
export type ReturnState = {
  /** By our number. */
  readonly titles: ReadonlyMap<string, Title>;
  /** Those that were sent and not answered, oldest first. */
  readonly instructions: readonly Instruction[];
  /** Of the facts of this file, those that are booked already. */
  readonly booked: ReadonlySet<string>;
  /** References of titles whose charge was found. */
  readonly charges: ReadonlySet<string>;
};

/** Everything that booking a return changes. */
export type Booking = {
  readonly lines: readonly FileLine[];
  readonly titles: readonly Title[];
  readonly instructions: readonly Instruction[];
  readonly payments: readonly NewPayment[];
};

type Verdict = { readonly outcome: LineOutcome; readonly problem?: LineProblem };
type Work = {
  readonly titles: Map<string, Title>;
  readonly instructions: Map<string, Instruction>;
  /** As they were before, by the reference of their title. */
  readonly ofTitle: ReadonlyMap<string, readonly Instruction[]>;
  readonly payments: NewPayment[];
};

const MIN_REFERENCE_LENGTH = 8;

/** Pure: each movement is booked once, whichever file it comes in; what is not understood is kept and shown. */
export function decideReturn(occurrences: readonly Occurrence[], state: ReturnState): Booking {
  const work: Work = {
    titles: new Map(state.titles),
    instructions: new Map(state.instructions.map((each) => [each.id, each])),
    ofTitle: groupBy(state.instructions, ({ reference }) => reference),
    payments: [],
  };
  const facts = factsOf(occurrences);
  const lines = occurrences.map((occurrence, at): FileLine => {
    const fact = facts[at];
    assert(fact !== undefined, 'every occurrence has its fact');
    const known = work.titles.get(numberOf(occurrence));
    const mismatch = known ? mismatchOf(occurrence, known) : null;
    const title = mismatch ? null : (known ?? null);
    if (state.booked.has(fact)) return lineOf(occurrence, title, { outcome: 'repeated' }, null);
    const verdict = applied(work, occurrence, title, fact);
    const isLost = title !== null && !state.charges.has(title.reference);
    const problem = mismatch ?? verdict.problem ?? (isLost ? 'no_charge' : null);
    const shown = problem ? { ...verdict, problem } : verdict;
    return lineOf(occurrence, title, shown, isBooked(verdict) ? fact : null);
  });
  const before = new Map(state.instructions.map((each) => [each.id, each]));
  return {
    lines,
    titles: [...work.titles].flatMap(([number, title]) =>
      state.titles.get(number) === title ? [] : [title],
    ),
    instructions: [...work.instructions.values()].filter((each) => before.get(each.id) !== each),
    payments: work.payments,
  };
}

export function isOpen({ outcome, problem }: FileLine): boolean {
  return OPEN_OUTCOMES.includes(outcome) || problem !== null;
}

export function numberOf({ ourNumber }: Occurrence): string {
  return ourNumber.number ?? ourNumber.field;
}

/**
 * One for each thing that the bank did: the same in every file that reports it. A second payment of the same day and amount
 * is another fact when one file has both. A payment is the same one when a later file adds its day of credit.
 */
export function factsOf(occurrences: readonly Occurrence[]): string[] {
  const seen = new Map<string, number>();
  return occurrences.map((occurrence) => {
    const base = baseOf(occurrence);
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return `${base}-${count}`;
  });
}

function baseOf(occurrence: Occurrence): string {
  const { movement, occurredOn, paidCents, reasons, dueDate } = occurrence;
  const number = numberOf(occurrence);
  if (isPayment(occurrence)) return factOfPayment(number, occurredOn, paidCents);
  const codes = reasons.map(({ code }) => code).join('.');
  return `m${movement}-${number}-${occurredOn ?? ''}-${codes}-${dueDate ?? ''}-${occurrence.feeCents}`;
}

/** Without the count of those that are alike. */
export function factOfPayment(number: string, on: CivilDate | null, paid: Cents): string {
  return `${number}-${on}-${paid}`;
}

/** The bank says the day only; never before the boleto was made. */
export function paidAtOf(on: CivilDate, title: Title | null): Date {
  const at = startOfCivilDate(on);
  return title && title.created_at > at ? title.created_at : at;
}

function isPayment({ event }: Occurrence): boolean {
  return event === 'paid' || event === 'paid_unregistered';
}

/** What stays open to be booked when the same comes again: it was not understood, or belongs to nothing here. */
function isBooked({ outcome }: Verdict): boolean {
  return outcome !== 'problem';
}

/** Another program may have used the same number: the bank also gives back our own id, or else the amount. */
function mismatchOf(occurrence: Occurrence, title: Title): LineProblem | null {
  const given = occurrence.reference.trim();
  const own = fileReference(title.reference);
  if (given === own) return null;
  if (given.length >= MIN_REFERENCE_LENGTH && own.startsWith(given)) return null;
  if (given !== '' && !/^0+$/.test(given)) return 'other_reference';
  const isOther = occurrence.amountCents !== 0n && occurrence.amountCents !== title.amount_cents;
  return isOther ? 'other_amount' : null;
}

function applied(work: Work, occurrence: Occurrence, title: Title | null, fact: string): Verdict {
  if (isPayment(occurrence)) return paid(work, occurrence, title, fact);
  if (occurrence.event === 'unknown') return { outcome: 'problem', problem: 'unknown_movement' };
  if (occurrence.event === 'fee') return { outcome: 'fee' };
  if (title === null) return { outcome: 'unknown_title' };
  switch (occurrence.event) {
    case 'registered':
      return registered(work, title);
    case 'registration_refused':
      return refused(work, occurrence, title);
    case 'written_off':
      return writtenOff(work, occurrence, title);
    case 'due_date_changed':
    case 'changed':
      return dueDateChanged(work, occurrence, title);
    case 'instruction_refused':
      return instructionRefused(work, occurrence, title);
    default:
      return { outcome: 'noted' };
  }
}

function paid(work: Work, occurrence: Occurrence, title: Title | null, fact: string): Verdict {
  const { paidCents, creditedCents, feeCents, occurredOn, creditedOn } = occurrence;
  if (paidCents <= 0n) return { outcome: 'problem', problem: 'no_amount' };
  assert(occurredOn !== null, 'a payment has a date');
  work.payments.push({
    payment_reference: fact,
    reference: title?.reference ?? null,
    our_number: numberOf(occurrence),
    amount_cents: paidCents,
    credited_cents: creditedCents,
    fee_cents: feeCents,
    paid_on: occurredOn,
    credited_on: creditedOn,
    paid_at: paidAtOf(occurredOn, title),
  });
  if (title === null) return { outcome: 'unknown_title' };
  save(work, { ...title, state: 'paid', reason: null, sealed: null });
  return { outcome: 'paid' };
}

/** Also of one that was refused before: a person has mended it at the bank. */
function registered(work: Work, title: Title): Verdict {
  answer(work, title, 'register', 'done');
  if (title.state !== 'registering' && title.state !== 'refused') return { outcome: 'noted' };
  save(work, { ...title, state: 'open', reason: null });
  return { outcome: 'registered' };
}

function refused(work: Work, occurrence: Occurrence, title: Title): Verdict {
  const reason = reasonOf(occurrence);
  answer(work, title, 'register', 'refused', reason);
  if (title.state !== 'registering') return { outcome: 'noted' };
  save(work, { ...title, state: 'refused', reason });
  return { outcome: 'refused' };
}

function writtenOff(work: Work, occurrence: Occurrence, title: Title): Verdict {
  answer(work, title, 'write_off', 'done');
  if (title.state === 'paid') return { outcome: 'noted' };
  save(work, { ...title, state: 'cancelled', reason: reasonOf(occurrence), sealed: null });
  return { outcome: 'written_off' };
}

function dueDateChanged(work: Work, { event, dueDate }: Occurrence, title: Title): Verdict {
  const asked = waitingFor(work, title, 'change_due_date');
  // A bank may say only that something was changed: then it must be what was asked for.
  const isIt = event === 'due_date_changed' || (asked !== undefined && asked.due_date === dueDate);
  if (!isIt) return { outcome: 'noted' };
  const changed = dueDate ?? asked?.due_date ?? title.due_date;
  if (asked) finish(work, asked, 'done');
  save(work, { ...title, due_date: changed });
  return { outcome: 'changed' };
}

/** The bank does not say which one it refuses: the oldest that it has not answered. */
function instructionRefused(work: Work, occurrence: Occurrence, title: Title): Verdict {
  const asked = waitingFor(work, title, 'write_off') ?? waitingFor(work, title, 'change_due_date');
  if (asked) finish(work, asked, 'refused', reasonOf(occurrence));
  return { outcome: 'instruction_refused' };
}

function waitingFor(work: Work, { reference }: Title, kind: Instruction['kind']): Instruction | undefined {
  const own = (work.ofTitle.get(reference) ?? []).map(({ id }) => work.instructions.get(id));
  return own.find((each) => each?.kind === kind && each.state === 'in_file');
}

function answer(
  work: Work,
  title: Title,
  kind: Instruction['kind'],
  state: 'done' | 'refused',
  reason: string | null = null,
): void {
  const asked = waitingFor(work, title, kind);
  if (asked) finish(work, asked, state, reason);
}

function finish(
  work: Work,
  asked: Instruction,
  state: 'done' | 'refused',
  reason: string | null = null,
): void {
  work.instructions.set(asked.id, { ...asked, state, reason });
}

function save(work: Work, title: Title): void {
  work.titles.set(title.our_number, title);
}

/** In the bank's words: code and text of each reason, or what the movement says. */
function reasonOf({ reasons, text }: Occurrence): string {
  const all = reasons.map(({ code, pt }) => (pt === null ? code : `${code} ${pt}`));
  return all.length > 0 ? all.join('; ') : text.pt;
}

function lineOf(
  occurrence: Occurrence,
  title: Title | null,
  verdict: Verdict,
  fact: string | null,
): FileLine {
  return {
    line: occurrence.line,
    our_number: numberOf(occurrence),
    reference: title?.reference ?? null,
    movement: occurrence.movement,
    event: occurrence.event,
    outcome: verdict.outcome,
    problem: verdict.problem ?? null,
    reasons: occurrence.reasons,
    amount_cents: occurrence.amountCents,
    paid_cents: isPayment(occurrence) ? occurrence.paidCents : ZERO,
    credited_cents: occurrence.creditedCents,
    fee_cents: occurrence.feeCents,
    occurred_on: occurrence.occurredOn,
    credited_on: occurrence.creditedOn,
    fact,
  };
}
