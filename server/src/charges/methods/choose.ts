import { requireSelling } from '../../accounts/facts.ts';
import { addDays, civilDateOf } from '../../brazil/calendar.ts';
import { hasValidCheckDigits } from '../../brazil/documents.ts';
import { rememberCustomer } from '../../catalog/customers.ts';
import { type Tx, transaction } from '../../db/transaction.ts';
import type { Deps } from '../../http/deps.ts';
import { assert, fail } from '../../kit/errors.ts';
import { derivedIdAt } from '../../kit/ids.ts';
import { cents } from '../../kit/money.ts';
import { requireOffered } from '../../providers/offered.ts';
import { remotePixNamed } from '../../providers/rails.ts';
import { hasOpenAttempt } from '../cards/attempts.ts';
import type { BillingType, Boleto, Charge, ChargeCustomer } from '../charge.ts';
import { withOurNumber } from '../create.ts';
import { forgetIntentOf } from '../pix/intents.ts';
import { enqueueRemoval } from '../pix/removal.ts';
import { defaultBoletoTerms } from '../rules/boleto-terms.ts';
import { feeOf, installmentsOf } from '../rules/fees.ts';
import { lockCharge, rememberReferences } from '../store.ts';
import { change } from '../transition.ts';
import type { Means } from './method.ts';
import { methods } from './registry.ts';

export type Choice = { method: Exclude<BillingType, 'UNDEFINED'>; payer: ChargeCustomer | null };

/** The payer of an UNDEFINED charge picks a method, or another one, as long as nothing is paid. */
export async function chooseMethod(deps: Deps, charge: Charge, { method, payer }: Choice): Promise<Charge> {
  if (!mayChoose(charge)) fail('CHARGE_NOT_PAYABLE');
  await requireSelling(deps, charge.accountId);
  if (charge.billingType === method && charge.status === 'PENDING') return charge;
  requireOffered(deps.rails, method, 'method');
  assert(method !== 'BOLETO' || payer || hasBoletoPayer(charge), 'whoever pays a boleto was asked for');
  const account = await deps.accountFacts(charge.accountId);
  const customer = completed(charge.customer, payer);
  const customerId = charge.customerId ?? (await rememberPayer(deps, charge, payer));
  const draft = {
    ...charge,
    customer,
    customerId,
    billingType: method,
    ...(await freshNames(deps, charge, method)),
  };
  const platformFeeCents = feeOf(draft, draft.valueCents, installmentsOf(draft)).totalCents;
  const means = keptCode(deps, charge, method) ?? (await methods[method](deps, { charge: draft, account }));
  const { pixTxid, pixExpiresAt, boleto } = draft;
  const set = {
    billingType: method,
    customer,
    customerId,
    pixTxid,
    pixExpiresAt,
    boleto,
    platformFeeCents,
    netValueCents: cents(draft.valueCents - platformFeeCents),
    dueAt: null,
    ...means,
  };
  const at = deps.clock.now();
  const chosen = await transaction(deps.db, async (tx) => {
    const locked = await lockCharge(tx, charge.accountId, charge.id);
    if (!locked || !mayChoose(locked) || (await hasOpenAttempt(tx, locked))) fail('CHARGE_NOT_PAYABLE');
    const event = locked.status === 'REFUSED' ? 'charge.pending' : 'charge.method_chosen';
    const [after] = await change(tx, deps, [{ charge: locked, to: 'PENDING', event, set }], at);
    assert(after, 'a change gives back its charge');
    const references = [after.pixTxid, after.boleto?.ourNumber].filter(
      (reference) => typeof reference === 'string',
    );
    await rememberReferences(tx, after, references);
    await removeLeftCode(tx, deps, locked, after);
    return after;
  });
  if (remotePixNamed(deps.rails, chosen.pixProvider)) await forgetIntentOf(deps.db, chosen);
  return chosen;
}

/**
 * A code that a provider issued for this very charge, and that is still good, is not asked for a second time. That of a
 * boleto, too: so a charge that has a boleto never has another kind of code than the boleto's.
 */
function keptCode(deps: Deps, charge: Charge, method: BillingType): Means | null {
  const { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng } = charge;
  if (method !== 'PIX' || !pixCopyPaste || !remotePixNamed(deps.rails, pixProvider)) return null;
  if (!pixExpiresAt || pixExpiresAt <= deps.clock.now()) return null;
  return { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng, dueAt: pixExpiresAt };
}

/** The code that the payer turned away from must not be paid beside the new one. */
async function removeLeftCode(tx: Tx, deps: Deps, before: Charge, after: Charge): Promise<void> {
  if (before.pixTxid !== null && before.pixTxid !== after.pixTxid) {
    await enqueueRemoval(tx, deps, [before]);
  }
}

/** After a refused card the payer may turn to another method, too. */
export function mayChoose(charge: Charge): boolean {
  return charge.payerChooses && (charge.status === 'PENDING' || charge.status === 'REFUSED');
}

/** What the seller knew of the payer stands; the document, which a boleto needs, is added where it was missing. */
function completed(known: ChargeCustomer | null, payer: ChargeCustomer | null): ChargeCustomer | null {
  return known ? { ...known, cpf_cnpj: payer?.cpf_cnpj ?? known.cpf_cnpj } : payer;
}

/** A boleto needs to know who pays it, by a document that can be one. */
export function hasBoletoPayer({ customer }: Charge): boolean {
  return hasValidCheckDigits(customer?.cpf_cnpj ?? '');
}

async function rememberPayer(
  deps: Deps,
  charge: Charge,
  payer: ChargeCustomer | null,
): Promise<string | null> {
  if (!payer) return null;
  const { name, email, cpf_cnpj: cpfCnpj, phone } = payer;
  const id = derivedIdAt(charge.id, 'customer');
  return rememberCustomer(deps.db, charge.accountId, id, { name, email, cpfCnpj, phone }, deps.clock.now());
}

type Names = { pixTxid: string | null; pixExpiresAt: Date | null; boleto: Boleto | null };

/** A PIX code lives as long as the charge's creation asked, counted from the choice. */
async function freshNames(deps: Deps, charge: Charge, method: BillingType): Promise<Names> {
  const { pixTxid, pixExpiresAt, boleto } = charge;
  if (method === 'CREDIT_CARD') return { pixTxid, pixExpiresAt, boleto };
  if (method === 'PIX') return { pixTxid, pixExpiresAt: expiryOf(deps, charge), boleto };
  return { pixTxid, pixExpiresAt, boleto: boleto ?? (await newBoleto(deps, charge)) };
}

/** Turning away from a code and back to it makes its life no longer. */
function expiryOf(deps: Deps, { pixCopyPaste, pixExpiresAt, boleto, createdAt }: Charge): Date {
  const now = deps.clock.now();
  if (pixCopyPaste && pixExpiresAt && pixExpiresAt > now && !boleto) return pixExpiresAt;
  return new Date(now.getTime() + (boleto?.pixLifeMs ?? Number(pixExpiresAt) - Number(createdAt)));
}

/** Its code lives as long as the boleto: how long one by PIX alone was to live is kept beside it. */
async function newBoleto(deps: Deps, { pixExpiresAt, createdAt }: Charge): Promise<Boleto> {
  const terms = defaultBoletoTerms(addDays(civilDateOf(deps.clock.now()), 3));
  const numbered = await withOurNumber(deps.db, terms);
  return { ...numbered, pixLifeMs: Number(pixExpiresAt) - Number(createdAt) };
}
