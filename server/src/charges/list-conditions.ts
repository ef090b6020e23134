import { shown, statement } from '../db/pool.ts';
import type { IdPage } from '../http/id-page.ts';
import { firstIdOf } from '../kit/ids.ts';
import { BILLING_TYPES, type BillingType, type CancelCause, STATUSES, type Status } from './charge.ts';

export type ChargeFilter = {
  /** Empty: all. */
  statuses: readonly Status[];
  billingType: BillingType | null;
  externalReference: string | null;
  customerId: string | null;
  paymentLinkId: string | null;
  /** Words, or exactly a charge's id, external reference, PIX txid or number. */
  search: string | null;
  createdFrom: Date | null;
  createdTo: Date | null;
};

/** A row of the list, only to be shown: amounts in cents and instants as text. */
export type ListedCharge = readonly [
  id: string,
  billingType: BillingType,
  status: Status,
  valueCents: number,
  netValueCents: number,
  paidCents: number | null,
  description: string | null,
  externalReference: string | null,
  customerId: string | null,
  customerName: string | null,
  paymentLinkId: string | null,
  paidAt: string | null,
  createdAt: string,
  refundedCents: number,
  disputeStatus: 'open' | 'lost' | null,
  cancelCause: CancelCause | null,
];

export const COLUMNS = `id, billing_type, status, value_cents, net_value_cents, paid_cents, description, external_reference,
  customer_id, customer ->> 'name' as customer_name, payment_link_id, paid_at, created_at, refunded_cents,
  case when disputed_cents > 0 then 'lost' end as dispute_status, cancel_cause`;

/** The filters that are set, as SQL. Each combination is its own prepared statement, so each gets its own plan. */
export class Conditions {
  /** Only status and method are given: there are counters for these. */
  readonly isCounted: boolean;
  readonly #names: string[] = [];
  readonly #clauses = ['account_id = $1'];
  readonly #values: unknown[];
  readonly #pairs: readonly Pair[] | null;

  constructor(accountId: string, filter: ChargeFilter) {
    this.#values = [accountId];
    const { statuses, billingType } = filter;
    const [status] = statuses;
    const isNarrow = isNarrowed(filter);
    this.#pairs = isNarrow ? null : pairsOf(filter);
    if (this.#pairs) this.#names.push(`pairs ${codesOf(statuses)}${billingType ?? ''}`);
    else {
      if (statuses.length === 1) this.add('status', 'status = ?', status);
      if (statuses.length > 1) this.add('statuses', 'status = any(?::text[])', statuses);
      if (billingType) this.add('type', 'billing_type = ?', billingType);
    }
    const counted = this.#names.length;
    if (filter.externalReference !== null)
      this.add('reference', 'external_reference = ?', filter.externalReference);
    if (filter.customerId) this.add('customer', 'customer_id = ?', filter.customerId);
    if (filter.paymentLinkId) this.add('link', 'payment_link_id = ?', filter.paymentLinkId);
    if (filter.createdFrom) this.add('from', 'id >= ?', firstIdOf(filter.createdFrom));
    if (filter.createdTo) this.add('to', 'id < ?', firstIdOf(filter.createdTo));
    this.isCounted = this.#names.length === counted;
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  /** Short names: PostgreSQL uses only 63 characters of a statement's name. */
  add(name: string, clause: string, value: unknown): void {
    this.#values.push(value);
    this.#names.push(name);
    this.#clauses.push(clause.replace('?', `$${this.#values.length}`));
  }

  /** The cursor limits the page, not the total. */
  page({ after, limit, offset }: IdPage) {
    const values = after ? [...this.#values, after] : this.#values;
    const where = [...this.#clauses, ...(after ? [`id < $${values.length}`] : [])].join(' and ');
    const name = ['charges.list', ...this.#names, ...(after ? ['after'] : [])].join(' ');
    const text = this.#pageText(where, values.length);
    return [shown(name, text), [...values, limit + 1, offset]] as const;
  }

  #pageText(where: string, next: number): string {
    if (this.#pairs) return mergedOver(this.#pairs, where, next);
    const bounds = `limit $${next + 1} offset $${next + 2}`;
    return `select ${COLUMNS} from charges where ${where} order by id desc ${bounds}`;
  }

  count() {
    const where = [
      ...this.#clauses,
      ...(this.#pairs ? [`(status, billing_type) in (${listed(this.#pairs)})`] : []),
    ];
    const text = `select count(*) as total from charges where ${where.join(' and ')}`;
    return [statement(`charges.count ${this.#names.join(' ')}`, text), this.#values] as const;
  }
}

type Pair = readonly [status: Status, billingType: BillingType];

/** Few charges are left by these: they are read by an index of their own. */
function isNarrowed({ externalReference, customerId, paymentLinkId, search }: ChargeFilter): boolean {
  return externalReference !== null || search !== null || customerId !== null || paymentLinkId !== null;
}

function pairsOf({ statuses, billingType }: ChargeFilter): readonly Pair[] | null {
  if (statuses.length === 0 && !billingType) return null;
  if (statuses.length === 1 && billingType) return null;
  const types = billingType ? [billingType] : BILLING_TYPES;
  return (statuses.length > 0 ? statuses : STATUSES).flatMap((status) =>
    types.map((type) => [status, type] as const),
  );
}

const codesOf = (statuses: readonly Status[]) => statuses.map((status) => STATUSES.indexOf(status)).join('');
const listed = (pairs: readonly Pair[]) =>
  pairs.map(([status, type]) => `('${status}', '${type}')`).join(', ');

/**
 * One index covers status and method. Of each pair of them the newest rows are read, and the newest of those are the
 * page.
 */
function mergedOver(pairs: readonly Pair[], where: string, next: number): string {
  return `select newest.*
    from (values ${listed(pairs)}) as pair (status, billing_type)
    cross join lateral (
      select ${COLUMNS} from charges
      where ${where} and charges.status = pair.status and charges.billing_type = pair.billing_type
      order by id desc limit $${next + 1}::bigint + $${next + 2}::bigint
    ) as newest
    order by id desc limit $${next + 1} offset $${next + 2}`;
}
