import { assert } from '../../kit/errors.ts';
import type { BoletoAtBank, BoletoMeans } from '../../providers/boleto.ts';
import { qrPng } from '../../qr/png.ts';
import { type Decision, done, type Effects, rowWrite, together } from '../../write/effects.ts';
import type { Boleto, BoletoBank, Charge } from '../charge.ts';
import { writeOffAt } from '../rules/boleto-terms.ts';
import { priceOf } from '../rules/fees.ts';
import { insertReference } from '../store.ts';
import { type Context, changed, mayMove, saved } from '../transition.ts';
import { bankOf, hasCodeOfBank, referencesOf } from './at-bank.ts';
import { cancelAtBankJobs, isPaidAtBank } from './cancel.ts';
import { answerOn, dueDateChanged, dueDateRefused, redated } from './due-date.ts';

type AtBank = Omit<BoletoAtBank, 'payments'>;

/** What the bank says of the boleto of a charge. Any number of times, in any order. */
export function decideAtBank(charge: Charge, atBank: AtBank, context: Context): Decision<Charge> {
  const { boleto } = charge;
  assert(boleto?.bank, 'the charge has a boleto at a bank');
  const { state, means } = atBank;
  const learned = withReference(charge, boleto, boleto.bank, atBank);
  if (state === 'refused' || state === 'cancelled') return ended(charge, learned, atBank, context);
  if (state === 'registering' || !means) return done(learned, savedIfChanged(charge, learned));
  if (boleto.bank.state === 'registering')
    return registered(charge, withMeans(learned, means), context, state);
  const answer = answerOn(learned, atBank);
  if (answer) return redatedOrNot(charge, learned, { answer, means }, context);
  const isLeft = state === 'open' && !mayMove(charge.status, 'RECEIVED') && !isPaidAtBank(charge);
  const jobs = isLeft ? cancelAtBankJobs(context, charge) : [];
  return done(learned, together([savedIfChanged(charge, learned), { jobs }]));
}

/** The bank has said yes or no to another due date; its barcode goes with it. */
function redatedOrNot(
  charge: Charge,
  learned: Charge,
  { answer, means }: { answer: NonNullable<ReturnType<typeof answerOn>>; means: BoletoMeans },
  context: Context,
): Decision<Charge> {
  const { after, effects } =
    'accepted' in answer
      ? dueDateChanged(charge, madeAnew(redated(learned, answer.accepted, context.now), means), context)
      : dueDateRefused(charge, learned, answer.refusedFor, context);
  return done(after, together([effects, { rows: referenceRows(charge, after) }]));
}

/** A bank may give the boleto another code with the new date; one that says none has not taken the first back. */
function madeAnew(dated: Charge, means: BoletoMeans): Charge {
  const { pixTxid: txid, pixCopyPaste: copyPaste } = dated;
  if (!hasCodeOfBank(dated) || txid === null || copyPaste === null) return withMeans(dated, means);
  return withMeans({ ...dated, pixCopyPaste: null }, { ...means, pix: means.pix ?? { txid, copyPaste } });
}

/** Also of a charge that has ended meanwhile: then it is cancelled at once, unless it is paid. */
function registered(
  charge: Charge,
  made: Charge,
  context: Context,
  state: BoletoAtBank['state'],
): Decision<Charge> {
  const references = referenceRows(charge, made);
  if (charge.billingType === 'BOLETO' && mayMove(charge.status, 'RECEIVED')) {
    const { pixProvider, pixTxid, pixCopyPaste, pixQrPng, pixExpiresAt, boleto } = made;
    const set = { pixProvider, pixTxid, pixCopyPaste, pixQrPng, pixExpiresAt, boleto };
    const { after, effects } = changed(
      { charge, to: charge.status, event: 'charge.boleto_registered', set },
      context,
    );
    return done(after, together([effects, { rows: references }]));
  }
  const isLeft = state === 'open' && !mayMove(charge.status, 'RECEIVED') && !isPaidAtBank(charge);
  const jobs = isLeft ? cancelAtBankJobs(context, made) : [];
  return done(made, together([saved(charge, made), { rows: references, jobs }]));
}

