import type { CardAttempt } from '../../charges/cards/attempts.ts';
import type { Charge } from '../../charges/charge.ts';
import type { ChargeDeps } from '../../charges/deps.ts';
import { installmentParts, maxInstallmentsFor } from '../../charges/rules/fees.ts';
import { alert, hidden, selectField, textField } from '../../html/fields.ts';
import { type Form, issueFormId } from '../../html/form.ts';
import { cardInGroups, money } from '../../html/format.ts';
import { askingButton } from '../../html/layout.ts';
import { address, type Page } from '../../html/page.ts';
import type { Texts } from '../../html/texts.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { type Html, html, type Part } from '../../kit/html.ts';
import { type Cents, ZERO } from '../../kit/money.ts';
import { REFUSAL_REASONS } from '../../providers/provider.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../providers/sandbox/test-cards.ts';
import { otherMethod, type Paying, payLayout, payPath } from '../pay-page.ts';
import { type CardErrors, type CardField, NO_ERRORS, shownAgain } from './form.ts';

export type CardPageState = {
  /** The fields as typed before; number and CVV are never shown again. */
  typed?: Form;
  errors?: CardErrors;
  /** An error of the whole form, not of one field. */
  problem?: string;
  refusal?: string | null;
  /** Too many refusals from this device: until when nothing is tried. */
  waitUntil?: Date | null;
  /** Work that the payer's script does before the form is sent; without script the payer waits. */
  workBits?: number;
  /** As the payer chose before a refusal. */
  installments?: number | undefined;
};

export function cardPage(deps: ChargeDeps, paying: Paying, state: CardPageState = {}): Html {
  const { page, charge } = paying;
  const { texts } = page;
  const { errors = NO_ERRORS, refusal, problem, waitUntil } = state;
  const hasErrors = errors.size > 0 || problem !== undefined;
  return payLayout(
    paying,
    html`${refusal && alert(texts.refusedTitle, refusal)}${refusal && pixInstead(paying)}${problem && alert(null, problem)}
${waitUntil && alert(texts.waitTitle, texts.waitText(minutesUntil(waitUntil, paying.now)))}
${waitUntil ? askingButton(page, payPath(charge), texts.tryAgain) : cardForm(deps, paying, state)}
${otherMethod(paying)}${page.sandbox && !waitUntil && testCards(texts)}`,
    { hasErrors },
  );
}

/** One tap away from what is not refused. */
function pixInstead({ page, charge, methods }: Paying): Part {
  if (!methods.includes('PIX')) return null;
  return html`<form method="post" action="${address(page, `${payPath(charge)}/method`)}" data-once>
${hidden('method', 'PIX')}<button class="button second" type="submit" data-busy="${page.texts.sending}">${page.texts.payWithPix}</button></form>`;
}

function cardForm(deps: ChargeDeps, { page, charge }: Paying, state: CardPageState): Html {
  const { texts } = page;
  const wasWrong = state.typed !== undefined;
  return html`<form class="roomy section" method="post" action="${address(page, `${payPath(charge)}/card`)}" data-card data-once>
<h2>${texts.cardTitle}</h2>
${hidden('attempt_id', issueFormId(deps, charge.id))}
${state.workBits !== undefined && workFields(texts, state.workBits)}
${cardFields(page, state)}
${installmentsField(page, charge, state)}
<button class="button" type="submit" data-busy="${texts.paying}">${texts.pay(money(charge.valueCents, page.lang))}</button>
<p class="quiet">${wasWrong ? texts.typeCardAgain : texts.cardSafe}</p>
</form>`;
}

function workFields(texts: Texts, bits: number): Html {
  return html`<input type="hidden" name="work" value="" data-work="${bits}" data-busy="${texts.working}">${hidden('work_bits', String(bits))}
<noscript><p class="quiet">${texts.workWithoutScript}</p></noscript>`;
}

export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / SECOND_MS));
}

function minutesUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE_MS));
}

