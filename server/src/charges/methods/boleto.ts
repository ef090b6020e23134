import { assert, fail, invalidField } from '../../kit/errors.ts';
import { openContact } from '../../kit/sealed-text.ts';
import type { BoletoProvider } from '../../providers/boleto.ts';
import { chooseIssuer } from '../boletos/register.ts';
import type { Boleto, Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { obtainPixCode } from '../pix/codes.ts';
import { overdueAt, writeOffAt } from '../rules/boleto-terms.ts';
import { dueTermsOf } from '../rules/due-terms.ts';
import type { MeansRequest, Method } from './method.ts';
import { payerOf } from './pix.ts';

/**
 * The charge also has a PIX code, valid as long as the boleto: of a PIX provider, or of the bank itself with the boleto.
 * The first payment settles it. A bank is asked once the charge is stored.
 */
export const boleto: Method = async (deps, request) => {
  const { charge, account } = request;
  const terms = charge.boleto;
  const payer = payerOf(deps, charge);
  assert(terms && payer, 'a boleto has terms and a payer');
  const issuer = chooseIssuer(
    deps.rails,
    account,
    charge.customer && openContact(deps.vault, charge.customer),
  );
  requireTaken(issuer, charge, deps.clock.now());
  const issued = issuer.remote
    ? toBeRegistered(terms, issuer)
    : await issuedHere(deps, request, terms, issuer);
  const dueAt = overdueAt(terms);
  if (issuer.givesPix) {
    return { pixProvider: null, pixTxid: null, pixCopyPaste: null, pixQrPng: null, boleto: issued, dueAt };
  }
  const due = dueTermsOf(terms);
  const code = await obtainPixCode(deps, { charge, account, expiresAt: writeOffAt(terms), payer, due });
  return { ...code, boleto: issued, dueAt };
};

/** A payer who chooses learns it from the bank's own refusal, and chooses again. */
function requireTaken(
  { limits }: BoletoProvider,
  { boleto: terms, valueCents, payerChooses }: Charge,
  now: Date,
): void {
  if (!terms || payerChooses) return;
  const obstacle = limits?.obstacleTo(dueTermsOf(terms), valueCents, now);
  if (obstacle) throw invalidField(obstacle.field, obstacle.reason);
}

function toBeRegistered(terms: Boleto, { name, givesPix }: BoletoProvider): Boleto {
  const bank = {
    provider: name,
    state: 'registering' as const,
    reason: null,
    reference: null,
    givesPix,
    pixTxid: null,
  };
  return { ...terms, barcode: '', digitableLine: '', bank };
}

/** Without a network: another due date has another barcode. */
export async function issuedHere(
  deps: ChargeDeps,
  { charge, account }: MeansRequest,
  terms: Boleto,
  issuer: BoletoProvider,
): Promise<Boleto> {
  const payer = payerOf(deps, charge);
  assert(payer, 'a boleto has a payer');
  const answer = await issuer.registerBoleto({
    reference: charge.id,
    ourNumber: terms.ourNumber,
    amountCents: charge.valueCents,
    merchantName: account.name,
    description: charge.description,
    payer: { ...payer, email: null, phone: null, address: null },
    terms: dueTermsOf(terms),
    createdAt: charge.createdAt,
  });
  const means = answer.ok ? answer.boleto.means : null;
  if (!means) fail('PROVIDER_UNAVAILABLE');
  const { barcode, digitableLine, ourNumber } = means;
  return { ...terms, barcode, digitableLine, ourNumber };
}
