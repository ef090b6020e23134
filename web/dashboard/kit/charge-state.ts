/** What a charge's displayed status is made of; the API's lists and pages have all of it. */
export type Stated = {
  status: string;
  refunded_amount?: number;
  dispute_status?: 'open' | 'lost';
  cancel_cause?: 'cancelled' | 'expired' | 'written_off' | 'ended_by_bank';
};

export type ChargeState =
  | 'PENDING'
  | 'RECEIVED'
  | 'DISPUTED'
  | 'DISPUTE_LOST'
  | 'PARTLY_REFUNDED'
  | 'REFUNDED'
  | 'REFUSED'
  | 'CANCELLED'
  | 'EXPIRED'
  | 'OVERDUE';

/** The status that people see. The API's own does not say whether a paid charge is disputed, or why one ended. */
export function stateOf({ status, refunded_amount, dispute_status, cancel_cause }: Stated): ChargeState {
  if (status === 'RECEIVED') {
    if (dispute_status) return dispute_status === 'open' ? 'DISPUTED' : 'DISPUTE_LOST';
    return (refunded_amount ?? 0) > 0 ? 'PARTLY_REFUNDED' : 'RECEIVED';
  }
  const hasTimeEnded = cancel_cause === 'expired' || cancel_cause === 'written_off';
  if (status === 'CANCELLED' && hasTimeEnded) return 'EXPIRED';
  return status as ChargeState;
}
