import { civilDateOf } from '../brazil/calendar.ts';
import { bankOf } from '../charges/boletos/at-bank.ts';
import type { Charge } from '../charges/charge.ts';
import { payerRefundPath } from '../charges/payer-refunds/address.ts';
import { expectedCents, pixCents } from '../charges/rules/amount-due.ts';
import type { PayerRefundEventData } from '../events/payload.ts';
import { dateInWords, instantInWords, money } from '../html/format.ts';
import { texts } from '../html/texts.ts';
import { DAY_MS } from '../kit/clock.ts';
import { isEmail } from '../kit/email-address.ts';
import { LANGS, type Lang } from '../kit/language.ts';
import { type Cents, cents, centsFromReais, ZERO } from '../kit/money.ts';
import { blindIndex, openText } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Letterhead, PayerFacts } from '../mail/content.ts';
import type { IssuedMethod } from '../mail/kinds/charge-issued.ts';
import type { NewMail } from '../mail/record.ts';

/** Whom a mail about a charge goes to. */
export type Recipient = { to: string; addressIndex: string; name: string; lang: Lang };

/** Null: no address is known, or none that mail can be sent to. */
export function recipientOf(vault: Vault, charge: Charge, otherAddress?: string): Recipient | null {
  const sealed = charge.customer?.email ?? null;
  const to = otherAddress ?? (sealed === null ? '' : openText(vault, sealed));
  if (!isEmail(to)) return null;
  return {
    to,
    addressIndex: blindIndex(vault, 'email', to),
    name: charge.customer?.name ?? to.slice(0, to.lastIndexOf('@')),
    lang: langOf(charge),
  };
}

/** A seller says a payer's language in the charge's metadata; otherwise payers are written to in Portuguese. */
function langOf({ metadata }: Charge): Lang {
  return LANGS.find((lang) => lang === metadata?.language) ?? 'pt';
}

export type Writing = { seller: Letterhead; isTest: boolean; now: Date };

type Sent = Extract<NewMail, { chargeId?: string }>;

function facts(
  charge: Charge,
  { name, lang }: Recipient,
  { seller, isTest }: Writing,
  paid: Cents,
): PayerFacts {
  return { seller, payer: name, about: charge.description, value: money(paid, lang), is_test: isTest };
}

function addressed({ accountId, id }: Charge, { to, addressIndex, lang }: Recipient, source: string) {
  return { accountId, chargeId: id, to, addressIndex, lang, source };
}

export function issuedMail(charge: Charge, to: Recipient, writing: Writing, source: string): Sent {
  const { boleto, billingType } = charge;
  const isBoleto = billingType === 'BOLETO' && boleto !== null;
  return {
    ...addressed(charge, to, source),
    kind: 'charge_issued',
    facts: {
      ...facts(charge, to, writing, amountToday(charge, writing.now)),
      method: billingType as IssuedMethod,
      path: `/pay/${charge.token}`,
      due: isBoleto ? dateInWords(boleto.dueDate, to.lang) : null,
      digitable_line: isBoleto ? boleto.digitableLine : null,
    },
  };
}

/** A boleto that is late or has a discount costs something else than its value. */
function amountToday(charge: Charge, now: Date): Cents {
  if (charge.billingType === 'PIX') return pixCents(charge);
  return charge.billingType === 'BOLETO'
    ? expectedCents(charge, { paidAt: now, method: 'BOLETO' })
    : charge.valueCents;
}

export function receiptMail(charge: Charge, to: Recipient, writing: Writing, source: string): Sent {
  return {
    ...addressed(charge, to, source),
    kind: 'payment_receipt',
    facts: {
      ...facts(charge, to, writing, charge.paidCents ?? charge.valueCents),
      path: `/receipt/${charge.token}`,
      paid_at: whenInWords(charge.paidAt ?? writing.now, to.lang),
      method: methodText(charge, to.lang),
    },
  };
}

export function whenInWords(at: Date, lang: Lang): string {
  return `${instantInWords(at, lang)} (${texts[lang].brasiliaTime})`;
}

export function methodText({ billingType }: Charge, lang: Lang): string {
  return billingType === 'UNDEFINED' ? '—' : texts[lang].methods[billingType];
}

export function refundedMail(
  charge: Charge,
  amountCents: Cents,
  to: Recipient,
  writing: Writing,
  source: string,
): Sent {
  const paid = charge.paidCents ?? charge.valueCents;
  return {
    ...addressed(charge, to, source),
    kind: 'payment_refunded',
    facts: {
      ...facts(charge, to, writing, paid),
      path: `/receipt/${charge.token}`,
      amount: money(amountCents, to.lang),
      is_whole: amountCents === paid,
      method: methodText(charge, to.lang),
      is_card: charge.billingType === 'CREDIT_CARD',
      to_key: charge.billingType === 'BOLETO' && bankOf(charge) !== null,
    },
  };
}

/** The page where the payer says a key, or how it ended. */
export function payerRefundMail(
  charge: Charge,
  { refund_id: id, amount, step, ends_at: endsAt }: PayerRefundEventData,
  to: Recipient,
  writing: Writing & { vault: Vault },
  source: string,
): Sent {
  const common = {
    ...facts(charge, to, writing, charge.paidCents ?? charge.valueCents),
    path: payerRefundPath(writing.vault, { accountId: charge.accountId, id }),
    amount: money(centsFromReais(amount) ?? ZERO, to.lang),
  };
  if (step === 'paid' || step === 'expired') {
    const kind = 'payer_refund_ended';
    return { ...addressed(charge, to, source), kind, facts: { ...common, outcome: step } };
  }
  const ends = endsAt && dateInWords(civilDateOf(new Date(endsAt)), to.lang);
  const asking = { step, ends, is_return: endsAt === null };
  return { ...addressed(charge, to, source), kind: 'payer_refund', facts: { ...common, ...asking } };
}

/** Long: a reminder stays in a mailbox. It only ever ends mails. */
const UNSUBSCRIBE_LIFE_MS = 5 * 365 * DAY_MS;

/** Once for each due date that the boleto has had. */
function reminderSource({ id, boleto }: Charge, day: number): string {
  const isFirst = (boleto?.earlierDueDates ?? []).length === 0;
  return isFirst ? `${id}:reminder:${day}` : `${id}:reminder:${day}:${boleto?.dueDate}`;
}

export function reminderMail(
  charge: Charge & { boleto: NonNullable<Charge['boleto']> },
  day: number,
  to: Recipient,
  { realNow, ...writing }: Writing & { realNow: Date },
): Sent {
  const today = amountToday(charge, writing.now);
  return {
    ...addressed(charge, to, reminderSource(charge, day)),
    kind: 'charge_reminder',
    facts: {
      ...facts(charge, to, writing, charge.valueCents),
      path: `/pay/${charge.token}`,
      due: dateInWords(charge.boleto.dueDate, to.lang),
      days: -day,
      value_today: today === charge.valueCents ? null : money(cents(today), to.lang),
      digitable_line: charge.boleto.digitableLine,
      unsubscribe: {
        user_id: charge.id,
        expires_at: new Date(realNow.getTime() + UNSUBSCRIBE_LIFE_MS).toISOString(),
        bound_to: to.addressIndex,
      },
    },
  };
}
