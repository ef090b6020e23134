/** The data of an event, fixed at the moment of the change: amounts in reais, names as in the API. */
export type ChargeEventData = {
  charge: {
    id: string;
    status: string;
    billing_type: string;
    value: number;
    net_value: number | null;
    description: string | null;
    external_reference: string | null;
    payment_date: string | null;
  };
  customer: { name: string | null; email: string | null } | null;
  /** Only if it differs from the value: a boleto paid late or with a discount. */
  paid_value?: number;
  /** Only of a charge that was paid although no unit of its product was left. */
  oversold?: true;
  /** Only of a charge through a link that asks for more than a value. Answers are sealed. */
  purchase?: BoughtThroughLink;
  /** Only of a change of the due date: the boleto's, the one before, and the one that its bank has refused. */
  due_date?: string;
  previous_due_date?: string;
  refused_due_date?: string;
  /** Only of an authorisation: what is held on the card, and until when it can be captured. */
  authorized_value?: number;
  capture_until?: string;
  /** Only of a card that was stored with the payment. */
  stored_card_id?: string;
  refunded_amount: number;
  postback_url?: string | null;
  /** In a split recipient's event: its own part. */
  split_amount?: number;
  /** Why, where the event's name does not say it. */
  cause?: string;
};

/** As the API shows it. */
export type BoughtThroughLink = {
  quantity: number;
  unit_value: number;
  coupon?: { id: string; code: string; discount_amount: number; original_value: number };
  pix_discount?: number;
  answers?: { question: string; answer: string }[];
};

export type WithdrawalEventData = {
  withdrawal_id: string;
  amount: number;
  status: string;
  pix_key: string;
  /** Only of `withdrawal.returned`: what came back now, and in all. */
  return_amount?: number;
  returned_amount?: number;
};

export type DisputeEventData = {
  dispute_id: string;
  charge_id: string;
  kind: string;
  amount: number;
  status: string;
  reason: string | null;
  /** Absent in events of an older version. */
  answer_by?: string;
};

/** A refund by a Pix to a key that the payer says. No webhook receives it: mails are made of it. */
export type PayerRefundEventData = {
  refund_id: string;
  charge_id: string;
  amount: number;
  /** `asked`: for a key; `ending`: soon no key is taken any more. */
  step: 'asked' | 'refused' | 'ending' | 'paid' | 'expired';
  /** When no key is taken any more; null: there is no end. */
  ends_at: string | null;
};

export type EventData = ChargeEventData | WithdrawalEventData | DisputeEventData | PayerRefundEventData;

export function isOfCharge(data: object): data is ChargeEventData {
  return 'charge' in data;
}
