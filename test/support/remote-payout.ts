import type { PayoutProvider } from '../../server/src/providers/payout.ts';

const SILENT = { ok: false, kind: 'unavailable', reason: 'no answer' } as const;

/** A provider of payouts at a bank that answers what the test says, and finds and lists nothing. */
export function remotePayout(name: string, payout: PayoutProvider['payout']): PayoutProvider {
  const silent = async () => SILENT;
  return {
    name,
    verifiesOwner: true,
    payout,
    remote: {
      findPayout: async () => ({ ok: true, payout: null }),
      sentPayouts: silent,
      bankBalance: silent,
      readNotice: async () => null,
      accepts: () => true,
      health: () => ({
        state: 'closed',
        since: new Date(0),
        calls: 0,
        failures: 0,
        averageLatencyMs: null,
        lastFailure: null,
      }),
    },
  };
}