/**
 * The boleto cannot be paid. A payer who may choose does so again, and is shown why; otherwise the charge has ended. One
 * whose last day has passed was written off by the bank as by us.
 */
function ended(
  charge: Charge,
  learned: Charge,
  { state, reason }: AtBank,
  context: Context,
): Decision<Charge> {
  const { boleto } = learned;
  assert(boleto?.bank, 'the charge has a boleto at a bank');
  if (boleto.bank.state === 'refused') return done(learned, savedIfChanged(charge, learned));
  const because = reason ?? (state === 'refused' ? 'refused by the bank' : 'cancelled at the bank');
  const bank: BoletoBank = { ...boleto.bank, state: 'refused', reason: because };
  const lost = { ...learned, boleto: { ...boleto, bank } };
  const isWaiting = mayMove(charge.status, 'RECEIVED') && isByBoleto(charge);
  if (!isWaiting) return done(lost, saved(charge, lost));
  const code = hasCodeOfBank(charge) ? { pixCopyPaste: null, pixQrPng: null } : {};
  const references = { rows: referenceRows(charge, lost) };
  if (charge.payerChooses && charge.status === 'PENDING') {
    const undecided = { ...lost, ...code, billingType: 'UNDEFINED' as const };
    const set = {
      boleto: lost.boleto,
      ...code,
      billingType: undecided.billingType,
      ...priceOf(undecided),
      dueAt: null,
    };
    const { after, effects } = changed(
      { charge, to: 'PENDING', event: 'charge.method_chosen', set, cause: because },
      context,
    );
    return done(after, together([effects, references]));
  }
  const isOver = state === 'cancelled' && writeOffAt(boleto) <= context.now;
  const cause = isOver ? 'written_off' : 'ended_by_bank';
  const set = { boleto: lost.boleto, ...code, dueAt: null };
  const { after, effects } = changed(
    { charge, to: 'CANCELLED', event: 'charge.cancelled', set, cause },
    context,
  );
  return done(after, together([effects, references]));
}

/** A payer who went on to PIX may have the code of the boleto, which ends with it. */
function isByBoleto(charge: Charge): boolean {
  return charge.billingType === 'BOLETO' || (charge.billingType === 'PIX' && hasCodeOfBank(charge));
}

function withReference(charge: Charge, boleto: Boleto, bank: BoletoBank, { bankReference }: AtBank): Charge {
  if (bankReference === null || bankReference === bank.reference) return charge;
  return { ...charge, boleto: { ...boleto, bank: { ...bank, reference: bankReference } } };
}

/** The bank's number, barcode and code. A charge that has another code by now keeps it. */
function withMeans(charge: Charge, { barcode, digitableLine, ourNumber, pix }: BoletoMeans): Charge {
  const { boleto } = charge;
  assert(boleto?.bank, 'the charge has a boleto at a bank');
  const pixTxid = pix?.txid ?? null;
  const bank: BoletoBank = { ...boleto.bank, state: 'registered', pixTxid };
  const made = { ...charge, boleto: { ...boleto, barcode, digitableLine, ourNumber, bank } };
  if (!pix || (charge.pixCopyPaste !== null && charge.pixTxid !== pixTxid)) return made;
  return {
    ...made,
    pixProvider: bank.provider,
    pixTxid,
    pixCopyPaste: pix.copyPaste,
    pixQrPng: qrPng(pix.copyPaste),
    pixExpiresAt: writeOffAt(boleto),
  };
}

function savedIfChanged(before: Charge, after: Charge): Effects {
  if (before === after) return {};
  return together([saved(before, after), { rows: referenceRows(before, after) }]);
}

function referenceRows(before: Charge, { accountId, id: chargeId, ...after }: Charge) {
  const known = new Set(bankOf(before) ? referencesOf(before) : []);
  return referencesOf({ ...after, accountId, id: chargeId })
    .filter((reference) => !known.has(reference))
    .map((reference) => rowWrite(insertReference, { reference, accountId, chargeId }));
}
