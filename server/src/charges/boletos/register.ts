import { addressOf } from '../../brazil/address.ts';
import type { AccountFacts } from '../../http/account-facts.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { assert, fail } from '../../kit/errors.ts';
import { openContact } from '../../kit/sealed-text.ts';
import type { BoletoProvider, BoletoRequest } from '../../providers/boleto.ts';
import { type BankOfBoletos, inOwnOrder, type Rails } from '../../providers/rails.ts';
import type { NewJobEffect } from '../../write/effects.ts';
import type { Charge, ChargeCustomer } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { findCharge } from '../find.ts';
import { dueTermsOf } from '../rules/due-terms.ts';
import { mayMove } from '../transition.ts';
import { bankOf, bankProviderOf, boletoNameOf, isRegistering } from './at-bank.ts';
import { applyBoleto } from './facts.ts';

/** Longer than any call of a provider: two that register one boleto at once are not under way. */
const AGAIN_AFTER_MS = 2 * MINUTE_MS;
/** A request answers after this; the registration goes on. */
const ANSWERED_WITHIN_MS = 8 * SECOND_MS;
const LOOK_AFTER_MS = 2 * SECOND_MS;
/** A charge that ended while its boleto was being registered: the bank may still show it. */
const MAX_LOOKS_AFTER_END = 8;

/** The account's providers for boletos, in its order. */
function boletoProvidersOf(rails: Rails, account: AccountFacts): readonly BoletoProvider[] {
  return inOwnOrder(rails.boleto, account.boletoProviders);
}

/** Whether a boleto of this account needs the payer's address: as its first provider does, also when that is down. */
export function needsPayerAddress(rails: Rails, account: AccountFacts): boolean {
  return boletoProvidersOf(rails, account)[0]?.needsAddress === true;
}

/** The first that takes work now. A boleto that one may have is never asked of another. */
export function chooseIssuer(
  rails: Rails,
  account: AccountFacts,
  customer: ChargeCustomer | null,
): BoletoProvider {
  const isReady = (provider: BoletoProvider) =>
    (!provider.needsAddress || Boolean(customer?.address)) && (!provider.remote || provider.remote.accepts());
  return boletoProvidersOf(rails, account).find(isReady) ?? fail('PROVIDER_UNAVAILABLE');
}

/** Committed with the charge, which is the intent: a process that ends meanwhile leaves nothing undone. */
export function registrationJobs(charge: Charge, now: Date): NewJobEffect[] {
  if (!isRegistering(charge)) return [];
  const { accountId, id } = charge;
  const runAt = new Date(now.getTime() + AGAIN_AFTER_MS);
  return [{ accountId, kind: 'boleto.register', payload: { charge_id: id }, runAt }];
}

/** Asks the bank at once. The charge as it is then: registered, refused, or still registering when no answer came in time. */
export async function registerAtOnce(deps: ChargeDeps, charge: Charge): Promise<Charge> {
  if (!isRegistering(charge)) return charge;
  const asked = askBank(deps, charge).catch((error: unknown) => {
    deps.log.error({ err: error, charge: charge.id }, 'a boleto was not registered at once; a job goes on');
    return charge;
  });
  return Promise.race([asked, inTime(charge)]);
}

function inTime(charge: Charge): Promise<Charge> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(charge), ANSWERED_WITHIN_MS).unref();
  });
}

async function askBank(deps: ChargeDeps, charge: Charge): Promise<Charge> {
  const provider = bankProviderOf(deps.rails, charge);
  if (!provider) return charge;
  const request = await requestFor(deps, charge);
  const answer = await provider.registerBoleto(request);
  if (answer.ok) return applyBoleto(deps, provider, charge, answer.boleto, { lookAfterMs: LOOK_AFTER_MS });
  deps.log.warn({ provider: provider.name, kind: answer.kind, reason: answer.reason }, 'no boleto');
  if (answer.kind === 'unavailable') return charge;
  return applyBoleto(deps, provider, charge, {
    state: 'refused',
    reason: answer.reason,
    bankReference: null,
    means: null,
    payments: [],
  });
}

/** The payer's contact is opened for this only. */
async function requestFor(deps: ChargeDeps, charge: Charge): Promise<BoletoRequest> {
  const { boleto, customer } = charge;
  assert(boleto && customer, 'a boleto has terms and a payer');
  const account = await deps.accountFacts(charge.accountId);
  const { name, cpf_cnpj: document, email, phone, address } = openContact(deps.vault, customer);
  return {
    reference: charge.id,
    ourNumber: boleto.ourNumber,
    amountCents: charge.valueCents,
    merchantName: account.name,
    description: charge.description,
    payer: { name, document: document ?? '', email, phone, address: addressOf(address) },
    terms: dueTermsOf(boleto),
    createdAt: charge.createdAt,
  };
}

/** Looks before it asks again. Goes on until the bank has said yes or no. */
export async function registerBoleto(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { charge_id: id } = job.payload as { charge_id: string };
  const charge = await findCharge(deps, job.account_id, id);
  assert(charge, 'charges are never deleted');
  if (!isRegistering(charge) || !charge.boleto) return { done: true };
  const provider = bankProviderOf(deps.rails, charge);
  if (!provider) return { done: false, reason: `no boleto provider is named ${bankOf(charge)?.provider}` };
  const found = await provider.remote.findBoleto(boletoNameOf(charge, charge.boleto));
  if (!found.ok) return { done: false, reason: found.reason };
  if (found.boleto) return outcomeOf(await applyBoleto(deps, provider, charge, found.boleto));
  if (mayMove(charge.status, 'RECEIVED')) return outcomeOf(await askBank(deps, charge));
  return job.attempts < MAX_LOOKS_AFTER_END ? waiting(provider) : { done: true };
}

function outcomeOf(charge: Charge): JobOutcome {
  const provider = bankOf(charge)?.provider ?? '';
  return isRegistering(charge) ? waiting({ name: provider }) : { done: true };
}

function waiting({ name }: Pick<BankOfBoletos, 'name'>): JobOutcome {
  return { done: false, reason: `${name} has not registered the boleto yet` };
}
