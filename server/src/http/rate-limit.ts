import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { MINUTE_MS, monotonicMs, SECOND_MS, systemMs } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';
import { GatewayError } from '../kit/errors.ts';
import { chargedAccountOf, type RateClass } from './principal.ts';

/** Counts hits of a bucket in the current window. */
export type HitCounter = { hit(bucket: string): Promise<{ count: number; resetMs: number }> };

const WINDOW_MS = MINUTE_MS;
const MAX_BUCKETS = 100_000;

export function countInProcess(nowMs: () => number = systemMs): HitCounter {
  const buckets = new Map<string, { count: number; resetMs: number }>();
  return {
    async hit(name) {
      const now = nowMs();
      let bucket = buckets.get(name);
      if (!bucket || bucket.resetMs <= now) {
        if (buckets.size >= MAX_BUCKETS) dropEnded(buckets, now);
        bucket = { count: 0, resetMs: now + WINDOW_MS };
        buckets.set(name, bucket);
      }
      bucket.count += 1;
      // A copy: the caller must not see hits that are counted later.
      return { ...bucket };
    },
  };
}

/** Bounds the memory of a flood of addresses: ended windows are dropped first, then all. */
function dropEnded(buckets: Map<string, { resetMs: number }>, now: number): void {
  for (const [name, bucket] of buckets) if (bucket.resetMs <= now) buckets.delete(name);
  if (buckets.size >= MAX_BUCKETS) buckets.clear();
}

const HIT_SCRIPT = `
local count = redis.call('incr', KEYS[1])
if count == 1 then redis.call('pexpire', KEYS[1], ARGV[1]) end
local left = redis.call('pttl', KEYS[1])
if left < 0 then
  redis.call('pexpire', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}`;

/** A connection that leaves every command unanswered for this long is dead, even if no error says so. */
const MAX_SILENCE_MS = 2 * SECOND_MS;

/** Shared by every node. When Redis does not answer, this node counts alone rather than refuse payments. */
export function countInRedis(redis: Redis, fallback: HitCounter): HitCounter {
  let silentSinceMs: number | null = null;
  const noticeSilence = () => {
    silentSinceMs ??= monotonicMs();
    if (redis.status !== 'ready' || monotonicMs() - silentSinceMs < MAX_SILENCE_MS) return;
    silentSinceMs = null;
    redis.disconnect(true);
  };
  return {
    async hit(bucket) {
      try {
        const answer = (await redis.eval(HIT_SCRIPT, 1, `guiche:rate:${bucket}`, WINDOW_MS)) as [
          number,
          number,
        ];
        silentSinceMs = null;
        return { count: answer[0], resetMs: systemMs() + answer[1] };
      } catch {
        noticeSilence();
        return fallback.hit(bucket);
      }
    },
  };
}

/** For an answer before the request is counted: the limit, with none remaining for this second. */
export function noneLeft({ GUICHE_RATE_GENERAL: limit }: Config): Record<string, number> {
  if (limit === 0) return {};
  return {
    'X-RateLimit-Limit': limit,
    'X-RateLimit-Remaining': 0,
    'X-RateLimit-Reset': Math.ceil(systemMs() / SECOND_MS) + 1,
  };
}

export type RateLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/**
 * One bucket per account and class, whatever the account signs in with; before authentication, one per address. Sets the
 * three headers, refuses with 429.
 */
export function rateLimit(config: Config, counter: HitCounter): RateLimit {
  const limits: Record<RateClass, number> = {
    general: config.GUICHE_RATE_GENERAL,
    charges: config.GUICHE_RATE_CHARGES,
    webhooks: config.GUICHE_RATE_WEBHOOKS,
  };
  return async (request, reply) => {
    const { principal } = request;
    const rate = request.routeOptions.config.rate ?? 'general';
    const limit = principal?.rates[rate] ?? limits[rate];
    if (limit === 0) return;
    const { count, resetMs } = await counter.hit(
      `${rate}:${principal ? chargedAccountOf(principal) : request.ip}`,
    );
    reply.header('X-RateLimit-Limit', limit);
    reply.header('X-RateLimit-Remaining', Math.max(0, limit - count));
    reply.header('X-RateLimit-Reset', Math.ceil(resetMs / SECOND_MS));
    if (count <= limit) return;
    reply.header('Retry-After', Math.max(1, Math.ceil((resetMs - systemMs()) / SECOND_MS)));
    throw new GatewayError('RATE_LIMIT_EXCEEDED');
  };
}
