import type { CivilDate } from '../brazil/calendar.ts';
import type { Answer } from '../providers/provider.ts';
import type { Booked, Kind, Known, Listed } from './verdicts.ts';

export type ListedPage<I> = Answer<{ items: I[]; nextPage: number | null }>;

/** The times of a civil day, or of the hours beside it. */
export type Period = { from: Date; until: Date };

/** One kind of money at one provider: what it lists, and what our records have. `I`: an item as the provider has it. */
export type Source<I = unknown> = {
  readonly kind: Kind;
  readonly provider: string;
  /** How long after its own time something may still be missing in the provider's list. */
  readonly graceMs: number;
  /** How far the provider's time of an item may be from ours. */
  readonly marginMs: number;
  listPage(period: Period, page: number): Promise<ListedPage<I>>;
  /** Null: it moved no money. */
  translate(item: I): Listed | null;
  /** Books what is missing here, by the same way as a notice. */
  apply(items: readonly I[]): Promise<void>;
  /** What is known here of each, in order. */
  known(items: readonly { item: I; listed: Listed }[]): Promise<Known[]>;
  /** Page by page what is booked in the day. */
  booked(period: Period, after: Booked | null): Promise<Booked[]>;
};

export type DayKey = { provider: string; kind: Kind; day: CivilDate };
