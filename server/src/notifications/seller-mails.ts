import type { AccountRow } from '../accounts/shapes.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import type { Charge } from '../charges/charge.ts';
import { answerByOf } from '../charges/disputes/deadline.ts';
import type { DisputeEventData, WithdrawalEventData } from '../events/payload.ts';
import { dateInWords, money } from '../html/format.ts';
import type { Lang } from '../kit/language.ts';
import { type Cents, centsFromReais, ZERO } from '../kit/money.ts';
import type { NewMail } from '../mail/record.ts';
import { methodText, whenInWords } from './payer-mails.ts';

/** The seller as the recipient of its own notices. */
export type Owner = { accountId: string; to: string; name: string; lang: Lang; isTest: boolean };

/** Null: it was not shown that the address is the seller's. */
export function ownerOf(account: AccountRow, isTest: boolean): Owner | null {
  if (!account.email_verified) return null;
  const { id: accountId, email: to, name, language } = account;
  return { accountId, to, name, lang: language ?? 'pt', isTest };
}

function addressed({ accountId, to, lang }: Owner, source: string, chargeId?: string) {
  return { accountId, to, lang, source, ...(chargeId ? { chargeId } : {}) };
}

const about = ({ name, isTest }: Owner) => ({ name, is_test: isTest });

const sold = (charge: Charge | null, chargeId: string) => ({
  payer: charge?.customer?.name ?? null,
  about: charge?.description ?? null,
  charge_id: chargeId,
});

export function receivedMail(owner: Owner, charge: Charge, source: string): NewMail {
  return {
    ...addressed(owner, source, charge.id),
    kind: 'payment_received',
    facts: {
      ...about(owner),
      ...sold(charge, charge.id),
      gross: money(charge.paidCents ?? charge.valueCents, owner.lang),
      net: money(charge.netValueCents, owner.lang),
      method: methodText(charge, owner.lang),
    },
  };
}

type Hour = { count: number; grossCents: Cents; netCents: Cents; endsAt: Date };

export function hourMail(owner: Owner, { count, grossCents, netCents, endsAt }: Hour): NewMail {
  return {
    ...addressed(owner, `payments until ${endsAt.toISOString()}`),
    kind: 'payments_received',
    facts: {
      ...about(owner),
      count,
      gross: money(grossCents, owner.lang),
      net: money(netCents, owner.lang),
      until: whenInWords(endsAt, owner.lang),
    },
  };
}

export function refundSentMail(owner: Owner, charge: Charge, amountCents: Cents, source: string): NewMail {
  const paid = charge.paidCents ?? charge.valueCents;
  return {
    ...addressed(owner, source, charge.id),
    kind: 'refund_sent',
    facts: {
      ...about(owner),
      ...sold(charge, charge.id),
      amount: money(amountCents, owner.lang),
      is_whole: amountCents === paid,
      paid: money(paid, owner.lang),
    },
  };
}

type DisputeEvent = { data: DisputeEventData; createdAt: Date; isOpened: boolean };

export function disputeMail(
  owner: Owner,
  { data, createdAt, isOpened }: DisputeEvent,
  charge: Charge | null,
  source: string,
): NewMail {
  const kind = data.kind === 'med' ? ('med' as const) : ('chargeback' as const);
  const facts = {
    ...about(owner),
    ...sold(charge, data.charge_id),
    dispute_id: data.dispute_id,
    kind,
    amount: money(centsFromReais(data.amount) ?? ZERO, owner.lang),
    reason: data.reason,
  };
  const common = addressed(owner, source, data.charge_id);
  if (isOpened) {
    const answerBy = data.answer_by ? new Date(data.answer_by) : answerByOf(kind, createdAt);
    const until = dateInWords(civilDateOf(answerBy), owner.lang);
    return { ...common, kind: 'dispute_opened', facts: { ...facts, until } };
  }
  const outcome = data.status === 'won' ? 'won' : 'lost';
  return { ...common, kind: 'dispute_closed', facts: { ...facts, outcome } };
}

const WITHDRAWAL_KINDS = {
  'withdrawal.requested': 'withdrawal_requested',
  'withdrawal.approved': 'withdrawal_paid',
  'withdrawal.rejected': 'withdrawal_rejected',
  'withdrawal.returned': 'withdrawal_returned',
} as const;

export type WithdrawalEventName = keyof typeof WITHDRAWAL_KINDS;

export function withdrawalMail(
  owner: Owner,
  type: WithdrawalEventName,
  data: WithdrawalEventData,
  reason: string | null,
  source: string,
): NewMail {
  const facts = {
    ...about(owner),
    amount: money(centsFromReais(data.return_amount ?? data.amount) ?? ZERO, owner.lang),
    pix_key: data.pix_key,
    reason,
  };
  return { ...addressed(owner, source), kind: WITHDRAWAL_KINDS[type], facts };
}
