import { Type } from 'typebox';
import type { Db } from '../db/pool.ts';
import { namedObject, nullable } from '../http/fields.ts';
import { groupBy } from '../kit/group-by.ts';
import { type Cents, decimalText, reaisFromCents } from '../kit/money.ts';
import type { Category } from '../ledger/chart.ts';
import type { Charge } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { feeOf, installmentsOf, surchargeBasisPoints } from './rules/fees.ts';

type PostingRow = {
  accountId: string;
  sequence: bigint;
  fact: string;
  from: string;
  to: string;
  amountCents: Cents;
  category: Category;
  occurredAt: Date;
};

export const explanationShape = namedObject('ChargeLedger', {
  object: Type.Literal('charge_ledger'),
  charge_id: Type.String(),
  postings: Type.Array(
    namedObject('LedgerPosting', {
      account_id: Type.String(),
      sequence: Type.Integer(),
      fact: Type.String(),
      from: Type.String(),
      to: Type.String(),
      amount: Type.Number(),
      category: Type.String(),
      recipient_id: nullable(Type.String({ description: 'For a part of the split: the recipient' })),
      rule: Type.String({ description: 'The rule and the rounding behind the amount' }),
      created_at: Type.String({ format: 'date-time' }),
    }),
  ),
  totals: Type.Record(Type.String(), Type.Number(), {
    description: 'Sum of the movements of each bucket of the owner',
  }),
});

/** Every posting a charge caused in its owner's books, with the rule and the rounding that gave its amount. */
export async function explainCharge(deps: ChargeDeps, charge: Charge) {
  const postings = await deps.db.query<PostingRow>(
    `select account_id as "accountId", sequence, fact, from_bucket as "from", to_bucket as "to",
       amount_cents as "amountCents", category, occurred_at as "occurredAt"
     from ledger_postings
     where account_id = $1
       and charge_id = $2
     order by sequence
     limit 1000`,
    [charge.accountId, charge.id],
  );
  const nextRecipient = recipientsBy(await transfersOf(deps.db, charge, postings));
  return {
    object: 'charge_ledger' as const,
    charge_id: charge.id,
    postings: postings.map((posting) => ({
      account_id: posting.accountId,
      sequence: Number(posting.sequence),
      fact: posting.fact,
      from: posting.from,
      to: posting.to,
      amount: reaisFromCents(posting.amountCents),
      category: posting.category,
      recipient_id: nextRecipient(posting),
      rule: ruleOf(charge, posting),
      created_at: posting.occurredAt.toISOString(),
    })),
    totals: totalsOf(postings),
  };
}

type Transfer = Pick<PostingRow, 'accountId' | 'fact' | 'amountCents'>;

/** The other side of these postings, from the recipients' books. */
async function transfersOf(
  db: Db,
  { id, split }: Charge,
  postings: readonly PostingRow[],
): Promise<Transfer[]> {
  if (split.length === 0) return [];
  const recipients = split.map((item) => item.recipientId);
  const facts = [...new Set(postings.map((posting) => posting.fact))];
  return db.query<Transfer>(
    `select account_id as "accountId", fact, amount_cents as "amountCents"
     from ledger_postings
     where account_id = any($1::uuid[])
       and charge_id = $2
       and fact = any($3::text[])
       and 'transfers' in (from_bucket, to_bucket)
     order by array_position($1::uuid[], account_id), sequence`,
    [recipients, id, facts],
  );
}

/** A transfer is in two books under one fact and with one amount. Equal transfers are interchangeable. */
function recipientsBy(transfers: readonly Transfer[]): (posting: PostingRow) => string | null {
  const key = ({ fact, amountCents }: Pick<Transfer, 'fact' | 'amountCents'>) => `${fact} ${amountCents}`;
  const alike = groupBy(transfers, key);
  return (posting) => {
    const isTransfer = posting.from === 'transfers' || posting.to === 'transfers';
    return (isTransfer && alike.get(key(posting))?.shift()?.accountId) || null;
  };
}

