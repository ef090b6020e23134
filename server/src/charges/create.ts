import { hasValidCheckDigits } from '../brazil/documents.ts';
import { findCustomer, upsertCustomer } from '../catalog/customers.ts';
import { mergeSplits, refusedTotal } from '../catalog/merge-split.ts';
import { findSellableProduct, type SellableProduct, unitsLeft } from '../catalog/products.ts';
import { activeAccounts, refusedRecipients, type SplitItem } from '../catalog/split-rules.ts';
import { isConflict } from '../db/transaction.ts';
import type { AccountFacts } from '../http/account-facts.ts';
import { SECOND_MS } from '../kit/clock.ts';
import { assert, GatewayError, invalidField } from '../kit/errors.ts';
import { derivedIdAt, instantOfId, publicToken } from '../kit/ids.ts';
import { type Cents, cents } from '../kit/money.ts';
import { requireOffered } from '../providers/offered.ts';
import { isBank, isRemote } from '../providers/rails.ts';
import { type Answer, ClaimLost } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import type { Batch } from '../write/writer.ts';
import { isRegistering } from './boletos/at-bank.ts';
import { needsPayerAddress, registerAtOnce } from './boletos/register.ts';
import type { BillingType, BoletoTerms, Charge, ChargeCustomer } from './charge.ts';
import { INITIAL_CHARGE } from './columns.ts';
import type { ChargeDeps } from './deps.ts';
import { findCharge } from './find.ts';
import { holdsUnits, insertHolding, outOfStock } from './hold-stock.ts';
import { methods } from './methods/registry.ts';
import { withOurNumber } from './numbers.ts';
import { deleteIntentOf } from './pix/intents.ts';
import { type Purchase, sealPurchase } from './purchase.ts';
import { feeOf, MIN_INSTALLMENT_CENTS, totalFor } from './rules/fees.ts';
import { searchableCharge } from './searchable.ts';
import { insertCharge, insertCharges, insertLookups, type NewCharge, readCharge } from './store.ts';
import { eventData } from './transition.ts';

export type CreateCharge = {
  accountId: string;
  /** Chosen before the request runs, so that a retry of the same request makes the same charge. */
  id: string;
  billingType: BillingType;
  /** Until it is paid, the payer may change the method; default: of an UNDEFINED charge only. */
  payerChooses?: boolean;
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
  interestByPayer: boolean;
  /** Default: captured when it is paid. */
  capturesLater?: boolean;
  expiresInSeconds: number;
  boletoTerms: BoletoTerms | null;
  /** Of a charge through a link that asks for more than a value. */
  purchase?: Purchase | null;
};

/** Rules first, then the means of payment, then one statement that makes the charge and everything that goes with it. */
export async function createCharge(
  deps: ChargeDeps,
  request: CreateCharge,
  answer?: Answer<Charge>,
): Promise<Charge> {
  requireOffered(deps.rails, request.billingType, 'billing_type');
  const state = await loadCreation(deps, request);
  const draft = decideCharge(state, request, { now: deps.clock.now(), token: publicToken() });
  if (draft instanceof GatewayError) throw draft;
  draft.purchase = sealPurchase(deps.vault, draft.purchase);
  if (request.boletoTerms) draft.boleto = await withOurNumber(deps.db, request.boletoTerms);
  const asksOutside = deps.rails.pix.some(isRemote) || deps.rails.boleto.some(isBank);
  const earlier = asksOutside ? await findCharge(deps, request.accountId, request.id) : null;
  if (earlier) return answered(deps, earlier, answer);
  const { account } = state;
  const words = searchableCharge(deps, draft);
  const sealed = draft.customer && (await deps.payerSeal.keep(draft.customer));
  const [number, means, customerId] = await Promise.all([
    deps.chargeNumbers.next(),
    methods[draft.billingType](deps, { charge: draft, account }),
    draft.customerId ?? upsertPayer(deps, request, sealed),
  ]);
  const made = Object.assign(draft, means, { number, customerId });
  if (deps.db.isDistributed) await insertLookups(deps.db, made);
  const holding = holdsUnits(state.product) ? state.product.id : null;
  const wanted = { ...made, customer: sealed };
  const charge =
    holding || made.purchase?.coupon || isRegistering(made)
      ? await insertHolding(deps, wanted, words, holding, answer)
      : deps.db.isDistributed
        ? await insertAlone(deps, wanted, words, answer)
        : await insert(deps, made, { sealed, words }, answer);
  if (asksOutside) await deleteIntentOf(deps.db, charge);
  if (!isRegistering(charge)) return charge;
  // Another run of the same request made it, and asks the bank.
  return charge === wanted ? registered(deps, charge, answer) : answered(deps, charge, answer);
}

/** The charge is the intent: it is there, with a job that goes on if no answer of the bank comes now. */
async function registered(deps: ChargeDeps, charge: Charge, answer?: Answer<Charge>): Promise<Charge> {
  return answered(deps, await registerAtOnce(deps, charge), answer);
}

