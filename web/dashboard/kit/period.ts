import { dayFrom } from './days.ts';

export const PERIODS = ['today', 'week', 'month', 'lastMonth'] as const;
export type Period = (typeof PERIODS)[number];
export type Span = { from: string; to: string };

/** The days of a period, both included, in São Paulo. */
export function spanOf(period: Period, nowMs: number): Span {
  const today = dayFrom(nowMs);
  if (period === 'today') return { from: today, to: today };
  if (period === 'week') return { from: dayFrom(nowMs, -6), to: today };
  const first = `${today.slice(0, 8)}01`;
  if (period === 'month') return { from: first, to: today };
  const last = dayBefore(first);
  return { from: `${last.slice(0, 8)}01`, to: last };
}

function dayBefore(date: string): string {
  return new Date(Date.parse(date) - 24 * 3600 * 1000).toISOString().slice(0, 10);
}

export function periodOf(span: Partial<Span>, nowMs: number): Period | null {
  return (
    PERIODS.find((period) => {
      const { from, to } = spanOf(period, nowMs);
      return span.from === from && span.to === to;
    }) ?? null
  );
}
