import { nextBankingDay } from '../../server/src/brazil/calendar.ts';

/**
 * What sellers have and wait for by the published rules of a gateway that is not ours: the parts of a sale are cut to
 * whole cents, the last one takes what is left over, and part n comes n times 32 days after the sale. Written without
 * anything of the ledger.
 */
export type ModelRow = {
  account: string;
  installment: number;
  net: bigint;
  claimed: bigint;
  reserve: bigint;
  held: bigint;
  day: string;
  settledOn: string | null;
  releasedOn: string | null;
};
export type ModelSale = {
  seller: string;
  id: string;
  rows: ModelRow[];
  left: bigint;
  paid: bigint;
  parts: { account: string; cents: bigint }[];
};
export type ModelClaim = {
  sale: ModelSale;
  cents: bigint;
  taken: Map<ModelRow, bigint>;
  reserve: Map<ModelRow, bigint>;
};
type Holdings = { available: bigint; receivable: bigint; reserved: bigint };

const DAYS = 32;
const RESERVE_DAYS = 30;

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Cut to whole cents, the rest with the last. */
export function partsOf(cents: bigint, count: number): bigint[] {
  const part = cents / BigInt(count);
  return Array.from({ length: count }, (_, at) => (at < count - 1 ? part : cents - part * BigInt(count - 1)));
}

export class ReceivablesModel {
  readonly holdings = new Map<string, Holdings>();
  readonly sales: ModelSale[] = [];

  of(account: string): Holdings {
    const known = this.holdings.get(account);
    if (known) return known;
    const made = { available: 0n, receivable: 0n, reserved: 0n };
    this.holdings.set(account, made);
    return made;
  }

  sell(
    sale: {
      seller: string;
      id: string;
      paid: bigint;
      fee: bigint;
      reserve: bigint;
      count: number;
      day: string;
    },
    parts: { account: string; cents: bigint }[],
  ): ModelSale {
    const { seller, count, day } = sale;
    const dayOf = (installment: number) => nextBankingDay(dayAfter(day, DAYS * installment));
    const cut = parts.map(({ account, cents }) => ({ account, parts: partsOf(cents, count) }));
    const whole = partsOf(sale.paid, count);
    const fees = partsOf(sale.fee, count);
    const reserves = partsOf(sale.reserve, count);
    const empty = { claimed: 0n, held: 0n, settledOn: null, releasedOn: null };
    const rows: ModelRow[] = whole.map((gross, at) => ({
      ...empty,
      ...{ account: seller, installment: at + 1, reserve: reserves[at] ?? 0n, day: dayOf(at + 1) },
      net: gross - (fees[at] ?? 0n) - cut.reduce((total, each) => total + (each.parts[at] ?? 0n), 0n),
    }));
    for (const { account, parts: own } of cut) {
      rows.push(
        ...own.map((net, at) => ({
          ...empty,
          account,
          installment: at + 1,
          reserve: 0n,
          day: dayOf(at + 1),
          net,
        })),
      );
    }
    for (const row of rows) this.of(row.account).receivable += row.net;
    const made = { seller, id: sale.id, rows, left: sale.paid, paid: sale.paid, parts };
    this.sales.push(made);
    return made;
  }

  /** The day has come: what was due before it happens in the order of days. */
  passTo(day: string): void {
    for (const row of this.sales.flatMap((sale) => sale.rows)) {
      const holdings = this.of(row.account);
      if (row.settledOn === null && row.day <= day) {
        const open = row.net - row.claimed;
        row.settledOn = row.day;
        holdings.receivable -= open;
        row.held = row.reserve < open ? row.reserve : open;
        holdings.reserved += row.held;
        holdings.available += open - row.held;
        row.releasedOn = dayAfter(row.day, RESERVE_DAYS);
      }
      if (row.releasedOn !== null && row.releasedOn <= day && row.held > 0n) {
        holdings.reserved -= row.held;
        holdings.available += row.held;
        row.held = 0n;
      }
    }
  }

  /** The last installment first, then the reserve, then what is available. */
  claim(sale: ModelSale, account: string, cents: bigint): ModelClaim {
    const claim: ModelClaim = { sale, cents, taken: new Map(), reserve: new Map() };
    const own = sale.rows.filter((row) => row.account === account);
    own.sort((a, b) => b.installment - a.installment);
    let left = cents;
    for (const row of own.filter(({ settledOn }) => settledOn === null)) {
      const open = row.net - row.claimed;
      const taken = open < left ? open : left;
      row.claimed += taken;
      left -= taken;
      this.of(account).receivable -= taken;
      claim.taken.set(row, taken);
    }
    for (const row of own) {
      const taken = row.held < left ? row.held : left;
      row.held -= taken;
      left -= taken;
      this.of(account).reserved -= taken;
      claim.reserve.set(row, taken);
    }
    this.of(account).available -= left;
    return claim;
  }

  /** It all goes back, what has come meanwhile to the balance. */
  undo(claim: ModelClaim, account: string, day: string): void {
    const holdings = this.of(account);
    let rest = claim.cents;
    const owed = [...claim.taken.values()].reduce((total, each) => total + each, 0n);
    let back = owed;
    const own = claim.sale.rows.filter((row) => row.account === account);
    for (const row of own.sort((a, b) => a.installment - b.installment)) {
      const given = row.claimed < back ? row.claimed : back;
      row.claimed -= given;
      back -= given;
      if (row.settledOn !== null) continue;
      holdings.receivable += given;
      rest -= given;
    }
    let reserve = [...claim.reserve.values()].reduce((total, each) => total + each, 0n);
    for (const row of own) {
      if (row.releasedOn === null || row.releasedOn <= day) continue;
      const room = row.reserve - row.held;
      const given = room < reserve ? room : reserve;
      row.held += given;
      reserve -= given;
      rest -= given;
      holdings.reserved += given;
    }
    holdings.available += rest;
  }
}