/** `sealed`: the customer as it is stored. The answer shows it as it was sent. */
async function insert(
  deps: ChargeDeps,
  charge: Charge,
  { sealed, words }: { sealed: ChargeCustomer | null; words: readonly string[] },
  answer?: Answer<Charge>,
): Promise<Charge> {
  const rendered = await answer?.render(charge, deps.db);
  const claim = answer?.claim ?? null;
  const kept = claim &&
    rendered && {
      ...claim,
      status: rendered.status,
      box: deps.answerSeal.seal(rendered.body, pictureOf(charge)),
    };
  charge.customer = sealed;
  const event = { id: deps.ids.next(), data: eventData(charge) };
  const isNew = await deps.writer
    .together(newCharges, deps, { charge, event, answer: kept ?? null, words })
    .catch((error: unknown) => {
      // Nothing else in the statement can conflict: the key belongs to another run by now.
      throw claim && isConflict(error) ? new ClaimLost() : error;
    });
  if (isNew) {
    if (claim) claim.isStored = true;
    return charge;
  }
  const first = await findCharge(deps, charge.accountId, charge.id);
  assert(first, 'a charge that could not be inserted exists');
  return answered(deps, first, answer);
}

/** On a distributed database a charge is a transaction on the node of its account. */
function insertAlone(
  deps: ChargeDeps,
  charge: Charge,
  words: readonly string[],
  answer?: Answer<Charge>,
): Promise<Charge> {
  const event = { id: deps.ids.next(), data: eventData(charge) };
  const made: NewCharge = { charge, event, answer: null, words };
  return deps.writer.commit(
    {
      load: (tx) => readCharge(tx, charge.accountId, charge.id),
      decide: (earlier): Decision<Charge> =>
        earlier
          ? done(earlier)
          : done(charge, { rows: [rowWrite(insertCharge, made)], deliveriesOf: [charge.accountId] }),
    },
    answer,
  );
}

/** Made with the charge, a moment ago: what is stored of the answer need not make it again to compare it. */
function pictureOf({ pixCopyPaste: text, pixQrPng: png }: Charge) {
  return text !== null && png !== null ? { text, png } : undefined;
}

async function answered(deps: ChargeDeps, charge: Charge, answer?: Answer<Charge>): Promise<Charge> {
  if (answer) await deps.writer.answer(answer, charge);
  return charge;
}

const MAX_CHARGES_PER_BATCH = 64;

/**
 * Charges that arrive together are inserted together, of all sellers: an insert waits for no other row. False: a charge
 * with this id exists already.
 */
const newCharges: Batch<NewCharge, boolean, ChargeDeps> = {
  name: 'charges',
  maxItems: MAX_CHARGES_PER_BATCH,
  accountOf: ({ charge }) => charge.accountId,
  run: async (deps, items) => {
    // A request sent twice at once comes twice in one batch: the first of them makes the charge.
    const makers = new Map([...items].reverse().map((item) => [item.charge.id, item]));
    const rows = await insertCharges(deps.db, [...makers.values()]);
    const made = new Set(rows.map((row) => row.id));
    const accounts = new Set(items.map(({ charge }) => charge.accountId));
    const hasDeliveries = rows.some((row) => row.has_deliveries);
    deps.writer.committed({ accounts, hasDeliveries, hasJobs: false });
    return items.map((item) => makers.get(item.charge.id) === item && made.has(item.charge.id));
  },
};

export type CreationProduct = Pick<SellableProduct, 'id' | 'stock' | 'holdStock' | 'held' | 'split'>;

/** What the rules for a new charge must know. */
export type CreationState = {
  account: AccountFacts;
  /** Null: the request names none. */
  product: CreationProduct | 'unknown' | null;
  customer: ({ id: string } & ChargeCustomer) | 'unknown' | null;
  /** Of the recipients of the split: which are active accounts. */
  activeRecipients: ReadonlySet<string>;
  /** The bank registers no boleto without the payer's address. */
  boletoNeedsAddress: boolean;
};

async function loadCreation(deps: ChargeDeps, request: CreateCharge): Promise<CreationState> {
  const { accountId, productId, customerId } = request;
  const [account, product, customer] = await Promise.all([
    deps.accountFacts(accountId),
    productId ? findSellableProduct(deps.db, accountId, productId) : null,
    customerId ? findCustomer(deps, deps.db, accountId, customerId) : null,
  ]);
  const recipients = [...(product?.split ?? []), ...request.split].map((item) => item.recipientId);
  return {
    account,
    product: productId && !product ? 'unknown' : product,
    customer: customerId && !customer ? 'unknown' : customer,
    activeRecipients: await activeAccounts(deps.db, recipients),
    boletoNeedsAddress: needsPayerAddress(deps.rails, account),
  };
}

/** The rules for a new charge, and the charge that follows from them, before it has means of payment. */
export function decideCharge(
  { account, product, customer, activeRecipients, boletoNeedsAddress }: CreationState,
  request: CreateCharge,
  { now, token }: { now: Date; token: string },
): Charge | GatewayError {
  const split = mergeSplits(isKnown(product) ? product.split : [], request.split);
  const refusal =
    refusedInstallments(request, account) ??
    refusedProduct(product, request.purchase?.quantity ?? 1) ??
    refusedRecipients(request.accountId, split, activeRecipients) ??
    refusedTotal(request.valueCents, split) ??
    refusedCustomer(customer, request.billingType) ??
    (boletoNeedsAddress ? refusedAddress(customer, request) : null);
  if (refusal) return refusal;
  return draftCharge(request, account, { split, customer: isKnown(customer) ? customer : null }, now, token);
}

