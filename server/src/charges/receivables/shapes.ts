import { Type } from 'typebox';
import { civilDateOf } from '../../brazil/calendar.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import { type Cents, cents, percentFromBasisPoints, reaisFromCents } from '../../kit/money.ts';
import type { Anticipation } from './anticipate.ts';
import {
  CARD_SETTLEMENTS,
  type CardSettlement,
  CONFIRMED_BY,
  outstanding,
  RECEIVABLE_STATUSES,
  type Receivable,
} from './receivable.ts';

export const cardTermsShape = {
  card_settlement: namedEnum('CardSettlement', CARD_SETTLEMENTS, {
    description:
      'When the seller gets what is paid by card from now on: at once, with each installment, or on the next banking day',
  }),
  anticipation_percent: nullable(
    Type.Number({ description: 'Per month, for installments paid out early; null: not offered' }),
  ),
};

type CardTermsRow = { cardSettlement: CardSettlement; anticipationBasisPoints: number | null };

export function presentCardTerms({ cardSettlement, anticipationBasisPoints: rate }: CardTermsRow) {
  return {
    card_settlement: cardSettlement,
    anticipation_percent: rate === null ? null : percentFromBasisPoints(rate),
  };
}

export const receivableStatusShape = namedEnum('ReceivableStatus', RECEIVABLE_STATUSES);

export const receivableShape = namedObject('Receivable', {
  id: Type.String({ description: 'Charge and installment' }),
  object: Type.Literal('receivable'),
  charge_id: Type.String(),
  installment: Type.Integer(),
  installments: Type.Integer({ description: 'How many the sale has' }),
  is_split: Type.Boolean({ description: 'Your part of a sale of another account' }),
  status: receivableStatusShape,
  gross_amount: Type.Number({ description: 'Your part of what the payer pays' }),
  fee_amount: Type.Number({ description: "The platform's fee" }),
  net_amount: Type.Number(),
  provider_fee_amount: nullable(
    Type.Number({ description: 'What the acquirer keeps of the whole installment; null: not known' }),
  ),
  claimed_amount: Type.Number({ description: 'Taken from it by refunds and disputes before it came' }),
  anticipated_amount: Type.Number({ description: 'Paid out before its day' }),
  outstanding_amount: Type.Number({ description: 'What is still to come' }),
  reserve_amount: Type.Number({ description: 'Of the net amount: held in the reserve when it comes' }),
  expected_on: Type.String({ format: 'date', description: 'A day in São Paulo' }),
  confirmed_by: namedEnum('ConfirmedBy', CONFIRMED_BY, {
    description:
      'acquirer: it comes when the acquirer says so; calendar: no acquirer can be asked, and it is expected on its day',
  }),
  settled_at: nullable(instantShape),
  provider: nullable(Type.String()),
  created_at: instantShape,
});

const anticipationFields = {
  amount: Type.Number({ description: 'Of the installments' }),
  fee: Type.Number(),
  reserve_amount: Type.Number({ description: 'Of what is paid out: held in the reserve' }),
  net_amount: Type.Number({ description: 'What becomes available now' }),
  monthly_percent: Type.Number({ description: 'By days of a month of 30' }),
  installments_count: Type.Integer(),
};
export const anticipationQuoteShape = namedObject('AnticipationQuote', {
  object: Type.Literal('anticipation_quote'),
  ...anticipationFields,
});
export const anticipationShape = namedObject('Anticipation', {
  id: Type.String(),
  object: Type.Literal('anticipation'),
  ...anticipationFields,
});

type Priced = Omit<Anticipation, 'id'>;

function presentPrice({ amountCents, feeCents, reserveCents, rateBasisPoints, installments }: Priced) {
  return {
    amount: reaisFromCents(amountCents),
    fee: reaisFromCents(feeCents),
    reserve_amount: reaisFromCents(reserveCents),
    net_amount: reaisFromCents(cents(amountCents - feeCents - reserveCents)),
    monthly_percent: percentFromBasisPoints(rateBasisPoints),
    installments_count: installments,
  };
}

export function presentQuote(quote: Priced) {
  return { object: 'anticipation_quote' as const, ...presentPrice(quote) };
}

export function presentAnticipation({ id, ...price }: Priced & { id: string }) {
  return { id, object: 'anticipation' as const, ...presentPrice(price) };
}

const receivableId = ({ chargeId, installment }: Receivable): string => `${chargeId}-${installment}`;

export function presentReceivable(row: Receivable) {
  const orNull = (amount: Cents | null) => (amount === null ? null : reaisFromCents(amount));
  return {
    id: receivableId(row),
    object: 'receivable' as const,
    charge_id: row.chargeId,
    installment: row.installment,
    installments: row.installments,
    is_split: row.accountId !== row.sellerId,
    status: row.status,
    gross_amount: reaisFromCents(row.grossCents),
    fee_amount: reaisFromCents(row.feeCents),
    net_amount: reaisFromCents(row.netCents),
    provider_fee_amount: orNull(row.providerFeeCents),
    claimed_amount: reaisFromCents(row.claimedCents),
    anticipated_amount: reaisFromCents(row.anticipatedCents),
    outstanding_amount: reaisFromCents(outstanding(row)),
    reserve_amount: reaisFromCents(row.reserveCents),
    expected_on: civilDateOf(row.expectedAt),
    confirmed_by: row.confirmedBy,
    settled_at: row.settledAt?.toISOString() ?? null,
    provider: row.provider,
    created_at: row.createdAt.toISOString(),
  };
}
