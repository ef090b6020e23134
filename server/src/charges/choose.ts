import { accountFacts } from '../accounts/facts.ts';
import { rememberCustomer } from '../catalog/customers.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { addDays, civilDateOf } from '../kit/calendar.ts';
import { assert, fail } from '../kit/errors.ts';
import { derivedId, randomBase62 } from '../kit/ids.ts';
import { defaultBoletoTerms } from './boleto-terms.ts';
import { hasOpenAttempt } from './card-attempts.ts';
import type { BillingType, Boleto, Charge, ChargeCustomer } from './charge.ts';
import { withOurNumber } from './create.ts';
import { PIX_TXID_LENGTH } from './methods/pix.ts';
import { methods } from './methods/registry.ts';
import { lockCharge, rememberReferences } from './store.ts';
import { change } from './transition.ts';

export type Choice = { method: Exclude<BillingType, 'UNDEFINED'>; payer: ChargeCustomer | null };

/** The payer of an UNDEFINED charge picks a method, or another one, as long as nothing is paid. */
export async function chooseMethod(deps: Deps, charge: Charge, { method, payer }: Choice): Promise<Charge> {
  if (!mayChoose(charge)) fail('CHARGE_NOT_PAYABLE');
  if (charge.billingType === method && charge.status === 'PENDING') return charge;
  const { name: merchantName } = await accountFacts(deps.db, charge.accountId);
  const customer = completed(charge.customer, payer);
  const customerId = charge.customerId ?? (await rememberPayer(deps, charge, payer));
  const draft = {
    ...charge,
    customer,
    customerId,
    billingType: method,
    ...(await freshNames(deps, charge, method)),
  };
  const means = await methods[method](deps, { charge: draft, merchantName });
  const { pixTxid, pixExpiresAt, boleto } = draft;
  const set = {
    billingType: method,
    customer,
    customerId,
    pixTxid,
    pixExpiresAt,
    boleto,
    dueAt: null,
    ...means,
  };
  const at = deps.clock.now();
  return transaction(deps.db, async (tx) => {
    const locked = await lockCharge(tx, charge.accountId, charge.id);
    if (!locked || !mayChoose(locked) || (await hasOpenAttempt(tx, locked))) fail('CHARGE_NOT_PAYABLE');
    const event = locked.status === 'REFUSED' ? 'charge.pending' : 'charge.method_chosen';
    const [after] = await change(tx, deps, [{ charge: locked, to: 'PENDING', event, set }], at);
    assert(after, 'a change gives back its charge');
    const references = [after.pixTxid, after.boleto?.ourNumber].filter(
      (reference) => typeof reference === 'string',
    );
    await rememberReferences(tx, after, references);
    return after;
  });
}

/** After a refused card the payer may turn to another method, too. */
export function mayChoose(charge: Charge): boolean {
  return charge.payerChooses && (charge.status === 'PENDING' || charge.status === 'REFUSED');
}

/** What the seller knew of the payer stands; the document, which a boleto needs, is added where it was missing. */
function completed(known: ChargeCustomer | null, payer: ChargeCustomer | null): ChargeCustomer | null {
  return known ? { ...known, cpf_cnpj: known.cpf_cnpj ?? payer?.cpf_cnpj ?? null } : payer;
}

async function rememberPayer(
  deps: Deps,
  charge: Charge,
  payer: ChargeCustomer | null,
): Promise<string | null> {
  if (!payer) return null;
  const { name, email, cpf_cnpj: cpfCnpj, phone } = payer;
  const id = derivedId('customer', charge.id);
  return rememberCustomer(deps.db, charge.accountId, id, { name, email, cpfCnpj, phone }, deps.clock.now());
}

type Names = { pixTxid: string | null; pixExpiresAt: Date | null; boleto: Boleto | null };

/** A PIX code lives as long as the charge's creation asked, counted from the choice. */
async function freshNames(deps: Deps, charge: Charge, method: BillingType): Promise<Names> {
  const { pixTxid, pixExpiresAt, boleto } = charge;
  if (method === 'CREDIT_CARD') return { pixTxid, pixExpiresAt, boleto };
  const now = deps.clock.now();
  const lifeMs = Number(pixExpiresAt) - Number(charge.createdAt);
  const dueDate = addDays(civilDateOf(now), 3);
  return {
    pixTxid: pixTxid ?? randomBase62(PIX_TXID_LENGTH),
    pixExpiresAt: new Date(now.getTime() + lifeMs),
    boleto:
      boleto ?? (method === 'BOLETO' ? await withOurNumber(deps.db, defaultBoletoTerms(dueDate)) : null),
  };
}
