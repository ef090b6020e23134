import { type CivilDate, civilDateOf } from '../brazil/calendar.ts';
import { type Cents, cents, ZERO } from '../kit/money.ts';

export const KINDS = ['pix', 'boleto', 'payout'] as const;
export type Kind = (typeof KINDS)[number];

/** What needs a person, or another comparison. */
export const DIFFERENCES = ['missing_here', 'missing_there', 'amount_differs', 'unknown'] as const;
export type DifferenceVerdict = (typeof DIFFERENCES)[number];
/** `waiting`: booked, not listed, and the provider still has time to list it. */
export const VERDICTS = ['matched', 'waiting', ...DIFFERENCES] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The charge or withdrawal that an item is of. */
export type Owner = { accountId: string; objectId: string; objectKind: ObjectKind };
export type ObjectKind = 'charge' | 'withdrawal';

export function ownerOf({ accountId, id }: { accountId: string; id: string }): Owner {
  return { accountId, objectId: id, objectKind: 'charge' };
}

/** A payment or payout as the provider lists it. */
export type Listed = {
  /** The same however often it is listed. */
  reference: string;
  amountCents: Cents;
  /** What went back since; null: not compared. */
  returnedCents: Cents | null;
  at: Date;
};

/** A payment or payout in our records. */
export type Booked = {
  reference: string;
  amountCents: Cents;
  returnedCents: Cents | null;
  at: Date;
  owner: Owner;
  /** Of our row, where a page of a period goes on. */
  rowId?: string;
};

/** What is known here of one that is listed: its booking; else the charge or withdrawal it is for. */
export type Known = { booked: Booked | null; owner: Owner | null };

export type Difference = {
  verdict: DifferenceVerdict;
  reference: string;
  listedCents: Cents | null;
  bookedCents: Cents | null;
  listedReturnedCents: Cents | null;
  bookedReturnedCents: Cents | null;
  owner: Owner | null;
  at: Date;
};

export type Total = { count: number; listedCents: Cents; bookedCents: Cents };
export type Totals = Record<Verdict, Total>;

/** More of either is no reconciliation but a wrong setting: the day stays incomplete. */
export const MAX_DIFFERENCES = 5_000;
const MAX_ITEMS = 500_000;

export class TooMany extends Error {}

/** The verdict on what a provider lists. */
export function verdictOnListed(listed: Listed, { booked, owner }: Known): Verdict {
  if (!booked) return owner ? 'missing_here' : 'unknown';
  const isSameReturned =
    listed.returnedCents === null ||
    booked.returnedCents === null ||
    listed.returnedCents === booked.returnedCents;
  return listed.amountCents === booked.amountCents && isSameReturned ? 'matched' : 'amount_differs';
}

/** The verdict on what is booked and not listed. */
export function verdictOnUnlisted(
  booked: Pick<Booked, 'at'>,
  { now, graceMs }: { now: Date; graceMs: number },
): Verdict {
  return now.getTime() - booked.at.getTime() < graceMs ? 'waiting' : 'missing_there';
}

/** Compares one day, page by page. An item counts on the civil day of its own time in São Paulo. */
export class DayComparison {
  readonly #day: CivilDate;
  readonly #seen = new Set<string>();
  readonly #unlisted = new Map<string, Booked>();
  readonly #totals = emptyTotals();
  readonly #differences: Difference[] = [];

  constructor(day: CivilDate) {
    this.#day = day;
  }

  /** A reference that was listed before, on this page or another, is the same item. */
  addListed(items: readonly { listed: Listed; known: Known }[]): void {
    for (const { listed, known } of items) {
      if (this.#seen.has(listed.reference)) continue;
      this.#see(listed.reference);
      if (civilDateOf(listed.at) !== this.#day) continue;
      const { booked, owner } = known;
      this.#count(verdictOnListed(listed, known), listed, booked, booked?.owner ?? owner);
    }
  }

  /** What is booked on this day. After all that is listed on it. */
  addBooked(items: readonly Booked[]): void {
    for (const booked of items) {
      if (!this.#seen.has(booked.reference)) this.#unlisted.set(booked.reference, booked);
      if (this.#unlisted.size > MAX_DIFFERENCES)
        throw new TooMany(tooMany(MAX_DIFFERENCES, 'unlisted items'));
    }
  }

  get hasUnlisted(): boolean {
    return this.#unlisted.size > 0;
  }

  /** What is listed just before or after the day: its time there may differ from ours. */
  addNeighbours(listed: readonly Listed[]): void {
    for (const { reference } of listed) this.#unlisted.delete(reference);
  }

  result(time: { now: Date; graceMs: number }): { totals: Totals; differences: Difference[] } {
    for (const booked of this.#unlisted.values())
      this.#count(verdictOnUnlisted(booked, time), null, booked, booked.owner);
    return { totals: this.#totals, differences: this.#differences };
  }

  #see(reference: string): void {
    this.#seen.add(reference);
    if (this.#seen.size > MAX_ITEMS) throw new TooMany(tooMany(MAX_ITEMS, 'items'));
  }

  #count(verdict: Verdict, listed: Listed | null, booked: Booked | null, owner: Owner | null): void {
    const total = this.#totals[verdict];
    total.count += 1;
    total.listedCents = cents(total.listedCents + (listed?.amountCents ?? ZERO));
    total.bookedCents = cents(total.bookedCents + (booked?.amountCents ?? ZERO));
    const item = listed ?? booked;
    if (!item || !isDifference(verdict)) return;
    this.#differences.push({
      verdict,
      reference: item.reference,
      listedCents: listed?.amountCents ?? null,
      bookedCents: booked?.amountCents ?? null,
      listedReturnedCents: listed?.returnedCents ?? null,
      bookedReturnedCents: booked?.returnedCents ?? null,
      owner,
      at: item.at,
    });
    if (this.#differences.length > MAX_DIFFERENCES)
      throw new TooMany(tooMany(MAX_DIFFERENCES, 'differences'));
  }
}

function isDifference(verdict: Verdict): verdict is DifferenceVerdict {
  return DIFFERENCES.some((each) => each === verdict);
}

function tooMany(max: number, what: string): string {
  return `more than ${max} ${what}`;
}

function emptyTotals(): Totals {
  const none = (): Total => ({ count: 0, listedCents: ZERO, bookedCents: ZERO });
  return {
    matched: none(),
    waiting: none(),
    missing_here: none(),
    missing_there: none(),
    amount_differs: none(),
    unknown: none(),
  };
}
