import { Type } from 'typebox';
import { findCustomer } from '../catalog/customers.ts';
import { type Db, statement } from '../db/pool.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { instantShape, namedObject, nullable } from '../http/fields.ts';
import { idParams } from '../http/lists.ts';
import { accountOf } from '../http/principal.ts';
import { notFound } from '../kit/errors.ts';
import { type Cents, reaisFromCents } from '../kit/money.ts';
import type { ChargeDeps } from './deps.ts';

/** Of one customer: more charges than these are not added up. */
const MAX_ADDED = 10_000;

export const summaryShape = namedObject('CustomerSummary', {
  object: Type.Literal('customer_summary'),
  customer_id: Type.String(),
  charges_count: Type.Integer(),
  paid: Type.Number({ description: 'What was paid, refunds included' }),
  open: Type.Number({ description: 'Value of charges that are PENDING or OVERDUE' }),
  overdue: Type.Number({ description: 'The part of open that is OVERDUE' }),
  refunded: Type.Number(),
  last_paid_at: nullable(instantShape),
  is_minimum: Type.Boolean({ description: `Only the newest ${MAX_ADDED} charges were added up` }),
});

type Sums = {
  count: bigint;
  paid: Cents;
  open: Cents;
  overdue: Cents;
  refunded: Cents;
  lastPaidAt: Date | null;
};

// The index of a customer's charges gives the newest of them.
const sums = statement(
  'charges.sums_of_customer',
  `select count(*) as count,
     coalesce(sum(paid_cents), 0)::bigint as paid,
     coalesce(sum(value_cents) filter (where status in ('PENDING', 'OVERDUE')), 0)::bigint as open,
     coalesce(sum(value_cents) filter (where status = 'OVERDUE'), 0)::bigint as overdue,
     coalesce(sum(refunded_cents), 0)::bigint as refunded,
     max(paid_at) as "lastPaidAt"
   from (
     select value_cents, paid_cents, refunded_cents, status, paid_at
     from charges
     where account_id = $1
       and customer_id = $2
     order by id desc
     limit ${MAX_ADDED}
   ) as newest`,
);

export async function summaryOf(db: Db, accountId: string, customerId: string) {
  const [row] = await db.query<Sums>(sums, [accountId, customerId]);
  if (!row) throw new Error('sums are one row');
  return {
    object: 'customer_summary' as const,
    customer_id: customerId,
    charges_count: Number(row.count),
    paid: reaisFromCents(row.paid),
    open: reaisFromCents(row.open),
    overdue: reaisFromCents(row.overdue),
    refunded: reaisFromCents(row.refunded),
    last_paid_at: row.lastPaidAt?.toISOString() ?? null,
    is_minimum: row.count === BigInt(MAX_ADDED),
  };
}

export function customerSummaryRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/customers/:id/summary', {
    config: { access: 'key' },
    schema: {
      tags: ['Customers'],
      summary: 'How much a customer has paid, owes and got back',
      params: idParams,
      response: { 200: summaryShape, ...errorAnswers },
    },
    handler: async (request) => {
      const accountId = accountOf(request);
      const customer = await findCustomer(deps, deps.db, accountId, request.params.id);
      if (!customer) throw notFound('Customer');
      return deps.reads.read(deps, accountId, ({ db }) => summaryOf(db, accountId, customer.id));
    },
  });
}
