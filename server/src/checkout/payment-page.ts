import { bankOf, isRegistering } from '../charges/boletos/at-bank.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { hasBoletoPayer, wasRefused } from '../charges/methods/choose.ts';
import { alert, hidden } from '../html/fields.ts';
import { issueFormId } from '../html/form.ts';
import type { Layout } from '../html/layout.ts';
import { address } from '../html/page.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { AddressErrors } from './address-form.ts';
import { type BoletoPaying, boletoPanel } from './boleto/page.ts';
import { cardEntryOf, keepsCards } from './card/entry.ts';
import { maxCount } from './card/form.ts';
import { type CardState, cardPanel, cardProblems } from './card/page.ts';
import { type MethodError, makeButton, methodsField } from './methods.ts';
import { notReceivedYet, type Paying, payLayout, payPath, pixDiscount, pixPanel } from './pay-page.ts';
import { boletoFields, type PayerErrors } from './payer-form.ts';

export type PaymentState = CardState & {
  methodError?: MethodError | undefined;
  payerErrors?: PayerErrors;
  addressErrors?: AddressErrors;
};

/** A charge whose boleto is issued is shown with it. */
export type Payable = { paying: Paying; boleto: BoletoPaying | null };

const NO_ERRORS: PayerErrors = new Set();
const PIX_RELOADS_AFTER_SECONDS = 15;
const BOLETO_RELOADS_AFTER_SECONDS = 5;

/** What the payer may choose between; the method that the seller fixed is the only one. */
export function methodsOf({ charge, methods }: Paying): readonly MethodName[] {
  if (methods.length > 0) return methods;
  return charge.billingType === 'UNDEFINED' ? [] : [charge.billingType];
}

/** The page of a charge that can be paid now. */
export function paymentPage(deps: ChargeDeps, { paying, boleto }: Payable, state: PaymentState = {}): Html {
  const { page, charge } = paying;
  const offered = methodsOf(paying);
  const { methodError, payerErrors = NO_ERRORS, addressErrors, errors, problem, typed } = state;
  const isCodeOnly = offered.length === 1 && !needsForm(paying, offered[0]);
  const methods = methodsField(page, {
    offered,
    chosen:
      typed?.('method') || (charge.billingType === 'UNDEFINED' ? (offered[0] ?? '') : charge.billingType),
    error: offered.length === 0 ? 'unavailable' : methodError,
    installments: {
      max: charge.installments ?? maxCount(charge),
      interestByPayer: charge.interestByPayer,
    },
    pixDiscount: pixDiscount(page, charge),
    panels: {
      PIX: () => (needsForm(paying, 'PIX') ? makeButton(page, 'PIX') : pixPanel(paying)),
      CREDIT_CARD: () =>
        cardPanel(page, charge, {
          ...state,
          isOnlyMethod: offered.length === 1,
          entry: cardEntryOf(deps.rails),
          keepFor: charge.customerId !== null && keepsCards(deps.rails) ? paying.seller.name : null,
        }),
      BOLETO: () => (boleto ? boletoPanel(boleto) : newBoleto(paying, state)),
    },
  });
  const withPix = paying.methods.includes('PIX') ? { path: payPath(charge) } : null;
  return payLayout(
    paying,
    html`${notReceivedYet(paying)}${refusedBoleto(paying)}${cardProblems(page, state, withPix)}
${
  isCodeOnly
    ? methods
    : html`<form class="roomy section" method="post" action="${address(page, payPath(charge))}" data-card data-once>
${hidden('form_id', issueFormId(deps, charge.id))}${methods}</form>`
}`,
    {
      hasErrors:
        methodError !== undefined ||
        payerErrors.size > 0 ||
        (addressErrors?.size ?? 0) > 0 ||
        (errors?.size ?? 0) > 0 ||
        problem !== undefined,
      withAcquirer: cardEntryOf(deps.rails) !== null,
      // A page with fields is not reloaded while they are typed in.
      ...(isCodeOnly && reloading(paying, offered[0])),
    },
  );
}

function reloading({ charge }: Paying, method: MethodName | undefined): Pick<Layout, 'reloadAfterSeconds'> {
  if (method === 'PIX') return { reloadAfterSeconds: PIX_RELOADS_AFTER_SECONDS };
  return isRegistering(charge) ? { reloadAfterSeconds: BOLETO_RELOADS_AFTER_SECONDS } : {};
}

/** Of a boleto that its bank refused: the payer chooses again, and knows why. */
function refusedBoleto({ page: { texts }, charge }: Paying): Part {
  if (!wasRefused(charge) || charge.billingType !== 'UNDEFINED') return null;
  return alert(texts.boletoRefusedTitle, texts.boletoRefused(bankOf(charge)?.reason ?? ''));
}

/** The code or slip of the method in use is there already. */
function needsForm({ charge }: Paying, method: MethodName | undefined): boolean {
  return method === 'CREDIT_CARD' || charge.billingType !== method || charge.status === 'REFUSED';
}

function newBoleto({ page, charge, lacksAddress }: Paying, state: PaymentState): Part {
  const { typed, payerErrors = NO_ERRORS, addressErrors } = state;
  const payer = { typed, errors: payerErrors, addressErrors };
  const isKnown = hasBoletoPayer(charge) && !lacksAddress;
  const fields = { withName: true, withAddress: lacksAddress };
  return html`${!isKnown && boletoFields(page, payer, fields)}${makeButton(page, 'BOLETO')}`;
}
