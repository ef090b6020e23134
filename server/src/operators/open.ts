import type { Actor } from '../audit/record.ts';
import type { OwnedCustomer } from '../catalog/erase-customer.ts';
import { attemptsOf, type CardAttempt } from '../charges/cards/attempts.ts';
import { summaryOf } from '../charges/customer-summary.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { chargeWithDetails, type DetailedCharge } from '../charges/details.ts';
import type { Dispute } from '../charges/disputes/dispute.ts';
import { listDisputes } from '../charges/disputes/store.ts';
import { explainCharge } from '../charges/explain.ts';
import { readCharges } from '../charges/list.ts';
import type { ListedCharge } from '../charges/list-conditions.ts';
import { readChargeFilter } from '../charges/list-request.ts';
import { idPageOf } from '../http/id-page.ts';
import { notFound } from '../kit/errors.ts';
import { type ListedDelivery, listDeliveries } from '../webhooks/deliveries.ts';
import { readChargeEvents } from '../webhooks/feed.ts';
import type { RecordedEvent } from '../webhooks/message.ts';
import type { Answer } from '../write/answer.ts';
import { done } from '../write/effects.ts';
import { accountOfCharge, findOwnedCustomer, namesOf } from './search.ts';

/** More of one charge are not shown. */
const MAX_LINES = 100;
const MAX_CHARGES = 50;

type Owner = { accountId: string; accountName: string };

export type OpenedCharge = Owner & {
  details: DetailedCharge;
  ledger: Awaited<ReturnType<typeof explainCharge>>;
  events: RecordedEvent[];
  deliveries: ListedDelivery[];
  disputes: Dispute[];
  attempts: CardAttempt[];
};

export type OpenedCustomer = Owner & {
  customer: OwnedCustomer;
  summary: Awaited<ReturnType<typeof summaryOf>>;
  charges: ListedCharge[];
};

/** Who opens it, and why if the person says so. */
export type Opening = { operator: Actor; id: string; reason: string | null };

/** A charge of any account, with all that happened to it. The line in the seller's log is committed with the answer. */
export async function openCharge(
  deps: ChargeDeps,
  opening: Opening,
  answer: Answer<OpenedCharge>,
): Promise<OpenedCharge> {
  const { id } = opening;
  const accountId = await accountOfCharge(deps.db, id);
  if (accountId === null) throw notFound('Charge');
  const page = idPageOf('opened', { limit: MAX_LINES });
  const ofCharge = { event: null, status: null, chargeId: id, webhookId: null };
  const details = await chargeWithDetails(deps, accountId, id);
  const [ledger, events, deliveries, disputes, attempts, names] = await Promise.all([
    explainCharge(deps, details.charge),
    readChargeEvents(deps.db, accountId, id, page),
    listDeliveries(deps, accountId, ofCharge, page),
    listDisputes(deps.db, { accountId, status: null, chargeId: id, ...page }),
    attemptsOf(deps.db, accountId, id, MAX_LINES),
    namesOf(deps.db, [accountId]),
  ]);
  const opened = {
    accountId,
    accountName: names.get(accountId) ?? '',
    details,
    ledger,
    events: events.rows.slice(0, MAX_LINES),
    deliveries: deliveries.rows.slice(0, MAX_LINES),
    disputes: disputes.rows.slice(0, MAX_LINES),
    attempts,
  };
  return onRecord(deps, opening, 'charge', opened, answer);
}

/** A customer of any account, with the newest charges. */
export async function openCustomer(
  deps: ChargeDeps,
  opening: Opening,
  answer: Answer<OpenedCustomer>,
): Promise<OpenedCustomer> {
  const customer = await findOwnedCustomer(deps, opening.id);
  if (!customer) throw notFound('Customer');
  const { accountId, id } = customer;
  const [summary, charges, names] = await Promise.all([
    summaryOf(deps.db, accountId, id),
    readCharges(
      deps,
      accountId,
      readChargeFilter({ customer_id: id }),
      idPageOf('opened', { limit: MAX_CHARGES }),
    ),
    namesOf(deps.db, [accountId]),
  ]);
  const opened = {
    accountId,
    accountName: names.get(accountId) ?? '',
    customer,
    summary,
    charges: charges.slice(0, MAX_CHARGES),
  };
  return onRecord(deps, opening, 'customer', opened, answer);
}

function onRecord<R extends Owner>(
  deps: ChargeDeps,
  { operator, id, reason }: Opening,
  kind: 'charge' | 'customer',
  opened: R,
  answer: Answer<R>,
): Promise<R> {
  const logged = {
    actor: operator,
    accountId: opened.accountId,
    action: `${kind}.opened`,
    target: { kind, id },
    details: reason === null ? {} : { reason },
  };
  return deps.writer.commit(
    { load: async () => opened, decide: (all) => done(all, { audit: [logged] }) },
    answer,
  );
}
