import { byId, type PageSource } from '../db/pages.ts';
import { type Db, shown, statement } from '../db/pool.ts';
import type { Deps } from '../http/deps.ts';
import type { IdPage } from '../http/id-page.ts';
import { firstIdOf, isId } from '../kit/ids.ts';
import { BILLING_TYPES, type BillingType, type CancelCause, STATUSES, type Status } from './charge.ts';
import { chargeTotal, countCharges } from './figures/counts.ts';

export type ChargeFilter = {
  status: Status | null;
  billingType: BillingType | null;
  externalReference: string | null;
  customerId: string | null;
  paymentLinkId: string | null;
  /** A charge's id, external reference, PIX txid or number. */
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

/** Few charges are disputed: the disputes of the others are not read. */
const DISPUTE_STATUS = `case when disputed_cents > 0 then coalesce((
    select 'open'
    from disputes d
    where d.account_id = charges.account_id and d.charge_id = charges.id and d.status = 'open'
    limit 1
  ), 'lost') end`;

const COLUMNS = `id, billing_type, status, value_cents, net_value_cents, paid_cents, description, external_reference,
  customer_id, customer ->> 'name' as customer_name, payment_link_id, paid_at, created_at, refunded_cents,
  ${DISPUTE_STATUS} as dispute_status, cancel_cause`;

const CHARGE_PAGES: PageSource<ListedCharge> = {
  name: 'charges',
  ...byId('charges', COLUMNS),
  total: chargeTotal,
};

/** One account's charges, newest first: ids sort by creation, so the id is the order and the cursor. */
export async function listCharges(
  { db, rollups, pages }: Deps,
  accountId: string,
  filter: ChargeFilter,
  page: IdPage,
): Promise<{ rows: ListedCharge[]; total: bigint | number }> {
  rollups.viewed(accountId);
  const query = new Conditions(accountId, filter);
  if (query.isEmpty && page.offset === 0) {
    return pages.read(CHARGE_PAGES, { accountId, below: page.below, rows: page.limit + 1 });
  }
  const [rows, total] = await Promise.all([
    db.query<ListedCharge>(...query.page(page)),
    query.isCounted
      ? countCharges(db, accountId, filter.status, filter.billingType)
      : countMatching(db, query),
  ]);
  return { rows, total };
}

async function countMatching(db: Db, query: Conditions): Promise<bigint> {
  const [row] = await db.query<{ total: bigint }>(...query.count());
  return row?.total ?? 0n;
}

/** The filters that are set, as SQL. Each combination is its own prepared statement, so each gets its own plan. */
class Conditions {
  readonly isCounted: boolean;
  readonly #names: string[] = [];
  readonly #clauses = ['account_id = $1'];
  readonly #values: unknown[];
  readonly #missing: Missing | null;
  /** The columns that the search is compared with; each has its own index. */
  readonly #alternatives: string[] = [];

  constructor(accountId: string, filter: ChargeFilter) {
    this.#values = [accountId];
    this.#missing = missingOf(filter);
    if (filter.status) this.#add('status', 'status = ?', filter.status);
    if (filter.billingType) this.#add('type', 'billing_type = ?', filter.billingType);
    const counted = this.#names.length;
    if (filter.externalReference !== null)
      this.#add('reference', 'external_reference = ?', filter.externalReference);
    if (filter.customerId) this.#add('customer', 'customer_id = ?', filter.customerId);
    if (filter.paymentLinkId) this.#add('link', 'payment_link_id = ?', filter.paymentLinkId);
    if (filter.createdFrom) this.#add('from', 'id >= ?', firstIdOf(filter.createdFrom));
    if (filter.createdTo) this.#add('to', 'id < ?', firstIdOf(filter.createdTo));
    if (filter.search !== null) this.#search(filter.search);
    this.isCounted = this.#names.length === counted;
  }

  get isEmpty(): boolean {
    return this.#names.length === 0;
  }

  #add(name: string, clause: string, value: unknown): void {
    this.#values.push(value);
    this.#names.push(name);
    this.#clauses.push(clause.replace('?', `$${this.#values.length}`));
  }

  // Short names: PostgreSQL uses only 63 characters of a statement's name.
  #search(text: string): void {
    const id = text.toLowerCase();
    const [isOfId, isOfNumber] = [isId(id), NUMBER.test(text)];
    this.#names.push(`q${isOfId ? 'i' : ''}${isOfNumber ? 'n' : ''}`);
    this.#alternative('external_reference = ?', text);
    this.#alternative(`id = (${OF_TXID})`, text);
    if (isOfId) this.#alternative('id = ?', id);
    if (isOfNumber) this.#alternative(`number = ? and ${NUMBER_IS_SHOWN}`, text);
  }

  #alternative(clause: string, value: unknown): void {
    this.#values.push(value);
    this.#alternatives.push(clause.replace('?', `$${this.#values.length}`));
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
    if (this.#alternatives.length > 0) return unitedOver(this.#alternatives, where, next);
    if (this.#missing) return mergedOver(this.#missing, where, next);
    const bounds = `limit $${next + 1} offset $${next + 2}`;
    return `select ${COLUMNS} from charges where ${where} order by id desc ${bounds}`;
  }

  count() {
    const where = this.#clauses.join(' and ');
    const found = this.#alternatives.map((clause) => `select id from charges where ${where} and ${clause}`);
    const rows = found.length > 0 ? `(${found.join(' union ')}) as found` : `charges where ${where}`;
    const text = `select count(*) as total from ${rows}`;
    return [statement(`charges.count ${this.#names.join(' ')}`, text), this.#values] as const;
  }
}

const NUMBER = /^\d{1,18}$/;
const NUMBER_IS_SHOWN = `(billing_type = 'CREDIT_CARD' or payer_chooses)`;
const OF_TXID = 'select charge_id from provider_references where account_id = $1 and reference = ?';

/** The newest matches of each alternative, without duplicates. */
function unitedOver(alternatives: readonly string[], where: string, next: number): string {
  const newest = alternatives.map(
    (clause) => `(
      select ${COLUMNS} from charges where ${where} and ${clause}
      order by id desc limit $${next + 1}::bigint + $${next + 2}::bigint
    )`,
  );
  return `${newest.join(' union ')} order by id desc limit $${next + 1} offset $${next + 2}`;
}

type Missing = { column: 'status' | 'billing_type'; values: readonly string[] };

function missingOf(filter: ChargeFilter): Missing | null {
  const { status, billingType, externalReference, customerId, paymentLinkId, search } = filter;
  if (externalReference !== null || search !== null || customerId || paymentLinkId) return null;
  if (status && !billingType) return { column: 'billing_type', values: BILLING_TYPES };
  return billingType && !status ? { column: 'status', values: STATUSES } : null;
}

/**
 * One index covers status and method. If only one of them is given, the newest rows for each value of the other are
 * read, and the newest of those are the page.
 */
function mergedOver({ column, values }: Missing, where: string, next: number): string {
  const names = values.map((value) => `('${value}')`).join(', ');
  return `select newest.*
    from (values ${names}) as each_value (name)
    cross join lateral (
      select ${COLUMNS} from charges where ${where} and ${column} = each_value.name
      order by id desc limit $${next + 1}::bigint + $${next + 2}::bigint
    ) as newest
    order by id desc limit $${next + 1} offset $${next + 2}`;
}
