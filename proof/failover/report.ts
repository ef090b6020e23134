import type { Counts } from '../chaos/driver.ts';
import { tableOf } from '../kit/options.ts';

export type Kill = {
  kind: string;
  victim: string;
  /** Who leads now; null: none does. */
  leader: string | null;
  /** From the kill until another node leads. */
  leaderMs: number;
  /** From the kill until a write has passed through every API process; null: never. */
  writesMs: number | null;
  /** Whether the victim became a standby again. */
  isBack: boolean;
};

export type FailoverResult = {
  seed: number;
  /** When it began, and what ran: a figure in a document names its run by them. */
  at: string;
  versions: Record<string, string>;
  settings: Record<string, unknown>;
  plants: readonly string[];
  kills: readonly Kill[];
  rewinds: number;
  counts: Counts;
  /** Code of an error that was answered → how often. */
  errors: Record<string, number>;
  findings: Record<'lost' | 'doubled' | 'wrong' | 'malformed' | 'unanswered', number>;
  texts: readonly string[];
  notifications: { received: number; repeated: number };
  seconds: number;
};

export type Bounds = { kills: number; medianMs: number };

/** Fewer than this between two kills would show nothing. */
const MIN_ACKED_PER_KILL = 20;

/** What does not hold, each in one sentence. Empty: all of it does. */
export function failuresOf(result: FailoverResult, { kills, medianMs }: Bounds): string[] {
  const failures: string[] = [];
  const { findings } = result;
  for (const [kind, count] of Object.entries(findings)) if (count > 0) failures.push(`${kind}: ${count}`);
  if (result.kills.length < kills)
    failures.push(`the leader was killed ${result.kills.length} times instead of ${kills}`);
  const never = result.kills.filter(({ writesMs }) => writesMs === null).length;
  if (never > 0) failures.push(`no write passed after ${never} kills`);
  const lostNodes = result.kills.filter(({ isBack }) => !isBack).length;
  if (lostNodes > 0) failures.push(`${lostNodes} killed nodes did not come back as standbys`);
  const median = medianMsOf(result.kills);
  if (!(median <= medianMs))
    failures.push(`writes were back after ${seconds(median)} s in the median, above ${seconds(medianMs)} s`);
  if (result.counts.acked < result.kills.length * MIN_ACKED_PER_KILL)
    failures.push(`only ${result.counts.acked} writes were acknowledged: there was too little load`);
  return failures;
}

/** A write that never passed counts as infinitely late. */
export function medianMsOf(kills: readonly Kill[]): number {
  const sorted = kills
    .map(({ writesMs }) => writesMs ?? Number.POSITIVE_INFINITY)
    .sort((one, other) => one - other);
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? Number.NaN : low === high ? low : (low + high) / 2;
}

export function linesOf(result: FailoverResult, bounds: Bounds): string[] {
  const { counts, findings, kills } = result;
  const kinds = [...new Set(kills.map(({ kind }) => kind))].sort();
  const rows = [...kinds, 'all'].map((name) => {
    const own = kills.filter(({ kind }) => name === 'all' || kind === name);
    const ms = own.flatMap(({ writesMs }) => writesMs ?? []);
    const back = own.filter(({ isBack }) => isBack).length;
    return [
      ...[name, String(own.length), seconds(Math.min(...ms)), seconds(medianMsOf(own))],
      ...[seconds(Math.max(...ms)), String(own.length - ms.length), String(back)],
    ];
  });
  const errors = Object.entries(result.errors).map(([code, count]) => `${code} ${count}`);
  const failures = failuresOf(result, bounds);
  return [
    tableOf([['leader killed', 'times', 'min s', 'median s', 'max s', 'never', 'back as standby'], ...rows]),
    '',
    `${kills.length} kills in ${Math.round(result.seconds)} s, checks included; ${result.rewinds} rewinds; seed ${result.seed}`,
    `${counts.tried} writes tried, ${counts.acked} acknowledged, ${counts.refused} refused as they must be, ${counts.reads} reads, ${counts.sent} requests`,
    `errors meanwhile: ${errors.join(', ') || 'none'}; ${counts.cut} without an answer; ${counts.replayed} keys asked again`,
    `${result.notifications.received} notifications received, ${result.notifications.repeated} of them again`,
    `acked lost ${findings.lost}, doubled ${findings.doubled}, wrong answers ${findings.wrong}, malformed ${findings.malformed}, unanswered ${findings.unanswered}, writes back after ${seconds(medianMsOf(kills))} s (median, at most ${seconds(bounds.medianMs)})`,
    ...result.texts.map((text) => `  ${text}`),
    failures.length === 0 ? 'holds' : `does not hold: ${failures.join('; ')}`,
  ];
}

function seconds(ms: number): string {
  return Number.isFinite(ms) ? (ms / 1_000).toFixed(1) : '-';
}
