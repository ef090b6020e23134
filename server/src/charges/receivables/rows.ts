import {
  addBankingDays,
  addDays,
  type CivilDate,
  civilDateOf,
  nextBankingDay,
  startOfCivilDate,
} from '../../brazil/calendar.ts';
import { assert } from '../../kit/errors.ts';
import { type Cents, cents, smaller, sum, ZERO } from '../../kit/money.ts';
import type { Charge } from '../charge.ts';
import type { Settlement } from '../rules/settlement.ts';
import { splitParts } from '../rules/split.ts';
import {
  type CardSettlement,
  type ConfirmedBy,
  INITIAL_RECEIVABLE,
  type Receivable,
  withStatus,
} from './receivable.ts';

/** As acquirers count: installment n is paid so many days after the sale, times n. */
const DAYS_BETWEEN_INSTALLMENTS = 32;

export type CardSale = {
  plan: Exclude<CardSettlement, 'instant'>;
  provider: string;
  paymentReference: string;
  installments: number;
  paidAt: Date;
  confirmedBy: ConfirmedBy;
};

/** What a sale by card is worth to the seller and to each recipient, a row per installment. */
export function receivableRows(
  charge: Charge,
  settlement: Settlement,
  sale: CardSale,
  now: Date,
): Receivable[] {
  const count = sale.plan === 'installments' ? sale.installments : 1;
  const rest = spread(
    settlement.paidCents,
    Array.from({ length: count }, () => settlement.paidCents),
  );
  const take = (amountCents: Cents): Cents[] => {
    const parts = spread(amountCents, rest);
    for (const [at, part] of parts.entries()) rest[at] = cents((rest[at] ?? ZERO) - part);
    return parts;
  };
  const parts = splitParts(charge.valueCents, charge.split).filter(({ amountCents }) => amountCents > 0n);
  const ofRecipients = parts.flatMap(({ recipientId, amountCents }) =>
    take(amountCents).map((grossCents, at) => rowOf(recipientId, at, { grossCents, feeCents: ZERO })),
  );
  const own = [...rest];
  const fees = spread(smaller(settlement.platformFeeCents, sum(own)), own);
  const nets = own.map((grossCents, at) => cents(grossCents - (fees[at] ?? ZERO)));
  const reserves = spread(smaller(settlement.reserveCents, sum(nets)), nets);
  const ofSeller = own.map((grossCents, at) =>
    rowOf(charge.accountId, at, {
      ...{ grossCents, feeCents: fees[at] ?? ZERO, reserveCents: reserves[at] ?? ZERO },
    }),
  );
  return [...ofSeller, ...ofRecipients];

  function rowOf(
    accountId: string,
    at: number,
    set: Pick<Receivable, 'grossCents' | 'feeCents'> & Partial<Receivable>,
  ): Receivable {
    const { provider, paymentReference, confirmedBy } = sale;
    return withStatus({
      ...INITIAL_RECEIVABLE,
      ...{
        accountId,
        chargeId: charge.id,
        sellerId: charge.accountId,
        provider,
        paymentReference,
        confirmedBy,
      },
      ...{ installment: at + 1, installments: count, createdAt: now },
      ...{ expectedAt: startOfCivilDate(expectedDay(sale, at + 1)) },
      ...{ netCents: cents(set.grossCents - set.feeCents), ...set },
    });
  }
}

function expectedDay({ plan, paidAt }: CardSale, installment: number): CivilDate {
  const paidOn = civilDateOf(paidAt);
  if (plan === 'd1') return addBankingDays(paidOn, 1);
  return nextBankingDay(addDays(paidOn, DAYS_BETWEEN_INSTALLMENTS * installment));
}

/**
 * An amount over installments: equal parts without the part of a cent, and the rest with the last. No part is larger than
 * what its installment has room for: what does not fit goes to those before it.
 */
export function spread(amountCents: Cents, room: readonly Cents[]): Cents[] {
  const count = BigInt(room.length);
  const part = amountCents / count;
  const parts = room.map((_, at) => (at === room.length - 1 ? amountCents - part * (count - 1n) : part));
  let over = 0n;
  for (const at of [...parts.keys()].reverse().concat([...parts.keys()])) {
    const wanted = (parts[at] ?? 0n) + over;
    const taken = smaller(cents(wanted), room[at] ?? ZERO);
    parts[at] = taken;
    over = wanted - taken;
  }
  assert(over === 0n, 'the installments have room for the amount');
  return parts.map(cents);
}
