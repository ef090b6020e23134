import { hasValidCheckDigits } from '../brazil/documents.ts';
import { findCustomer, rememberCustomer } from '../catalog/customers.ts';
import { mergeSplits, requireBelowValue } from '../catalog/merge-split.ts';
import { findSellableProduct } from '../catalog/products.ts';
import { requireGoodRecipients, type SplitItem } from '../catalog/split-rules.ts';
import type { Db } from '../db/pool.ts';
import type { AccountFacts } from '../http/account-facts.ts';
import type { Deps } from '../http/deps.ts';
import { createBatcher } from '../kit/batcher.ts';
import { SECOND_MS } from '../kit/clock.ts';
import { assert, fail, invalidField } from '../kit/errors.ts';
import { derivedIdAt, instantOfId, publicToken } from '../kit/ids.ts';
import { type Cents, cents, ZERO } from '../kit/money.ts';
import { oncePer } from '../kit/once-per.ts';
import { requireOffered } from '../providers/offered.ts';
import { isRemote } from '../providers/rails.ts';
import type { BillingType, BoletoTerms, Charge, ChargeCustomer } from './charge.ts';
import { findCharge } from './find.ts';
import { methods } from './methods/registry.ts';
import { forgetIntentOf } from './pix/intents.ts';
import { feeOf, MIN_INSTALLMENT_CENTS } from './rules/fees.ts';
import { insertCharges, type NewCharge } from './store.ts';
import { eventData } from './transition.ts';

export type CreateCharge = {
  accountId: string;
  /** Chosen before the request runs, so that a retry of the same request makes the same charge. */
  id: string;
  billingType: BillingType;
  valueCents: Cents;
  description: string | null;
  externalReference: string | null;
  postbackUrl: string | null;
  successUrl: string | null;
  metadata: Record<string, string> | null;
  customer: ChargeCustomer | null;
  customerId: string | null;
  productId: string | null;
  paymentLinkId: string | null;
  split: SplitItem[];
  installments: number | null;
  maxInstallments: number;
  expiresInSeconds: number;
  boletoTerms: BoletoTerms | null;
};

/** Rules first, then the means of payment, then one statement that makes the charge and everything that goes with it. */
export async function createCharge(deps: Deps, request: CreateCharge): Promise<Charge> {
  requireOffered(deps.rails, request.billingType, 'billing_type');
  requireInstallments(request);
  const split = await wholeSplit(deps, request);
  const [account, customer] = await Promise.all([
    deps.accountFacts(request.accountId),
    linkedCustomer(deps, request),
  ]);
  const draft = draftCharge(deps, request, account, split, customer);
  if (request.boletoTerms) draft.boleto = await withOurNumber(deps.db, request.boletoTerms);
  const asksOutside = deps.rails.pix.some(isRemote);
  const earlier = asksOutside ? await findCharge(deps.db, request.accountId, request.id) : null;
  if (earlier) return earlier;
  const charge = Object.assign(draft, await methods[draft.billingType](deps, { charge: draft, account }));
  const made = await insert(deps, charge);
  if (asksOutside) await forgetIntentOf(deps.db, made);
  return made;
}

async function insert(deps: Deps, charge: Charge): Promise<Charge> {
  deps.rollups.touch(charge.accountId);
  const number = await inserterFor(deps.db)({
    charge,
    eventId: deps.ids.next(),
    eventData: eventData(charge),
  });
  if (number !== null) return Object.assign(charge, { number });
  const first = await findCharge(deps.db, charge.accountId, charge.id);
  assert(first, 'a charge that could not be inserted exists');
  return first;
}

const MAX_CHARGES_PER_BATCH = 64;

/**
 * Charges that arrive together are inserted together, whoever their sellers are: an insert waits for nobody's row. Null:
 * a charge with this id exists already.
 */
const inserterFor = oncePer((db: Db) =>
  createBatcher<NewCharge, bigint | null>({
    maxItems: MAX_CHARGES_PER_BATCH,
    keyOf: () => 'charges',
    run: async (items) => {
      // A request sent twice at once comes twice in one batch: the first of them makes the charge.
      const makers = new Map([...items].reverse().map((item) => [item.charge.id, item]));
      const numbers = await insertCharges(db, [...makers.values()]);
      return items.map((item) =>
        makers.get(item.charge.id) === item ? (numbers.get(item.charge.id) ?? null) : null,
      );
    },
  }),
);