function totalsOf(postings: readonly PostingRow[]): Record<string, number> {
  const totals = new Map<string, bigint>();
  for (const { from, to, amountCents } of postings) {
    totals.set(from, (totals.get(from) ?? 0n) - amountCents);
    totals.set(to, (totals.get(to) ?? 0n) + amountCents);
  }
  return Object.fromEntries([...totals].map(([bucket, total]) => [bucket, reaisFromCents(total as Cents)]));
}

const percent = (basisPoints: number) => `${decimalText(BigInt(basisPoints) as Cents)}%`;

const TAKEN_BACK =
  "A recipient's part taken back: its share of the refund; all shares rounded half up over the running total, odd cents from the recipient that owes most";

const splitRule = ({ valueCents }: Charge) =>
  `A recipient's part of ${decimalText(valueCents)}: fixed amounts as given, percentages rounded half up with largest remainder`;

const RULES: Record<Category, (charge: Charge, posting: PostingRow) => string> = {
  sale: (charge) => `The amount the payer paid for a value of ${decimalText(charge.valueCents)}; no rounding`,
  fee: feeRule,
  split_sent: (charge, { from }) => (from === 'transfers' ? TAKEN_BACK : splitRule(charge)),
  // Older entries have this category for what came back to the owner.
  split_received: () => TAKEN_BACK,
  reserve_hold: (charge) =>
    `${percent(charge.reserveBasisPoints)} of (${decimalText(charge.paidCents ?? charge.valueCents)} − ${decimalText(charge.platformFeeCents)}), rounded half up, held ${charge.reserveDays} days`,
  reserve_release: (_charge, { fact, to }) => reserveRule(fact, to),
  receivable_settled: () =>
    'An installment that the acquirer has paid, net of the fee; parts without the part of a cent, the rest with the last',
  receivable_used: (_charge, { to }) =>
    to === 'available'
      ? 'What the acquirer still owes for this charge pays first, the last installment first; no rounding'
      : 'Owed by the acquirer again; no rounding',
  receivable_anticipated: () => 'Paid out before its day; no rounding',
  anticipation_fee: () => 'The rate per month, by days of 30, rounded half up',
  refund: (_charge, { to }) =>
    to === 'external'
      ? 'Confirmed by the provider: the payer has the money'
      : 'The amount to give back; no rounding',
  chargeback: (_charge, { from, to }) => disputeRule(from, to),
  adjustment: () => 'A payment that could not be taken for this charge; it goes back to the payer whole',
  withdrawal: () => 'A withdrawal',
  withdrawal_reversal: () => 'A withdrawal that was rejected',
};

function reserveRule(fact: string, to: string): string {
  if (to === 'reserved')
    return "The reserve's part of a dispute that was won, held again until its day; no rounding";
  return fact.endsWith(':reserve')
    ? 'What is left of the reserve, when its days have passed; no rounding'
    : "The charge's own reserve pays first; no rounding";
}

function ruleOf(charge: Charge, posting: PostingRow): string {
  if (posting.fact.endsWith(':failed')) {
    return 'The provider could not give it back: exactly what was taken for it returns';
  }
  return RULES[posting.category](charge, posting);
}

function feeRule(charge: Charge): string {
  const paidCents = charge.paidCents ?? charge.valueCents;
  const installments = installmentsOf(charge);
  const fee = feeOf(charge, paidCents, installments);
  const parts = [
    `${percent(charge.feeBasisPoints)} of ${decimalText(paidCents)} = ${decimalText(fee.percentageCents)} (rounded up)`,
    `fixed ${decimalText(fee.fixedCents)}`,
  ];
  if (fee.surchargeCents > 0n) {
    const surcharge = percent(surchargeBasisPoints(installments));
    parts.push(`${installments}x surcharge ${surcharge} = ${decimalText(fee.surchargeCents)} (rounded up)`);
  }
  return parts.join(' + ');
}

function disputeRule(from: string, to: string): string {
  if (from === 'available') return 'The disputed amount, taken while the dispute is open; no rounding';
  return to === 'available'
    ? 'The dispute was won: the amount comes back'
    : 'The dispute was lost: the amount leaves';
}
