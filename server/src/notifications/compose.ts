import type { AccountRow } from '../accounts/shapes.ts';
import type { CivilDate } from '../brazil/calendar.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import { bankOf } from '../charges/boletos/at-bank.ts';
import type { Charge } from '../charges/charge.ts';
import type { DisputeEventData, PayerRefundEventData, WithdrawalEventData } from '../events/payload.ts';
import { HOUR_MS } from '../kit/clock.ts';
import { type Cents, cents, ZERO } from '../kit/money.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Letterhead } from '../mail/content.ts';
import type { NewMail } from '../mail/record.ts';
import {
  issuedMail,
  payerRefundMail,
  receiptMail,
  recipientOf,
  refundedMail,
  type Writing,
} from './payer-mails.ts';
import { nextLook } from './reminder-days.ts';
import {
  disputeMail,
  hourMail,
  type Owner,
  ownerOf,
  receivedMail,
  refundSentMail,
  type WithdrawalEventName,
  withdrawalMail,
} from './seller-mails.ts';
import type { Reading, Settings } from './settings.ts';

export type EventRow = {
  id: string;
  type: string;
  audience: string;
  chargeId: string | null;
  previousStatus: string | null;
  data: object;
  createdAt: Date;
  position: string;
};

type Hour = Pick<Reading, 'hourEndsAt' | 'hourCount' | 'hourGrossCents' | 'hourNetCents'>;

/** Everything that mails about events depend on. */
export type Situation = {
  settings: Settings;
  account: AccountRow;
  seller: Letterhead;
  events: readonly EventRow[];
  /** As they are now. */
  charges: ReadonlyMap<string, Charge>;
  /** Each refund's event with the total refunded until then, oldest first. */
  refunds: readonly { chargeId: string; id: string; totalCents: Cents }[];
  /** Why withdrawals were rejected. */
  reasons: ReadonlyMap<string, string | null>;
  hour: Hour;
  vault: Vault;
  now: Date;
  isTest: boolean;
  /** False: mail is off in this installation. */
  canSend: boolean;
};

export type Composed = {
  mails: NewMail[];
  reminders: { chargeId: string; nextAt: Date }[];
  hour: Hour;
  failures: Error[];
};

/** Payments of an hour that get a mail each; the others of that hour share one. */
const MAX_MAILS_PER_HOUR = 10;
const OPEN: readonly string[] = ['PENDING', 'OVERDUE'];

/** What a page of events says to payers and to the seller. An event that cannot be read is passed over, and reported. */
export function composed(situation: Situation): Composed {
  const owner = ownerOf(situation.account, situation.isTest);
  const result: Composed = { mails: [], reminders: [], hour: situation.hour, failures: [] };
  endHour(situation, owner, result);
  if (!situation.canSend) return result;
  for (const event of situation.events) {
    if (event.audience !== 'owner') continue;
    try {
      toPayer(situation, event, result);
      if (owner) toSeller(situation, owner, event, result);
    } catch (error) {
      result.failures.push(error as Error);
    }
  }
  return result;
}

function toPayer(
  { settings, seller, charges, refunds, vault, now, isTest }: Situation,
  event: EventRow,
  result: Composed,
): void {
  const charge = charges.get(chargeIdOf(event) ?? '');
  const to = charge && recipientOf(vault, charge);
  if (!to) return;
  const { switches } = settings;
  const writing: Writing = { seller, isTest, now };
  const source = `${event.id}:payer`;
  switch (event.type) {
    case 'charge.pending':
    case 'charge.method_chosen':
    case 'charge.boleto_registered': {
      // The boleto of a bank is sent when it can be paid, once.
      const isAtBank = charge.billingType === 'BOLETO' && bankOf(charge) !== null;
      const isRegistered = event.type === 'charge.boleto_registered';
      if (!OPEN.includes(charge.status) || isAtBank !== isRegistered) return;
      const isBoleto = charge.billingType === 'BOLETO' && charge.boleto !== null;
      if (isBoleto ? switches.boleto_to_payer : switches.charge_to_payer && isSentBySeller(charge, event)) {
        result.mails.push(issuedMail(charge, to, writing, source));
      }
      if (isBoleto && switches.reminders_to_payer) remind(charge, civilDateOf(now), result);
      return;
    }
    case 'charge.due_date_changed':
      if (!OPEN.includes(charge.status) || charge.billingType !== 'BOLETO') return;
      if (switches.boleto_to_payer) result.mails.push(issuedMail(charge, to, writing, source));
      if (switches.reminders_to_payer) remind(charge, civilDateOf(now), result);
      return;
    case 'charge.paid':
      if (switches.receipt_to_payer) result.mails.push(receiptMail(charge, to, writing, source));
      return;
    case 'charge.refunded':
      if (switches.refund_to_payer) {
        result.mails.push(refundedMail(charge, refundOf(refunds, event), to, writing, source));
      }
      return;
    case 'payer_refund.changed':
      if (switches.refund_to_payer) {
        const data = event.data as PayerRefundEventData;
        result.mails.push(payerRefundMail(charge, data, to, { ...writing, vault }, source));
      }
      return;
  }
}

