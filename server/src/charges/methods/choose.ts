import { requireSelling } from '../../accounts/facts.ts';
import { addDays, civilDateOf } from '../../brazil/calendar.ts';
import { hasValidCheckDigits } from '../../brazil/documents.ts';
import { upsertCustomer } from '../../catalog/customers.ts';
import { saveWords } from '../../catalog/search-words.ts';
import type { AccountFacts } from '../../http/account-facts.ts';
import { assert, fail, GatewayError, invalidField } from '../../kit/errors.ts';
import { derivedIdAt } from '../../kit/ids.ts';
import { openContact } from '../../kit/sealed-text.ts';
import { requireOffered } from '../../providers/offered.ts';
import { type Rails, remotePixNamed } from '../../providers/rails.ts';
import { type Decision, done, rowWrite, together } from '../../write/effects.ts';
import { bankOf, referencesOf } from '../boletos/at-bank.ts';
import { needsPayerAddress, registerAtOnce, registrationJobs } from '../boletos/register.ts';
import { hasOpenAttempt } from '../cards/attempts.ts';
import type { Boleto, Charge, ChargeCustomer } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { withOurNumber } from '../numbers.ts';
import { deleteIntentOf } from '../pix/intents.ts';
import { removalJobs } from '../pix/removal.ts';
import { defaultBoletoTerms, overdueAt } from '../rules/boleto-terms.ts';
import { priceOf } from '../rules/fees.ts';
import { searchableCharge } from '../searchable.ts';
import { insertReference, lockCharge } from '../store.ts';
import { type GivenBack, lockGivenBack, refusedReturn, takenAgain } from '../taken-again.ts';
import { type Context, changed } from '../transition.ts';
import type { Means } from './method.ts';
import { methods } from './registry.ts';

/** A card needs no choice beforehand: its first attempt makes it the method. */
export type Choice = { method: 'PIX' | 'BOLETO'; payer: ChargeCustomer | null };

/** A payer who may choose the method does so, or changes it, until the charge is paid. */
export async function chooseMethod(
  deps: ChargeDeps,
  charge: Charge,
  { method, payer }: Choice,
): Promise<Charge> {
  if (!mayChoose(charge)) fail('CHARGE_NOT_PAYABLE');
  await requireSelling(deps, charge.accountId);
  if (charge.billingType === method && charge.status === 'PENDING') return charge;
  requireOffered(deps.rails, method, 'method');
  if (method === 'BOLETO' && wasRefused(charge)) fail('CHARGE_NOT_PAYABLE', 'The bank refused this boleto');
  const known = charge.customer && openContact(deps.vault, charge.customer);
  const customer = completed(known, payer);
  assert(method !== 'BOLETO' || payer || hasBoletoPayer({ customer }), 'the payer of a boleto is known');
  const account = await deps.accountFacts(charge.accountId);
  if (method === 'BOLETO' && lacksAddress(deps.rails, account, customer))
    throw invalidField('customer.address', 'is required for a boleto');
  const customerId = charge.customerId ?? (await upsertPayer(deps, charge, payer));
  const draft = {
    ...charge,
    customer,
    customerId,
    billingType: method,
    ...(await newPixNames(deps, charge, method)),
  };
  const means =
    keptCode(deps, charge, method) ??
    keptBoleto(charge, method) ??
    (await methods[method](deps, { charge: draft, account }));
  const { pixTxid, pixExpiresAt, boleto } = draft;
  const set = {
    billingType: method,
    customer: customer && (await deps.payerSeal.keep(customer)),
    customerId,
    pixTxid,
    pixExpiresAt,
    boleto,
    ...priceOf(draft),
    dueAt: null,
    ...means,
  };
  const words = payer ? searchableCharge(deps, draft) : null;
  const context = { now: deps.clock.now(), rails: deps.rails };
  const chosen = await deps.writer.commit({
    load: async (tx): Promise<ChoiceState> => {
      const locked = await lockCharge(tx, charge.accountId, charge.id);
      return {
        charge: locked,
        isBeingPaid: locked !== null && (await hasOpenAttempt(tx, locked)),
        given: await lockGivenBack(tx, locked),
      };
    },
    decide: (state) => decideChoice(state, set, context, words),
  });
  if (remotePixNamed(deps.rails, chosen.pixProvider)) await deleteIntentOf(deps.db, chosen);
  // A boleto that a bank was asked for before is with it, or with its job.
  return bankOf(charge) ? chosen : registerAtOnce(deps, chosen);
}

/** The bank has said no: another boleto with the same data would be refused as well. */
export function wasRefused(charge: Charge): boolean {
  return bankOf(charge)?.state === 'refused';
}

export type ChoiceState = { charge: Charge | null; isBeingPaid: boolean; given: GivenBack };