function isKnown<T extends object>(found: T | 'unknown' | null): found is T {
  return found !== null && found !== 'unknown';
}

function refusedInstallments(
  { installments, maxInstallments, interestByPayer, valueCents }: CreateCharge,
  { feeBasisPoints, feeFixedCents }: AccountFacts,
): GatewayError | null {
  if (installments === null) return null;
  if (totalFor({ valueCents, feeBasisPoints, feeFixedCents, interestByPayer }, installments) === null)
    return invalidField('installments', 'has no total at which the payer covers the fee');
  if (installments > maxInstallments) return invalidField('installments', 'must not exceed max_installments');
  if (installments > 1 && valueCents / BigInt(installments) < MIN_INSTALLMENT_CENTS)
    return invalidField('installments', 'each installment must be at least 5.00');
  return null;
}

function refusedProduct(product: CreationState['product'], quantity: number): GatewayError | null {
  if (product === 'unknown') return invalidField('product_id', 'is not an active product of this account');
  const left = product && unitsLeft(product);
  return product && left !== null && left < quantity ? outOfStock(product, quantity) : null;
}

function refusedCustomer(customer: CreationState['customer'], billingType: BillingType): GatewayError | null {
  if (customer === 'unknown') return invalidField('customer_id', 'is not a customer of this account');
  return customer && billingType === 'BOLETO' && !hasValidCheckDigits(customer.cpf_cnpj ?? '')
    ? invalidField('customer_id', 'needs a customer with a valid cpf_cnpj for a boleto')
    : null;
}

function refusedAddress(
  customer: CreationState['customer'],
  { billingType, customer: given }: CreateCharge,
): GatewayError | null {
  if (billingType !== 'BOLETO' || (isKnown(customer) ? customer : given)?.address) return null;
  return isKnown(customer)
    ? invalidField('customer_id', 'needs a customer with an address for a boleto')
    : invalidField('customer.address', 'is required for a boleto');
}

/** An embedded customer is stored and linked. */
function upsertPayer(
  deps: ChargeDeps,
  { accountId, id, customer }: CreateCharge,
  sealed: ChargeCustomer | null,
): Promise<string> | null {
  if (!customer || !sealed) return null;
  return upsertCustomer(deps, accountId, derivedIdAt(id, 'customer'), customer, deps.clock.now(), sealed);
}

type Linked = {
  split: SplitItem[];
  customer: ({ id: string } & ChargeCustomer) | null;
};

/** What a new charge has from the start, beside what the list of columns says. */
type Drafted = Omit<Charge, keyof typeof INITIAL_CHARGE> &
  Pick<CreateCharge, Exclude<keyof Charge & keyof CreateCharge, 'capturesLater'> | 'customer'> &
  Pick<Charge, 'pixExpiresAt' | 'capturesLater'>;

function draftCharge(
  request: CreateCharge,
  account: AccountFacts,
  { split, customer }: Linked,
  now: Date,
  token: string,
): Charge {
  const pricedAs = request.interestByPayer ? 1 : (request.installments ?? 1);
  const platformFeeCents = feeOf(account, request.valueCents, pricedAs).totalCents;
  const drafted: Drafted = {
    accountId: request.accountId,
    id: request.id,
    number: 0n,
    billingType: request.billingType,
    payerChooses: request.payerChooses ?? request.billingType === 'UNDEFINED',
    valueCents: request.valueCents,
    feeBasisPoints: account.feeBasisPoints,
    feeFixedCents: account.feeFixedCents,
    reserveBasisPoints: account.reserveBasisPoints,
    reserveDays: account.reserveDays,
    platformFeeCents,
    netValueCents: cents(request.valueCents - platformFeeCents),
    installments: request.installments,
    maxInstallments: request.maxInstallments,
    interestByPayer: request.interestByPayer,
    capturesLater: request.capturesLater ?? false,
    description: request.description,
    externalReference: request.externalReference,
    postbackUrl: request.postbackUrl,
    successUrl: request.successUrl,
    metadata: request.metadata,
    customerId: request.customerId,
    customer: customer ? contactOf(customer) : request.customer,
    productId: request.productId,
    paymentLinkId: request.paymentLinkId,
    split,
    purchase: request.purchase ?? null,
    token,
    pixExpiresAt: new Date(now.getTime() + request.expiresInSeconds * SECOND_MS),
    // The id's own instant: lists filter by it, so the two must not differ.
    createdAt: instantOfId(request.id),
  };
  return Object.assign({ ...INITIAL_CHARGE }, drafted);
}

function contactOf({ name, email, cpf_cnpj, phone, address }: ChargeCustomer): ChargeCustomer {
  return { name, email, cpf_cnpj, phone, ...(address ? { address } : {}) };
}
