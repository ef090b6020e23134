import { startOfCivilDate } from '../brazil/calendar.ts';
import { endOfCivilDate } from './schedule.ts';
import type { Period, Source } from './source.ts';
import {
  type Booked,
  DayComparison,
  type Difference,
  type Listed,
  TooMany,
  type Totals,
} from './verdicts.ts';

export type Compared =
  | { isComplete: true; totals: Totals; differences: Difference[] }
  | { isComplete: false; reason: string };

type Time = { day: string; now: Date };
/** Called after each page: a long list must not outlive its lease. */
type OnPage = () => Promise<void>;

const MAX_PAGES = 10_000;

/** Compares a day that has ended. What is missing here is first booked as its notice would have booked it. */
export async function compareDay<I>(
  source: Source<I>,
  { day, now }: Time,
  onPage: OnPage,
): Promise<Compared> {
  const period = { from: startOfCivilDate(day), until: endOfCivilDate(day) };
  const comparison = new DayComparison(day);
  try {
    const fault =
      (await addListed(source, period, comparison, onPage)) ??
      (await addBooked(source, period, comparison, onPage)) ??
      (await addNeighbours(source, period, now, comparison, onPage));
    if (fault !== null) return { isComplete: false, reason: fault };
    return { isComplete: true, ...comparison.result({ now, graceMs: source.graceMs }) };
  } catch (error) {
    if (error instanceof TooMany) return { isComplete: false, reason: error.message };
    throw error;
  }
}

/** Why the list is not whole; null: it is. */
type Fault = string | null;

async function addListed<I>(
  source: Source<I>,
  period: Period,
  comparison: DayComparison,
  onPage: OnPage,
): Promise<Fault> {
  return readPages(source, period, onPage, async (page) => {
    await source.apply(page);
    const items = translated(source, page);
    const known = await source.known(items);
    comparison.addListed(
      items.map(({ listed }, at) => ({ listed, known: known[at] ?? { booked: null, owner: null } })),
    );
  });
}

async function addBooked<I>(
  source: Source<I>,
  period: Period,
  comparison: DayComparison,
  onPage: OnPage,
): Promise<Fault> {
  let after: Booked | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const booked: Booked[] = await source.booked(period, after);
    comparison.addBooked(booked);
    after = booked.at(-1) ?? null;
    if (after === null) return null;
    await onPage();
  }
  return `more than ${MAX_PAGES} pages are booked`;
}

/** Only for what the day does not list: its time at the provider may be another day's. */
async function addNeighbours<I>(
  source: Source<I>,
  { from, until }: Period,
  now: Date,
  comparison: DayComparison,
  onPage: OnPage,
): Promise<Fault> {
  if (!comparison.hasUnlisted) return null;
  const { marginMs } = source;
  const latestMs = Math.min(until.getTime() + marginMs, now.getTime());
  const beside = [
    { from: new Date(from.getTime() - marginMs), until: from },
    ...(latestMs > until.getTime() ? [{ from: until, until: new Date(latestMs) }] : []),
  ];
  for (const period of beside) {
    const fault = await readPages(source, period, onPage, async (page) =>
      comparison.addNeighbours(translated(source, page).map(({ listed }) => listed)),
    );
    if (fault !== null) return fault;
  }
  return null;
}

async function readPages<I>(
  source: Source<I>,
  period: Period,
  onPage: OnPage,
  take: (items: readonly I[]) => Promise<void>,
): Promise<Fault> {
  let page: number | null = 0;
  for (let read = 0; page !== null; read += 1) {
    if (read === MAX_PAGES) return `more than ${MAX_PAGES} pages are listed`;
    const answer = await source.listPage(period, page);
    if (!answer.ok) return answer.reason;
    await take(answer.items);
    await onPage();
    page = answer.nextPage;
  }
  return null;
}

function translated<I>(source: Source<I>, items: readonly I[]): { item: I; listed: Listed }[] {
  return items.flatMap((item) => {
    const listed = source.translate(item);
    return listed ? [{ item, listed }] : [];
  });
}
