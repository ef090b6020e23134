import { type Static, Type } from 'typebox';
import { namedEnum, readCreated } from '../http/fields.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { BILLING_TYPES, STATUSES, type Status } from './charge.ts';
import type { ChargeFilter } from './list-conditions.ts';

const SEARCHED = [
  "Beginnings of words of the payer's name, the description or the external_reference, of the payer's e-mail or",
  "document, in any order; or exactly a charge's id, PIX txid or charge_id",
].join(' ');

/** The filters of the list, without its pages. */
export const chargeFilterQuery = {
  status: Type.Optional(namedEnum('ChargeStatus', STATUSES)),
  statuses: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Several statuses, separated by commas; not together with status',
    }),
  ),
  billing_type: Type.Optional(namedEnum('BillingType', BILLING_TYPES)),
  external_reference: Type.Optional(Type.String({ maxLength: 255 })),
  customer_id: Type.Optional(Type.String({ maxLength: 36 })),
  payment_link_id: Type.Optional(Type.String({ maxLength: 36 })),
  search: Type.Optional(Type.String({ maxLength: 255, pattern: '\\S', description: SEARCHED })),
  created_from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, inclusive' })),
  created_to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, exclusive' })),
};

const filterQuery = Type.Object(chargeFilterQuery);

export function readChargeFilter(query: Static<typeof filterQuery>): ChargeFilter {
  for (const name of ['customer_id', 'payment_link_id'] as const) {
    if (query[name] && !isId(query[name])) throw invalidField(name, 'is not an id');
  }
  const created = readCreated(query);
  return {
    statuses: readStatuses(query),
    billingType: query.billing_type ?? null,
    externalReference: query.external_reference ?? null,
    customerId: query.customer_id || null,
    paymentLinkId: query.payment_link_id || null,
    search: query.search?.trim() ?? null,
    createdFrom: created.from,
    createdTo: created.to,
  };
}

function readStatuses({
  status,
  statuses,
}: Pick<Static<typeof filterQuery>, 'status' | 'statuses'>): Status[] {
  if (statuses === undefined) return status ? [status] : [];
  if (status) throw invalidField('statuses', 'does not go together with status');
  const given = new Set(statuses.split(',').map((each) => each.trim()));
  const known = STATUSES.filter((each) => given.delete(each));
  if (given.size > 0)
    throw invalidField('statuses', `must be of ${STATUSES.join(', ')}, separated by commas`);
  return known;
}
