import { type Db, statement } from '../../db/pool.ts';
import type { Cents } from '../../kit/money.ts';
import type { RowWriter } from '../../write/effects.ts';
import type { Payment } from '../payments/decide.ts';

type BoletoPaid = Pick<Payment, 'paymentReference' | 'provider' | 'method' | 'amountCents' | 'paidAt'> & {
  accountId: string;
  chargeId: string;
  /** What the bank keeps for it, which the seller is not charged; null: not known. */
  bankFeeCents: Cents | null;
};

/** A fee may be known later than the payment. */
export const insertBoletoPayment: RowWriter<BoletoPaid> = {
  statement: statement(
    'boleto_payments.add',
    `insert into boleto_payments as p (account_id, payment_reference, charge_id, provider, method, amount_cents,
       bank_fee_cents, paid_at)
     select *
     from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::timestamptz[])
     on conflict (account_id, payment_reference) do update
     set bank_fee_cents = excluded.bank_fee_cents
     where p.bank_fee_cents is null
       and excluded.bank_fee_cents is not null
     returning payment_reference`,
  ),
  values: (rows) => [
    rows.map((row) => row.accountId),
    rows.map((row) => row.paymentReference),
    rows.map((row) => row.chargeId),
    rows.map((row) => row.provider),
    rows.map((row) => row.method),
    rows.map((row) => row.amountCents),
    rows.map((row) => row.bankFeeCents),
    rows.map((row) => row.paidAt),
  ],
  writes: 'any',
};

export type BankFees = { count: number; totalCents: Cents };

/** What each bank kept for the boletos paid since, of all accounts. */
export async function bankFeesSince(db: Db, since: Date): Promise<Map<string, BankFees>> {
  const rows = await db.query<BankFees & { provider: string }>(
    `select provider, count(*)::integer as count, coalesce(sum(bank_fee_cents), 0)::bigint as "totalCents"
     from boleto_payments
     where paid_at >= $1
     group by provider`,
    [since],
  );
  return new Map(rows.map(({ provider, ...fees }) => [provider, fees]));
}
