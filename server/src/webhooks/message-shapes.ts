import { type TSchema, Type } from 'typebox';
import {
  BOLETO_EVENTS,
  CARD_EVENTS,
  CHARGE_EVENTS,
  DISPUTE_EVENTS,
  PAYMENT_EVENTS,
  STOCK_EVENTS,
  WITHDRAWAL_EVENTS,
} from '../events/catalogue.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';

const text = Type.String();
const amount = Type.Number({ description: 'Reais' });
const paidValue = Type.Optional(
  Type.Number({
    description: 'Amount paid in reais, if it differs from the value: paid late or with a discount',
  }),
);
const oversold = Type.Optional(
  Type.Literal(true, { description: 'Paid although no unit of its product was left' }),
);
const billingType = namedEnum('BillingType', ['PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED']);
const chargeStatus = namedEnum('ChargeStatus', [
  'PENDING',
  'RECEIVED',
  'REFUSED',
  'REFUNDED',
  'CANCELLED',
  'OVERDUE',
]);

const envelope = {
  timestamp: instantShape,
  id: Type.String({ description: 'The same in every retry: store it to process the event once' }),
  sequence: Type.Integer({
    description:
      'Increases with each change of the object: a message with a smaller number than one you have seen is late',
  }),
  previous_status: nullable(text),
  test: Type.Optional(
    Type.Literal(true, { description: 'Sent by POST /webhooks/{id}/test: not a real event' }),
  ),
};

const payment = namedObject('PaymentData', {
  payment_id: text,
  value: amount,
  net_value: nullable(amount),
  status: chargeStatus,
  billing_type: billingType,
  customer: namedObject('PaymentCustomer', { name: nullable(text), email: nullable(text) }),
  external_reference: Type.Optional(nullable(text)),
  paid_value: paidValue,
  oversold,
  refunded_amount: Type.Optional(amount),
  authorized_value: Type.Optional(
    Type.Number({ description: 'Of charge.authorized: what is held on the card' }),
  ),
  capture_until: Type.Optional(
    Type.String({ format: 'date-time', description: 'Of charge.authorized: when it is let go' }),
  ),
  stored_card_id: Type.Optional(
    Type.String({ description: 'Of charge.card_stored: the card_id to pay with' }),
  ),
  due_date: Type.Optional(
    Type.String({
      description: 'Of charge.due_date_changed and charge.due_date_refused: when the boleto is due',
    }),
  ),
  previous_due_date: Type.Optional(
    Type.String({ description: 'Of charge.due_date_changed: when it was due before' }),
  ),
  refused_due_date: Type.Optional(
    Type.String({ description: 'Of charge.due_date_refused: what the bank refused; cause says why' }),
  ),
  split_amount: Type.Optional(Type.Number({ description: 'For a split recipient: its part in reais' })),
  cause: Type.Optional(text),
});

const withdrawal = namedObject('WithdrawalData', {
  withdrawal_id: text,
  amount,
  status: namedEnum('WithdrawalStatus', ['pending', 'approved', 'rejected']),
  pix_key: text,
  return_amount: Type.Optional(
    Type.Number({ description: 'Only of withdrawal.returned: what came back now' }),
  ),
  returned_amount: Type.Optional(
    Type.Number({ description: 'Only of withdrawal.returned: what came back in all' }),
  ),
});

const dispute = namedObject('DisputeData', {
  dispute_id: text,
  charge_id: text,
  kind: namedEnum('DisputeKind', ['chargeback', 'med']),
  amount,
  status: namedEnum('DisputeStatus', ['open', 'won', 'lost']),
  reason: nullable(text),
  answer_by: Type.Optional(
    Type.String({ format: 'date-time', description: 'The last moment at which you may answer' }),
  ),
});

const postbackCharge = namedObject('PostbackCharge', {
  id: text,
  status: chargeStatus,
  billing_type: billingType,
  value: amount,
  net_value: nullable(amount),
  description: text,
  external_reference: nullable(text),
  payment_date: nullable(instantShape),
});

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});
const COMMON_HEADERS = [
  header('webhook-id', "The message's id"),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970'),
];
const WEBHOOK_HEADERS = [
  header('X-Webhook-Event', "The event's name"),
  header('X-Webhook-Secret', 'The secret of the registration'),
  ...COMMON_HEADERS,
  header('webhook-signature', 'Standard Webhooks: one signature for each secret that is valid now'),
];

type SentMessage = { summary: string; parameters: object[]; body: TSchema };

function sentMessage(operationId: string, { summary, parameters, body }: SentMessage) {
  return {
    post: {
      operationId,
      summary,
      description: summary,
      tags: ['Webhooks'],
      security: [],
      parameters,
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
      responses: {
        '2XX': { description: 'Delivered' },
        default: { description: 'Retried according to the retry policy' },
      },
    },
  };
}

const webhook = (
  title: string,
  names: readonly string[],
  data: TSchema,
): Pick<SentMessage, 'parameters' | 'body'> => ({
  parameters: WEBHOOK_HEADERS,
  body: namedObject(title, { event: Type.Enum([...names]), data, ...envelope }),
});

/** The messages that sellers receive, for the API description. */
export const sentMessages = {
  payment: sentMessage('webhook-payment', {
    summary: 'A change of a charge, sent to registered webhooks',
    ...webhook(
      'PaymentEvent',
      [...CHARGE_EVENTS, ...STOCK_EVENTS, ...BOLETO_EVENTS, ...CARD_EVENTS, ...PAYMENT_EVENTS],
      payment,
    ),
  }),
  withdrawal: sentMessage('webhook-withdrawal', {
    summary: 'The decision on a withdrawal, or money of it that came back, sent to registered webhooks',
    ...webhook('WithdrawalEvent', WITHDRAWAL_EVENTS, withdrawal),
  }),
  dispute: sentMessage('webhook-dispute', {
    summary: 'A dispute, sent to registered webhooks',
    ...webhook('DisputeEvent', DISPUTE_EVENTS, dispute),
  }),
  postback: sentMessage('postback', {
    summary:
      'A change of a charge, sent to its postback_url. It is not signed: read the charge before you trust it',
    parameters: [
      header('X-Service-Event', "The event's name; `Service` is what GUICHE_SERVICE_NAME says"),
      ...COMMON_HEADERS,
    ],
    body: namedObject('Postback', {
      event: Type.Enum([...CHARGE_EVENTS]),
      charge: postbackCharge,
      paid_value: paidValue,
      oversold,
      refunded_amount: Type.Optional(amount),
      ...envelope,
    }),
  }),
};
