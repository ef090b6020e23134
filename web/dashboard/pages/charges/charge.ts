import { useQuery } from '@tanstack/react-query';
import { type Answer, get, type Item } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';

export type Charge = Answer<'/api/v1/charges/{id}'>;
export type Method = Charge['billing_type'];
export type Ledger = Answer<'/api/v1/charges/{id}/ledger'>;
export type ChargeEvent = Item<'/api/v1/charges/{id}/events'>;
export type Delivery = Item<'/api/v1/deliveries'>;
export type Dispute = Item<'/api/v1/disputes'>;

/** Polls, because payments and deliveries happen elsewhere. */
const WATCH_MS = 3_000;
const REST_MS = 15_000;
const MAX_LISTED = 100;

export function useCharge(id: string) {
  return useQuery({
    queryKey: ['charge', id],
    queryFn: () => get('/api/v1/charges/{id}', { path: { id } }),
    refetchInterval: (query) =>
      whileShown(isOpen(query.state.data) || isRefunding(query.state.data) ? WATCH_MS : REST_MS)(query),
  });
}

/** Not paid yet. */
export function isOpen(charge: Charge | undefined): boolean {
  return charge?.status === 'PENDING' || charge?.status === 'OVERDUE';
}

/** The card holds the money, and the seller has not taken it. */
export function isHeld({ status, authorization }: Charge): boolean {
  const isTaken = authorization?.status !== 'authorized' && authorization?.status !== 'capturing';
  return status === 'PENDING' && !isTaken;
}

/** A refund is waiting for the provider's confirmation. */
export function isRefunding(charge: Charge | undefined): boolean {
  return (charge?.refunding_amount ?? 0) > 0;
}

/** Which words a refund has: card payments and the others are paid back in different ways. */
export function refundWord({ billing_type }: Charge): 'card' | 'pix' {
  return billing_type === 'CREDIT_CARD' ? 'card' : 'pix';
}

/** The charge's postings are read again when one of these changes. */
function movesOf({ id, status, refunded_amount, refunds = [], boleto, authorization }: Charge) {
  const due = [boleto?.status, boleto?.due_date, boleto?.due_date_change?.status];
  return [
    id,
    status,
    refunded_amount,
    authorization?.status,
    ...due,
    ...refunds.map((refund) => refund.status),
  ];
}

export function useLedger(charge: Charge) {
  return useQuery({
    queryKey: ['charge-ledger', ...movesOf(charge)],
    queryFn: () => get('/api/v1/charges/{id}/ledger', { path: { id: charge.id } }),
    refetchInterval: whileShown(REST_MS),
    placeholderData: (before) => before,
  });
}

export function useChargeEvents(charge: Charge) {
  return useQuery({
    queryKey: ['charge-events', ...movesOf(charge)],
    queryFn: () => get('/api/v1/charges/{id}/events', { path: { id: charge.id } }),
    refetchInterval: whileShown(REST_MS),
    placeholderData: (before) => before,
  });
}

export function useDeliveries(chargeId: string) {
  return useQuery({
    queryKey: ['charge-deliveries', chargeId],
    queryFn: () => get('/api/v1/deliveries', { query: { charge_id: chargeId, limit: MAX_LISTED } }),
    refetchInterval: whileShown(WATCH_MS),
  });
}

export function useDisputes(charge: Charge) {
  return useQuery({
    queryKey: ['charge-disputes', charge.id],
    queryFn: () => get('/api/v1/disputes', { query: { charge_id: charge.id, limit: MAX_LISTED } }),
    enabled: charge.payment_date !== null,
    refetchInterval: REST_MS,
  });
}
