import type { Brand } from '../../brazil/cards.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { homeNetworkOf } from '../../kit/home-network.ts';
import type { Vault } from '../../kit/secrets.ts';

const TRIED_DAYS = 30;
export const MEMORY_MS = TRIED_DAYS * DAY_MS;

/** Who tries a card, as far as it is known. */
export type CardOrigin = {
  address: string | null;
  /** The id in the device's signed cookie. */
  device: string | null;
  document: string | null;
  email: string | null;
};

export type TraceKind = 'card' | 'device' | 'payer' | 'address';
/** `kind:fingerprint`: what a try has in common with others, unreadable in the database. */
export type Trace = string;

const PURPOSE = 'card tries';

export function traceOf(vault: Vault, kind: TraceKind, value: string): Trace {
  return `${kind}:${vault.fingerprint(PURPOSE, `${kind} ${value}`)}`;
}

/** Without the card: what is known before one is typed. */
export function tracesOfOrigin(vault: Vault, { address, device, document, email }: CardOrigin): Trace[] {
  return [
    ...(device ? [traceOf(vault, 'device', device)] : []),
    ...(document ? [traceOf(vault, 'payer', document)] : []),
    ...(email ? [traceOf(vault, 'payer', email.trim().toLowerCase())] : []),
    ...(address ? [traceOf(vault, 'address', homeNetworkOf(address))] : []),
  ];
}

/** The instants of the tries that were not approved, oldest first, by trace. */
export type Tries = ReadonlyMap<Trace, readonly number[]>;

/** Nothing is tried until then. `bits`: at once, with a proof of work of so many bits. */
export type Hold =
  | { until: Date; because: 'card' | 'device' }
  | { until: Date; because: 'work'; bits: number };

/** A buyer who mistypes is never held; after that each try makes the next pause longer. */
const FREE_TRIES = 5;
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];

/** What Visa and Mastercard allow per card: beyond it the acquirer is fined, and the seller pays. */
const BRAND_LIMITS: Partial<Record<Brand, readonly { tries: number; withinMs: number }[]>> = {
  visa: [{ tries: 15, withinMs: TRIED_DAYS * DAY_MS }],
  mastercard: [
    { tries: 7, withinMs: DAY_MS },
    { tries: 35, withinMs: TRIED_DAYS * DAY_MS },
  ],
};
/** As many as any rule looks at. */
export const TRIES_KEPT = 35;

/**
 * An address is shared by strangers, and a payer can type another's document: these two never stop a payment. They ask for
 * work, which costs a buyer seconds and a tester of thousands of cards hours.
 */
const FREE_BEFORE_WORK = { payer: 5, address: 10 } as const;
const FIRST_BITS = 16;
const MAX_BITS = 20;
const TRIES_PER_BIT = 5;
/** Without script: one try in this time, twice as long for each further bit. */
const SLOW_MS = 30 * SECOND_MS;

/** What holds this try, or null. */
export function holdOf(
  tries: Tries,
  now: Date,
  { brand, workBits }: { brand: Brand | null; workBits: number },
): Hold | null {
  const holds = [...tries].flatMap(([trace, all]): Hold[] => {
    const kind = kindOf(trace);
    if (kind === 'payer' || kind === 'address') return workHold(kind, all, now, workBits);
    const limits = kind === 'card' && brand ? (BRAND_LIMITS[brand] ?? []) : [];
    const untilMs = Math.max(pauseEnd(all, now), ...limits.map((limit) => limitEnd(all, now, limit)));
    return untilMs > now.getTime() ? [{ until: new Date(untilMs), because: kind }] : [];
  });
  return holds.sort(byWeight)[0] ?? null;
}

function kindOf(trace: Trace): TraceKind {
  return trace.slice(0, trace.indexOf(':')) as TraceKind;
}

/** What no work can shorten comes first, then the longest. */
function byWeight(a: Hold, b: Hold): number {
  const isWork = (hold: Hold) => (hold.because === 'work' ? 1 : 0);
  return isWork(a) - isWork(b) || b.until.getTime() - a.until.getTime();
}

function since(tries: readonly number[], now: Date, ms: number): readonly number[] {
  return tries.filter((at) => at > now.getTime() - ms);
}

function pauseEnd(tries: readonly number[], now: Date): number {
  const recent = since(tries, now, DAY_MS);
  const pause = PAUSES_MS[Math.min(recent.length - FREE_TRIES, PAUSES_MS.length - 1)];
  return recent.length < FREE_TRIES || pause === undefined ? 0 : Math.max(...recent) + pause;
}

function limitEnd(tries: readonly number[], now: Date, limit: { tries: number; withinMs: number }): number {
  const recent = since(tries, now, limit.withinMs);
  const oldestThatCounts = recent.at(-limit.tries);
  return oldestThatCounts === undefined ? 0 : oldestThatCounts + limit.withinMs;
}

function workHold(kind: 'payer' | 'address', tries: readonly number[], now: Date, workBits: number): Hold[] {
  const recent = since(tries, now, DAY_MS);
  const beyond = recent.length - FREE_BEFORE_WORK[kind];
  if (beyond < 0) return [];
  const bits = Math.min(FIRST_BITS + Math.floor(beyond / TRIES_PER_BIT), MAX_BITS);
  const untilMs = Math.max(...recent) + SLOW_MS * 2 ** (bits - FIRST_BITS);
  return workBits >= bits || untilMs <= now.getTime()
    ? []
    : [{ until: new Date(untilMs), because: 'work', bits }];
}
