import type { Audience } from '../events/catalogue.ts';
import { isOfCharge } from '../events/payload.ts';
import { derivedId } from '../kit/ids.ts';

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
export function messageFor(event: RecordedEvent, name: string, isPostback: boolean): Message {
  const id = messageId(event, name);
  const { data, type, created_at, sequence, previous_status } = event;
  const amounts = isPostback && isOfCharge(data) ? data : null;
  // One object shape for all, undefined fields are left out: see presentCharge.
  const body = {
    event: name,
    charge: isPostback ? chargeOf(event) : undefined,
    paid_value: amounts?.paid_value,
    refunded_amount: amounts?.refunded_amount || undefined,
    data: isPostback ? undefined : webhookData(event),
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

/** An event of a charge in the feed contains the data of the postback and of the webhook. */
export function feedContent(event: RecordedEvent) {
  const isOwnCharge = isOfCharge(event.data) && event.audience === 'owner';
  return { ...(isOwnCharge ? { charge: chargeOf(event) } : {}), data: webhookData(event) };
}

function chargeOf({ data }: RecordedEvent) {
  return isOfCharge(data) ? { ...data.charge, description: data.charge.description ?? '' } : null;
}

function webhookData(event: RecordedEvent): object {
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
  return {
    payment_id: id,
    value,
    net_value,
    status,
    billing_type,
    customer: { name: data.customer?.name ?? null, email: data.customer?.email ?? null },
    external_reference,
    paid_value: data.paid_value,
    refunded_amount: data.refunded_amount || undefined,
    cause: data.cause || undefined,
  };
}
