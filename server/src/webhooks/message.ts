import type { Audience } from '../events/catalogue.ts';
import { type BoughtThroughLink, isOfCharge } from '../events/payload.ts';
import { derivedId } from '../kit/ids.ts';
import { openText } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';

export type RecordedEvent = {
  id: string;
  type: string;
  audience: Audience;
  sequence: number;
  previous_status: string | null;
  data: object;
  created_at: Date;
};

export type Message = { id: string; body: string };

/**
 * An event under one of its names. The body depends on the recorded event only, so that every repeat is identical. Each
 * further name has its own message id: a receiver that de-duplicates by id loses none.
 */
export function messageFor(vault: Vault, event: RecordedEvent, name: string, isPostback: boolean): Message {
  const id = messageId(event, name);
  const { data, type, created_at, sequence, previous_status } = event;
  const amounts = isPostback && isOfCharge(data) ? data : null;
  // One object shape for all, undefined fields are left out: see presentCharge.
  const body = {
    event: name,
    charge: isPostback ? chargeOf(event) : undefined,
    paid_value: amounts?.paid_value,
    oversold: amounts?.oversold,
    purchase: amounts?.purchase && openAnswers(vault, amounts.purchase),
    refunded_amount: amounts?.refunded_amount || undefined,
    data: isPostback ? undefined : webhookData(vault, event),
    timestamp: created_at.toISOString(),
    id,
    sequence,
    previous_status,
    test: type === 'webhook.test' ? true : undefined,
  };
  return { id, body: JSON.stringify(body) };
}

export function messageId({ id, type }: RecordedEvent, name: string): string {
  return name === type ? id : derivedId('message', id, name);
}

/** A charge's event in the feed holds what a postback and what a webhook would. */
export function feedContent(vault: Vault, event: RecordedEvent) {
  const isOwnCharge = isOfCharge(event.data) && event.audience === 'owner';
  return { ...(isOwnCharge ? { charge: chargeOf(event) } : {}), data: webhookData(vault, event) };
}

function chargeOf({ data }: RecordedEvent) {
  return isOfCharge(data) ? { ...data.charge, description: data.charge.description ?? '' } : null;
}

function webhookData(vault: Vault, event: RecordedEvent): object {
  const { data, audience } = event;
  if (!isOfCharge(data)) return data;
  const { id, value, net_value, status, billing_type, external_reference } = data.charge;
  if (audience === 'split_recipient') {
    return {
      payment_id: id,
      value,
      net_value: data.split_amount,
      status,
      billing_type,
      customer: { name: null, email: null },
      split_amount: data.split_amount,
    };
  }
  const { name = null, email = null } = data.customer ?? {};
  return {
    payment_id: id,
    value,
    net_value,
    status,
    billing_type,
    customer: { name, email: email && openText(vault, email) },
    external_reference,
    paid_value: data.paid_value,
    oversold: data.oversold,
    purchase: data.purchase && openAnswers(vault, data.purchase),
    refunded_amount: data.refunded_amount || undefined,
    due_date: data.due_date,
    authorized_value: data.authorized_value,
    capture_until: data.capture_until,
    stored_card_id: data.stored_card_id,
    previous_due_date: data.previous_due_date,
    refused_due_date: data.refused_due_date,
    cause: data.cause || undefined,
  };
}

function openAnswers(vault: Vault, purchase: BoughtThroughLink): BoughtThroughLink {
  if (!purchase.answers) return purchase;
  const answers = purchase.answers.map(({ question, answer }) => ({
    question,
    answer: openText(vault, answer),
  }));
  return { ...purchase, answers };
}
