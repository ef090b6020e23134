import { type Db, statement } from '../db/pool.ts';
import type { Page } from '../http/lists.ts';
import { firstIdOf } from '../kit/ids.ts';
import { BILLING_TYPES, type BillingType, type Charge, STATUSES, type Status } from './charge.ts';
import { chargeCounter, countCharges } from './counts.ts';

export type ChargeFilter = {
  status: Status | null;
  billingType: BillingType | null;
  externalReference: string | null;
  customerId: string | null;
  createdFrom: Date | null;
  createdTo: Date | null;
};

export type ListedCharge = Pick<
  Charge,
  | 'id'
  | 'billingType'
  | 'status'
  | 'valueCents'
  | 'netValueCents'
  | 'description'
  | 'externalReference'
  | 'customerId'
  | 'paidAt'
  | 'createdAt'
>;

const COLUMNS = `id, billing_type as "billingType", status, value_cents as "valueCents",
  net_value_cents as "netValueCents", description, external_reference as "externalReference",
  customer_id as "customerId", paid_at as "paidAt", created_at as "createdAt"`;

/** One account's charges, newest first: ids sort by creation, so the id is the order and the cursor. */
export async function listCharges(
  db: Db,
  accountId: string,
  filter: ChargeFilter,
  page: Page,
): Promise<{ rows: ListedCharge[]; total: bigint }> {
  chargeCounter(db).touch(accountId);
  const query = new Conditions(accountId, filter);
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

  constructor(accountId: string, filter: ChargeFilter) {
    this.#values = [accountId];
    this.#missing = missingOf(filter);
    if (filter.status) this.#add('status', 'status = ?', filter.status);
    if (filter.billingType) this.#add('type', 'billing_type = ?', filter.billingType);
    const counted = this.#names.length;
    if (filter.externalReference !== null)
      this.#add('reference', 'external_reference = ?', filter.externalReference);
    if (filter.customerId) this.#add('customer', 'customer_id = ?', filter.customerId);
    if (filter.createdFrom) this.#add('from', 'id >= ?', firstIdOf(filter.createdFrom));
    if (filter.createdTo) this.#add('to', 'id < ?', firstIdOf(filter.createdTo));
    this.isCounted = this.#names.length === counted;
  }

  #add(name: string, clause: string, value: unknown): void {
    this.#values.push(value);
    this.#names.push(name);
    this.#clauses.push(clause.replace('?', `$${this.#values.length}`));
  }

  page({ after, limit, offset }: Page) {
    if (after) this.#add('after', 'id < ?', after);
    const next = this.#values.length;
    const name = `charges.list ${this.#names.join(' ')}`;
    const bounds = `limit $${next + 1} offset $${next + 2}`;
    const where = this.#clauses.join(' and ');
    const text = this.#missing
      ? mergedOver(this.#missing, where, next)
      : `select ${COLUMNS} from charges where ${where} order by id desc ${bounds}`;
    return [statement(name, text), [...this.#values, limit + 1, offset]] as const;
  }

  count() {
    const text = `select count(*) as total from charges where ${this.#clauses.join(' and ')}`;
    return [statement(`charges.count ${this.#names.join(' ')}`, text), this.#values] as const;
  }
}

type Missing = { column: 'status' | 'billing_type'; values: readonly string[] };

function missingOf({ status, billingType, externalReference, customerId }: ChargeFilter): Missing | null {
  if (externalReference !== null || customerId) return null;
  if (status && !billingType) return { column: 'billing_type', values: BILLING_TYPES };
  return billingType && !status ? { column: 'status', values: STATUSES } : null;
}

/**
 * One index serves status and method together. With only one of them given, each value of the other gives its newest,
 * and the newest of those are the page.
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
