import { SECOND_MS } from '../../kit/clock.ts';
import type { Refunder, RefundRequest } from '../../providers/provider.ts';
import type { ChargeDeps } from '../deps.ts';
import { type Asked, askedFor, markAsked, type Refund } from './store.ts';

type BySum = NonNullable<Refunder['refundsBySum']>;
type InTurn = Pick<RefundRequest, 'earlierCents' | 'looksOnly'>;
type Key = Pick<Refund, 'accountId' | 'id' | 'chargeId'>;

/** What the request says of those before it; or why it waits. */
export type Turn = { ok: true; inTurn: InTurn } | { ok: false; reason: string };

/**
 * Refunds of one payment whose provider knows only their sum go one after another, oldest first. That one is asked for is
 * on record before it is: until the provider must show what became of it, it is only looked for.
 */
export async function takeTurn(deps: ChargeDeps, key: Key, bySum: BySum): Promise<Turn> {
  const asked = await askedFor(deps.db, key);
  const now = deps.clock.now();
  const turn = turnAt(asked, now, bySum);
  if (!turn.ok || turn.inTurn.looksOnly) return turn;
  const isFirst = await markAsked(deps.db, { ...key, before: asked.askedAt, now });
  return isFirst ? turn : { ok: false, reason: 'another process asks for it' };
}

export function turnAt(
  { isBehind, earlierCents, askedAt, otherAskedAt }: Asked,
  now: Date,
  { apartMs, seenAfterMs }: BySum,
): Turn {
  if (isBehind) return { ok: false, reason: 'an earlier refund of this payment has no end yet' };
  const sinceMs = (at: Date | null) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  if (sinceMs(askedAt) < seenAfterMs) return { ok: true, inTurn: { earlierCents, looksOnly: true } };
  const waitMs = apartMs - sinceMs(otherAskedAt);
  if (waitMs > 0) {
    const seconds = Math.ceil(waitMs / SECOND_MS);
    return { ok: false, reason: `the provider takes the next refund of this payment in ${seconds} s` };
  }
  return { ok: true, inTurn: { earlierCents } };
}