/** Stores the chosen method and removes the code of the previous one, so that only one can be paid. */
export function decideChoice(
  { charge, isBeingPaid, given }: ChoiceState,
  set: Partial<Charge>,
  context: Context,
  /** What it is searched by from now on; null: as before. */
  words: readonly string[] | null = null,
): Decision<Charge> {
  if (!charge || !mayChoose(charge) || isBeingPaid) return new GatewayError('CHARGE_NOT_PAYABLE');
  if (hasMovedAtBank(charge, set)) return new GatewayError('CHARGE_NOT_PAYABLE');
  const refusal = refusedReturn(charge, given);
  if (refusal) return refusal;
  const event = charge.status === 'REFUSED' ? 'charge.pending' : 'charge.method_chosen';
  const { after, effects } = changed({ charge, to: 'PENDING', event, set }, context);
  const { accountId, id: chargeId } = after;
  const codes = [after.pixTxid, after.boleto?.ourNumber].filter((each) => typeof each === 'string');
  const references = [...new Set([...codes, ...referencesOf(after)])];
  const hasLeftCode = charge.pixTxid !== null && charge.pixTxid !== after.pixTxid;
  return done(
    after,
    together([
      effects,
      {
        rows: [
          ...takenAgain(charge, given),
          ...references.map((reference) => rowWrite(insertReference, { reference, accountId, chargeId })),
          ...(words ? [rowWrite(saveWords, { accountId, kind: 'charge', id: chargeId, words })] : []),
        ],
        jobs: [
          ...(hasLeftCode ? removalJobs(context, charge) : []),
          ...(bankOf(charge) ? [] : registrationJobs(after, context.now)),
        ],
      },
    ]),
  );
}

/**
 * A code that a provider issued for this charge is used again while it is valid, also the code of a boleto. So a charge
 * that has a boleto never has a second kind of code.
 */
function keptCode(deps: ChargeDeps, charge: Charge, method: Choice['method']): Means | null {
  const { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng } = charge;
  if (method !== 'PIX' || !pixCopyPaste || !remotePixNamed(deps.rails, pixProvider)) return null;
  if (!pixExpiresAt || pixExpiresAt <= deps.clock.now()) return null;
  return { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng, dueAt: pixExpiresAt };
}

/** A bank was asked or has answered, or the due date was changed, since the charge was read: that is not written over. */
function hasMovedAtBank(charge: Charge, set: Partial<Charge>): boolean {
  if (charge.boleto && set.boleto && charge.boleto.dueDate !== set.boleto.dueDate) return true;
  return bankOf(charge) !== null && JSON.stringify(set.boleto) !== JSON.stringify(charge.boleto);
}

/** A boleto that a bank has, or is about to have, is the one that is shown again: it is never asked for twice. */
function keptBoleto(charge: Charge, method: Choice['method']): Means | null {
  const { boleto, pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng } = charge;
  if (method !== 'BOLETO' || !boleto?.bank) return null;
  return { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng, boleto, dueAt: overdueAt(boleto) };
}

/** Also after a refused card. */
export function mayChoose(charge: Charge): boolean {
  return charge.payerChooses && (charge.status === 'PENDING' || charge.status === 'REFUSED');
}

/** The seller's data of the payer is kept; a missing document, which a boleto needs, or address is added. */
function completed(known: ChargeCustomer | null, payer: ChargeCustomer | null): ChargeCustomer | null {
  if (!known || !payer) return known ?? payer;
  const address = known.address ?? payer.address;
  return { ...known, cpf_cnpj: payer.cpf_cnpj ?? known.cpf_cnpj, ...(address ? { address } : {}) };
}

/** A boleto needs to know who pays it, by a document that can be one. The customer is an opened one. */
export function hasBoletoPayer({ customer }: Pick<Charge, 'customer'>): boolean {
  return hasValidCheckDigits(customer?.cpf_cnpj ?? '');
}

/** Whether the bank needs the payer's address, and it is not known. */
export function lacksAddress(rails: Rails, account: AccountFacts, customer: ChargeCustomer | null): boolean {
  return !customer?.address && needsPayerAddress(rails, account);
}

async function upsertPayer(
  deps: ChargeDeps,
  charge: Charge,
  payer: ChargeCustomer | null,
): Promise<string | null> {
  if (!payer) return null;
  const id = derivedIdAt(charge.id, 'customer');
  return upsertCustomer(deps, charge.accountId, id, payer, deps.clock.now());
}

type Names = { pixTxid: string | null; pixExpiresAt: Date | null; boleto: Boleto | null };

/** A PIX code is valid for the time given at creation, counted from the choice. */
async function newPixNames(deps: ChargeDeps, charge: Charge, method: Choice['method']): Promise<Names> {
  const { pixTxid, pixExpiresAt, boleto } = charge;
  if (method === 'PIX') return { pixTxid, pixExpiresAt: expiryOf(deps, charge), boleto };
  return { pixTxid, pixExpiresAt, boleto: boleto ?? (await newBoleto(deps, charge)) };
}

/** Changing the method and back does not extend the validity of a code. */
function expiryOf(deps: ChargeDeps, { pixCopyPaste, pixExpiresAt, boleto, createdAt }: Charge): Date {
  const now = deps.clock.now();
  if (pixCopyPaste && pixExpiresAt && pixExpiresAt > now && !boleto) return pixExpiresAt;
  return new Date(now.getTime() + (boleto?.pixLifeMs ?? Number(pixExpiresAt) - Number(createdAt)));
}

/** The PIX code of a boleto is valid as long as the boleto: the validity of a plain PIX code is stored with it. */
async function newBoleto(deps: ChargeDeps, { pixExpiresAt, createdAt }: Charge): Promise<Boleto> {
  const terms = defaultBoletoTerms(addDays(civilDateOf(deps.clock.now()), 3));
  const numbered = await withOurNumber(deps.db, terms);
  return { ...numbered, pixLifeMs: Number(pixExpiresAt) - Number(createdAt) };
}
