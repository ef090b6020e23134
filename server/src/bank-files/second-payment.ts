import type { Actor } from '../audit/record.ts';
import { lookJob } from '../charges/boletos/at-bank.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { assert, GatewayError, notFound } from '../kit/errors.ts';
import { sum } from '../kit/money.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import { factOfPayment, paidAtOf } from './decide-return.ts';
import type { BankFile, FileLine, NewPayment, Title } from './file.ts';
import { fileAction } from './make.ts';
import { bookLine, insertPayment } from './rows.ts';
import {
  findBooked,
  findCharges,
  findFile,
  findLine,
  findTitles,
  lockCovenant,
  saveFile,
  type TitleCharge,
} from './store.ts';

export type SecondPayment = { readonly line: number; readonly reason: string; readonly by: Actor };

type State = {
  readonly file: BankFile;
  readonly line: FileLine | null;
  /** Of the names that a payment of this title, day and amount may have, those that are taken. */
  readonly taken: ReadonlySet<string>;
};
type Circumstances = SecondPayment & {
  readonly title: Title | null;
  readonly charge: TitleCharge | null;
  readonly now: Date;
};

/** Of one title, day and amount. */
const MAX_PAYMENTS = 20;

/**
 * A payment that two returns report may be one, or two of the same day and amount: only the account statement says which. It
 * is booked as another when an operator says so, and the charge then gives it back as one that it cannot take.
 */
export async function bookSecondPayment(
  deps: ChargeDeps,
  { bank, id }: BankFile,
  asked: SecondPayment,
  answer: Answer<FileLine>,
): Promise<FileLine> {
  const shown = await findLine(deps.db, { bank, id }, asked.line);
  const titles = shown ? await findTitles(deps.db, bank, [shown.our_number]) : [];
  const title = titles.find(({ reference }) => reference === shown?.reference) ?? null;
  const [charge = null] = title ? await findCharges(deps.db, [title]) : [];
  const circumstances = { ...asked, title, charge, now: deps.clock.now() };
  return deps.writer.commit(
    {
      load: async (tx): Promise<State> => {
        await lockCovenant(tx, bank);
        const [file, line] = [await findFile(tx, id), await findLine(tx, { bank, id }, asked.line)];
        assert(file, 'files are never deleted');
        return { file, line, taken: line ? await findBooked(tx, bank, factsOf(line)) : new Set() };
      },
      decide: (state) => decideSecondPayment(state, circumstances),
    },
    answer,
  );
}

export function decideSecondPayment(
  { file, line, taken }: State,
  { by, reason, title, charge, now }: Circumstances,
): Decision<FileLine> {
  if (!line) return notFound('Line');
  if (line.outcome !== 'repeated' || line.paid_cents <= 0n || line.occurred_on === null)
    return new GatewayError(
      'INVALID_STATE',
      'Only a payment that was taken for one that is booked already can be booked as another',
    );
  const fact = factsOf(line).find((each) => !taken.has(each));
  if (fact === undefined)
    return new GatewayError(
      'INVALID_STATE',
      `${MAX_PAYMENTS} payments of this title, day and amount are booked`,
    );
  const { bank, id } = file;
  const booked: FileLine = { ...line, outcome: 'paid', fact };
  const after: BankFile = {
    ...file,
    paid_count: file.paid_count + 1,
    paid_cents: sum([file.paid_cents, line.paid_cents]),
    fee_cents: sum([file.fee_cents, line.fee_cents]),
  };
  const details = { line: line.line, our_number: line.our_number, amount: String(line.paid_cents), reason };
  const action = fileAction('bank_file.payment_booked', by, file);
  return done(booked, {
    rows: [
      rowWrite(saveFile, { before: file, after }),
      rowWrite(bookLine, { ...booked, bank, file_id: id }),
      rowWrite(insertPayment, { ...paymentOf(booked, fact, title), bank, file_id: id }),
    ],
    jobs: charge ? [lookJob({ accountId: charge.accountId, id: charge.reference }, now)] : [],
    audit: [{ ...action, details: { ...action.details, ...details } }],
  });
}

function factsOf({ our_number: number, occurred_on: on, paid_cents: paid }: FileLine): string[] {
  const base = factOfPayment(number, on, paid);
  return Array.from({ length: MAX_PAYMENTS }, (_, at) => `${base}-${at + 1}`);
}

function paymentOf(line: FileLine, fact: string, title: Title | null): NewPayment {
  assert(line.occurred_on !== null, 'a payment has a date');
  return {
    payment_reference: fact,
    reference: line.reference,
    our_number: line.our_number,
    amount_cents: line.paid_cents,
    credited_cents: line.credited_cents,
    fee_cents: line.fee_cents,
    paid_on: line.occurred_on,
    credited_on: line.credited_on,
    paid_at: paidAtOf(line.occurred_on, title),
  };
}
