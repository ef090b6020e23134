import { MAX_BOLETO_CENTS } from '../brazil/boleto-code.ts';
import { hasBoletoPayer } from '../charges/methods/choose.ts';
import { maxInstallmentsFor } from '../charges/rules/fees.ts';
import { type Option, radioField } from '../html/fields.ts';
import type { Form } from '../html/form.ts';
import { address, type Page } from '../html/page.ts';
import type { MethodName, OfferedInstallments } from '../html/texts-portuguese.ts';
import { type Html, html } from '../kit/html.ts';
import type { Cents } from '../kit/money.ts';
import { isOffered } from '../providers/offered.ts';
import type { Rails } from '../providers/provider.ts';
import { type Paying, payLayout, payPath } from './pay-page.ts';
import { METHODS, type PayerErrors, payerFields } from './payer-form.ts';

/** `method`: none was chosen; `unavailable`: its provider did not answer. */
export type MethodError = 'method' | 'unavailable';
export type ChooserState = { typed?: Form; methodError?: MethodError | undefined; errors?: PayerErrors };

/** The methods this gateway can collect with for this value. */
export function methodsFor(rails: Rails, valueCents: Cents): readonly MethodName[] {
  return METHODS.filter(
    (method) => isOffered(rails, method) && (method !== 'BOLETO' || valueCents <= MAX_BOLETO_CENTS),
  );
}

export function methodOptions(
  { texts }: Page,
  methods: readonly MethodName[],
  installments: OfferedInstallments,
): Option[] {
  return methods.map((value) => ({
    value,
    label: texts.methods[value],
    hint: texts.methodHints[value](installments),
  }));
}

export function chooserPage(paying: Paying, state: ChooserState = {}): Html {
  const { page, charge, methods } = paying;
  const { texts } = page;
  const { typed, methodError, errors = new Set() } = state;
  const chosen = typed?.('method') ?? proposed(paying);
  const error = methodError && texts.chooseErrors[methodError];
  const max = charge.installments ?? maxInstallmentsFor(charge.valueCents, charge.maxInstallments);
  const options = methodOptions(page, methods, { max });
  return payLayout(
    paying,
    html`<form class="roomy section" method="post" action="${address(page, `${payPath(charge)}/method`)}" data-once>
${radioField('method', texts.chooseTitle, options, chosen, error)}
${!hasBoletoPayer(charge) && payerFields(page, { typed, errors, ask: 'boleto' })}
<button class="button" type="submit" data-busy="${texts.sending}">${texts.choose}</button>
</form>`,
    { hasErrors: methodError !== undefined || errors.size > 0 },
  );
}

/** The method that is in use; after a refused card another one. */
function proposed({ charge, methods }: Paying): string {
  const isSettled = charge.billingType !== 'UNDEFINED' && charge.status !== 'REFUSED';
  return isSettled ? charge.billingType : (methods[0] ?? '');
}