function requireInstallments({ installments, maxInstallments, valueCents }: CreateCharge): void {
  if (installments !== null && installments > maxInstallments) {
    throw invalidField('installments', 'must not exceed max_installments');
  }
  if (
    installments !== null &&
    installments > 1 &&
    valueCents / BigInt(installments) < MIN_INSTALLMENT_CENTS
  ) {
    throw invalidField('installments', 'each installment must be at least 5.00');
  }
}

/** The product's fixed splits and the request's, merged and then checked as one list. */
async function wholeSplit(deps: Deps, request: CreateCharge): Promise<SplitItem[]> {
  const product = request.productId
    ? await findSellableProduct(deps.db, request.accountId, request.productId)
    : null;
  if (request.productId && !product)
    throw invalidField('product_id', 'is not an active product of this account');
  if (product && product.stock === 0n) fail('OUT_OF_STOCK', undefined, { product_id: 'is out of stock' });
  const split = mergeSplits(product?.split ?? [], request.split);
  if (split.length === 0) return split;
  await requireGoodRecipients(deps.db, request.accountId, split);
  requireBelowValue(request.valueCents, split);
  return split;
}

type LinkedCustomer = { customerId: string | null; customer: ChargeCustomer | null };

async function linkedCustomer(deps: Deps, request: CreateCharge): Promise<LinkedCustomer> {
  if (request.customerId) {
    const known = await findCustomer(deps.db, request.accountId, request.customerId);
    if (!known) throw invalidField('customer_id', 'is not a customer of this account');
    if (request.billingType === 'BOLETO' && !hasValidCheckDigits(known.cpf_cnpj ?? '')) {
      throw invalidField('customer_id', 'needs a customer with a valid cpf_cnpj for a boleto');
    }
    const { name, email, cpf_cnpj, phone } = known;
    return { customerId: known.id, customer: { name, email, cpf_cnpj, phone } };
  }
  if (!request.customer) return { customerId: null, customer: null };
  const { name, email, cpf_cnpj: cpfCnpj, phone } = request.customer;
  const customerId = await rememberCustomer(
    deps.db,
    request.accountId,
    derivedIdAt(request.id, 'customer'),
    { name, email, cpfCnpj, phone },
    deps.clock.now(),
  );
  return { customerId, customer: request.customer };
}

/** Written out field by field: spreading five objects into one of forty fields costs more than the rules above. */
function draftCharge(
  deps: Deps,
  request: CreateCharge,
  account: AccountFacts,
  split: SplitItem[],
  linked: LinkedCustomer,
): Charge {
  const now = deps.clock.now();
  const platformFeeCents = feeOf(account, request.valueCents, request.installments ?? 1).totalCents;
  return {
    accountId: request.accountId,
    id: request.id,
    number: 0n,
    billingType: request.billingType,
    payerChooses: request.billingType === 'UNDEFINED',
    status: 'PENDING',
    valueCents: request.valueCents,
    feeBasisPoints: account.feeBasisPoints,
    feeFixedCents: account.feeFixedCents,
    reserveBasisPoints: account.reserveBasisPoints,
    reserveDays: account.reserveDays,
    platformFeeCents,
    netValueCents: cents(request.valueCents - platformFeeCents),
    reserveCents: ZERO,
    reserveHeldCents: ZERO,
    paidCents: null,
    refundedCents: ZERO,
    disputedCents: ZERO,
    refundingCents: ZERO,
    returnedCount: 0,
    installments: request.installments,
    maxInstallments: request.maxInstallments,
    description: request.description,
    externalReference: request.externalReference,
    postbackUrl: request.postbackUrl,
    successUrl: request.successUrl,
    metadata: request.metadata,
    customerId: linked.customerId,
    customer: linked.customer,
    productId: request.productId,
    paymentLinkId: request.paymentLinkId,
    split,
    token: publicToken(),
    pixProvider: null,
    pixTxid: null,
    pixCopyPaste: null,
    pixExpiresAt: new Date(now.getTime() + request.expiresInSeconds * SECOND_MS),
    pixQrPng: null,
    boleto: null,
    card: null,
    paymentProvider: null,
    paymentReference: null,
    paidAt: null,
    dueAt: null,
    eventSequence: 1,
    // The id's own instant: lists filter by it, so the two must not differ.
    createdAt: instantOfId(request.id),
  };
}

export async function withOurNumber(db: Db, terms: BoletoTerms) {
  const [row] = await db.query<{ number: bigint }>(`select nextval('boleto_number_seq') as number`);
  assert(row, 'a sequence gives a number');
  return { ...terms, barcode: '', digitableLine: '', ourNumber: row.number.toString().padStart(8, '0') };
}
