import { fail } from '../../kit/errors.ts';
import { derivedIdAt } from '../../kit/ids.ts';
import type { Answer } from '../../write/answer.ts';
import type { Charge } from '../charge.ts';
import { type CreateCharge, createCharge } from '../create.ts';
import type { ChargeDeps } from '../deps.ts';
import { chargeWithDetails, type DetailedCharge, requireCharge } from '../details.ts';
import { type CardAttempt, findAttempt, isUndecided } from './attempts.ts';
import { type CardWay, keepingOf } from './input.ts';
import { payByCard } from './pay.ts';

/** A charge with the card payment that the request has just tried. */
export type TriedCharge = DetailedCharge & { cardPayment: CardAttempt };

export type PayCharge = {
  accountId: string;
  chargeId: string;
  /** The same id is the same payment. */
  attemptId: string;
  installments: number | null;
  way: CardWay;
};

/** No payer of ours types the card: who tries cards is known to the seller's own page, and counted by the acquirer. */
const BY_API = { origin: null, workBits: 0 } as const;

export async function payCharge(
  deps: ChargeDeps,
  { accountId, chargeId, attemptId, installments, way }: PayCharge,
  answer?: Answer<TriedCharge>,
): Promise<TriedCharge> {
  const charge = await requireCharge(deps, accountId, chargeId);
  const earlier = await findAttempt(deps.db, accountId, attemptId);
  if (!earlier || isUndecided(earlier)) {
    const { consent: _, customerId: __, ...payment } = way;
    const keeping = keepingOf(way, charge.customerId);
    await payByCard(deps, charge, { attemptId, installments, ...BY_API, ...payment, keeping });
  }
  const tried = await withAttempt(deps, charge, attemptId);
  if (answer) await deps.writer.answer(answer, tried);
  return tried;
}

/** A charge that is paid in the same request. Made before it is paid: a retry finds both. */
export async function createPaid(
  deps: ChargeDeps,
  request: CreateCharge,
  way: CardWay,
  answer?: Answer<TriedCharge>,
): Promise<TriedCharge> {
  const customerId = request.customerId ?? (request.customer ? null : way.customerId);
  const { accountId, id } = await createCharge(deps, { ...request, customerId });
  const attemptId = derivedIdAt(id, 'card payment');
  return payCharge(deps, { accountId, chargeId: id, attemptId, installments: null, way }, answer);
}

async function withAttempt(
  deps: ChargeDeps,
  { accountId, id }: Charge,
  attemptId: string,
): Promise<TriedCharge> {
  const details = await chargeWithDetails(deps, accountId, id);
  const cardPayment = await findAttempt(deps.db, accountId, attemptId);
  if (!cardPayment) fail('CHARGE_NOT_PAYABLE');
  return { ...details, cardPayment };
}