function cardFields(page: Page, { typed, errors = NO_ERRORS }: CardPageState): Html {
  const { texts } = page;
  const error = (field: CardField) => (errors.has(field) ? texts.cardErrors[field] : undefined);
  return html`${textField(page, {
    name: 'number',
    label: texts.cardNumber,
    error: error('number'),
    inputMode: 'numeric',
    autocomplete: 'cc-number',
    maxLength: 30,
    mask: 'card-number',
    recognised: true,
    wrong: texts.cardErrors.number,
  })}
${textField(page, {
  name: 'holder',
  label: texts.cardHolder,
  value: typed ? shownAgain(typed, 'holder') : '',
  error: error('holder'),
  autocomplete: 'cc-name',
  maxLength: 100,
  wrong: texts.cardErrors.holder,
})}
${textField(page, {
  name: 'document',
  label: texts.cardDocument,
  value: typed ? shownAgain(typed, 'document') : '',
  error: error('document'),
  maxLength: 20,
  mask: 'document',
  strict: !page.sandbox,
  wrong: texts.cardErrors.document,
})}
<div class="pair">${textField(page, {
    name: 'expiry',
    label: texts.cardExpiry,
    value: typed ? shownAgain(typed, 'expiry') : '',
    hint: texts.cardExpiryHint,
    error: error('expiry'),
    inputMode: 'numeric',
    autocomplete: 'cc-exp',
    maxLength: 9,
    mask: 'expiry',
    wrong: texts.cardErrors.expiry,
  })}
${textField(page, {
  name: 'cvv',
  label: texts.cardCvv,
  hint: texts.cardCvvHint,
  error: error('cvv'),
  inputMode: 'numeric',
  autocomplete: 'cc-csc',
  maxLength: 4,
  mask: 'cvv',
  wrong: texts.cardErrors.cvv,
})}</div>`;
}

function installmentsField(
  page: Page,
  charge: Charge,
  { typed, errors = NO_ERRORS, installments = 1 }: CardPageState,
): Part {
  const { texts } = page;
  const describe = (count: number) => installmentText(page, charge.valueCents, count);
  if (charge.installments !== null) {
    return charge.installments > 1 && html`<p>${texts.installmentsFixed(describe(charge.installments))}</p>`;
  }
  const max = maxInstallmentsFor(charge.valueCents, charge.maxInstallments);
  if (max === 1) return null;
  const choices = Array.from({ length: max }, (_, index) => ({
    value: String(index + 1),
    label: installmentLabel(page, charge.valueCents, index + 1),
    detail: index === 0 ? null : describe(index + 1),
  }));
  const error = errors.has('installments') ? texts.cardErrors.installments : undefined;
  return selectField(
    'installments',
    texts.installments,
    choices,
    typed?.('installments') ?? String(installments),
    error,
  );
}

function installmentLabel({ texts, lang }: Page, valueCents: Cents, count: number): string {
  const part = money(installmentParts(valueCents, count).at(-1) ?? ZERO, lang);
  return count === 1 ? texts.inFull(part) : texts.partsOf(count, part);
}

function installmentText({ texts, lang }: Page, valueCents: Cents, count: number): string {
  if (count === 1) return texts.inFull(money(valueCents, lang));
  const parts = installmentParts(valueCents, count);
  const each = texts.inParts(count, money(parts.at(-1) ?? ZERO, lang), money(parts[0] ?? ZERO, lang));
  return texts.inTotal(each, money(valueCents, lang));
}

function testCards(texts: Texts): Html {
  return html`<details><summary>${texts.testCards}</summary><div class="stack">
<p class="quiet">${texts.testCardsHint}</p>
<div class="scroll"><table>
<thead><tr><th scope="col">${texts.testCardNumber}</th><th scope="col">${texts.testCardResult}</th></tr></thead>
<tbody>${TEST_CARDS.map(
    ({ number, brand, behaviour }) => html`<tr>
<td>${cardInGroups(number)} <span class="quiet">${brandName(brand)}</span></td>
<td>${testResult(texts, behaviour)}</td></tr>`,
  )}</tbody>
</table></div></div></details>`;
}

function testResult({ testResults }: Texts, behaviour: TestCardBehaviour): string {
  switch (behaviour.kind) {
    case 'approve':
      return testResults.approve;
    case 'refuse':
      return testResults.refuse(behaviour.reason);
    default:
      return testResults[behaviour.kind][behaviour.afterwards];
  }
}

const BRAND_NAMES: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  elo: 'Elo',
  amex: 'American Express',
  hipercard: 'Hipercard',
  diners: 'Diners',
};

export function brandName(brand: string): string {
  return BRAND_NAMES[brand] ?? brand;
}

export function refusalText({ refusals }: Texts, reason: string | null): string {
  const known = REFUSAL_REASONS.find((each) => each === reason);
  return refusals[known ?? 'issuer_refused'];
}

export function challengePage(paying: Paying, attempt: CardAttempt): Html {
  const { page, charge } = paying;
  const { texts } = page;
  const card = texts.receiptCard(brandName(attempt.brand), attempt.lastFour);
  return payLayout(
    paying,
    html`<form class="roomy section" method="post" action="${address(page, `${payPath(charge)}/challenge`)}" data-once>
<h2>${texts.challengeTitle}</h2><p>${texts.challengeText(card)}</p>
${hidden('attempt_id', attempt.id)}
<button class="button" name="answer" value="confirm" data-busy="${texts.sending}">${texts.challengeConfirm}</button>
<button class="button second" name="answer" value="cancel">${texts.challengeCancel}</button>
</form>`,
    { title: texts.challengeTitle },
  );
}