/** Of the charge itself, or of what is about one. */
export function chargeIdOf({ chargeId, data }: Pick<EventRow, 'chargeId' | 'data'>): string | null {
  const id = chargeId ?? (data as { charge_id?: unknown }).charge_id;
  return typeof id === 'string' ? id : null;
}

/** Not a payer who stands on the seller's payment link, nor one who chooses another method. */
function isSentBySeller({ paymentLinkId }: Charge, { type, previousStatus }: EventRow): boolean {
  return type === 'charge.pending' && previousStatus === null && paymentLinkId === null;
}

/** From tomorrow on: today there is the boleto's own mail. */
function remind({ id, boleto }: Charge, today: CivilDate, result: Composed): void {
  const nextAt = boleto && nextLook(boleto.dueDate, today);
  if (nextAt) result.reminders.push({ chargeId: id, nextAt });
}

/** Events say the total refunded so far. */
function refundOf(refunds: Situation['refunds'], { id, chargeId }: EventRow): Cents {
  const own = refunds.filter((refund) => refund.chargeId === chargeId);
  const at = own.findIndex((refund) => refund.id === id);
  const until = (index: number) => own[index]?.totalCents ?? ZERO;
  return cents(until(at) - (at > 0 ? until(at - 1) : ZERO));
}

function toSeller(situation: Situation, owner: Owner, event: EventRow, result: Composed): void {
  const { settings, charges, refunds, reasons } = situation;
  const { switches } = settings;
  const charge = charges.get(event.chargeId ?? '') ?? null;
  const source = `${event.id}:seller`;
  switch (event.type) {
    case 'charge.paid':
      if (switches.payments_to_seller && charge) received(situation, owner, charge, source, result);
      return;
    case 'charge.refunded':
      if (switches.refunds_to_seller && charge) {
        result.mails.push(refundSentMail(owner, charge, refundOf(refunds, event), source));
      }
      return;
    case 'dispute.opened':
    case 'dispute.closed': {
      if (!switches.disputes_to_seller) return;
      const data = event.data as DisputeEventData;
      const isOpened = event.type === 'dispute.opened';
      const about = charges.get(data.charge_id) ?? null;
      result.mails.push(disputeMail(owner, { data, createdAt: event.createdAt, isOpened }, about, source));
      return;
    }
    case 'withdrawal.requested':
    case 'withdrawal.approved':
    case 'withdrawal.rejected':
    case 'withdrawal.returned': {
      if (!switches.withdrawals_to_seller) return;
      const data = event.data as WithdrawalEventData;
      const reason = reasons.get(data.withdrawal_id) ?? null;
      result.mails.push(withdrawalMail(owner, event.type as WithdrawalEventName, data, reason, source));
      return;
    }
  }
}

function received({ now }: Situation, owner: Owner, charge: Charge, source: string, result: Composed): void {
  const { hour } = result;
  const hourCount = hour.hourCount + 1;
  const hourEndsAt = hour.hourEndsAt ?? new Date(now.getTime() + HOUR_MS);
  const isOneOfMany = hourCount > MAX_MAILS_PER_HOUR;
  if (!isOneOfMany) result.mails.push(receivedMail(owner, charge, source));
  result.hour = {
    hourCount,
    hourEndsAt,
    hourGrossCents: hour.hourGrossCents + (isOneOfMany ? (charge.paidCents ?? charge.valueCents) : 0n),
    hourNetCents: hour.hourNetCents + (isOneOfMany ? charge.netValueCents : 0n),
  };
}

/** An hour also ends when the clock was moved back by more than one. */
function endHour({ now, settings, canSend }: Situation, owner: Owner | null, result: Composed): void {
  const { hourEndsAt, hourCount, hourGrossCents, hourNetCents } = result.hour;
  if (!hourEndsAt) return;
  const leftMs = hourEndsAt.getTime() - now.getTime();
  if (leftMs > 0 && leftMs <= HOUR_MS) return;
  const count = hourCount - MAX_MAILS_PER_HOUR;
  if (count > 0 && owner && canSend && settings.switches.payments_to_seller) {
    const sums = { grossCents: cents(hourGrossCents), netCents: cents(hourNetCents) };
    result.mails.push(hourMail(owner, { count, ...sums, endsAt: hourEndsAt }));
  }
  result.hour = { hourEndsAt: null, hourCount: 0, hourGrossCents: 0n, hourNetCents: 0n };
}
