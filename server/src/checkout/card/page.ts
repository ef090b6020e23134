import type { CardAttempt } from '../../charges/cards/attempts.ts';
import { alert, checkbox, hidden, textField } from '../../html/fields.ts';
import type { Form } from '../../html/form.ts';
import { cardInGroups } from '../../html/format.ts';
import { askingButton } from '../../html/layout.ts';
import { address, type Page } from '../../html/page.ts';
import type { Texts } from '../../html/texts.ts';
import { MINUTE_MS, SECOND_MS } from '../../kit/clock.ts';
import { type Html, html, type Part } from '../../kit/html.ts';
import { type CardEntry, type ChallengeStep, REFUSAL_REASONS } from '../../providers/card.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../providers/sandbox/test-cards.ts';
import { marksOf } from '../methods.ts';
import { type Paying, payLayout, payPath } from '../pay-page.ts';
import { type CardErrors, type CardField, type CardOffer, NO_ERRORS, shownAgain } from './form.ts';
import { installmentsField, payLabel } from './installments.ts';

export type CardState = {
  /** The fields as typed before; number and CVV are never shown again. */
  typed?: Form | undefined;
  errors?: CardErrors;
  /** An error of the whole form, not of one field. */
  problem?: string;
  refusal?: string | null;
  /** Too many refusals from this device: until when nothing is tried. */
  waitUntil?: Date | null;
  /** The payer cannot pay in another way. */
  isOnlyMethod?: boolean;
  /** Work that the payer's script does before the form is sent; without script the payer waits. */
  workBits?: number;
  /** As the payer chose before a refusal. */
  installments?: number | undefined;
  /** How the card gets to its acquirer; null: with the form, to us. */
  entry?: CardEntry | null;
  /** The seller for whom the payer may have the card kept; null: it is not offered. */
  keepFor?: string | null;
};

/** What a card payment needs, inside the form of the page. */
export function cardPanel(page: Page, offer: CardOffer, state: CardState): Html {
  const { texts } = page;
  const { waitUntil, isOnlyMethod = false, workBits, typed } = state;
  if (waitUntil) {
    return html`${alert(texts.waitTitle, texts.waitText(minutesUntil(waitUntil, page.now), isOnlyMethod))}
${askingButton(page, page.path, texts.tryAgain)}`;
  }
  return html`${workBits !== undefined && workFields(texts, workBits)}
${entryFields(page, state)}${cardFields(page, state)}
<div data-part="installments">${installmentsField(page, offer, {
    value: typed?.('installments') || String(state.installments ?? 1),
    error: state.errors?.has('installments') ? texts.cardErrors.installments : undefined,
  })}</div>
${state.keepFor && checkbox('save_card', texts.keepCard(state.keepFor), typed?.('save_card') === '1')}
<button class="button" type="submit" data-busy="${texts.paying}" data-part="pay">${payLabel(page, offer)}</button>
<p class="quiet safe">${typed ? texts.typeCardAgain : state.entry ? texts.cardToAcquirer : texts.cardSafe}</p>
${page.sandbox && testCards(texts)}`;
}

/** What stands above the methods: why the last try did not pay, and one tap away what is not refused. */
export function cardProblems(
  page: Page,
  { refusal, problem }: CardState,
  withPix: { path: string } | null,
): Part {
  if (!refusal && !problem) return null;
  const { texts } = page;
  return html`${refusal && alert(texts.refusedTitle, refusal)}${problem && alert(null, problem)}
${
  refusal &&
  withPix &&
  html`<form method="post" action="${address(page, withPix.path)}" data-once>
${hidden('method', 'PIX')}<button class="button second" type="submit" data-busy="${texts.sending}">${marksOf('PIX')} ${texts.payWithPix}</button></form>`
}`;
}

/** The script fills these in; the card's own fields have no names. */
function entryFields({ texts }: Page, { entry }: CardState): Part {
  if (!entry) return null;
  const unavailable = texts.cardEntryFailed;
  return html`<input type="hidden" name="card_token" value="" data-entry="${entry.dialect}" data-unavailable="${unavailable}" data-refused="${texts.cardEntryRefused}">${hidden('card_brand', '')}${hidden('card_last_four', '')}
<noscript><p class="alert">${texts.cardWithoutScript}</p></noscript>`;
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

function cardFields(page: Page, { typed, errors = NO_ERRORS, entry }: CardState): Html {
  const { texts } = page;
  const unsent = Boolean(entry);
  const error = (field: CardField) => (errors.has(field) ? texts.cardErrors[field] : undefined);
  return html`${textField(page, {
    name: 'number',
    label: texts.cardNumber,
    error: error('number'),
    inputMode: 'numeric',
    autocomplete: 'cc-number',
    maxLength: 30,
    need: 'shown',
    unsent,
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
  need: 'shown',
  wrong: texts.cardErrors.holder,
})}
${textField(page, {
  name: 'holder_document',
  label: texts.cardDocument,
  value: typed ? shownAgain(typed, 'holder_document') : '',
  error: error('holder_document'),
  maxLength: 20,
  need: 'shown',
  mask: 'document',
  strict: !page.sandbox,
  wrong: texts.cardErrors.holder_document,
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
    need: 'shown',
    unsent,
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
  need: 'shown',
  unsent,
  mask: 'cvv',
  wrong: texts.cardErrors.cvv,
})}</div>`;
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
  const { challenge: step } = attempt;
  const answers = address(page, `${payPath(charge)}/challenge`);
  const sections =
    step === null || step.kind === 'simulated'
      ? html`<form class="roomy section" method="post" action="${answers}" data-once>
<h2>${texts.challengeTitle}</h2><p>${texts.challengeText(card)}</p>
${hidden('attempt_id', attempt.id)}
<button class="button" name="answer" value="confirm" data-busy="${texts.sending}">${texts.challengeConfirm}</button>
<button class="button second" name="answer" value="cancel">${texts.challengeCancel}</button>
</form>`
      : html`<section class="roomy section"><div class="stack"><h2>${texts.challengeTitle}</h2><p>${texts.challengeAtBank(card)}</p></div>
${bankDoor(page, step, attempt.id)}
<form class="stack" method="post" action="${answers}" data-once>${hidden('attempt_id', attempt.id)}
<button class="button second" name="answer" value="confirm" data-busy="${texts.sending}">${texts.challengeAnswered}</button>
<button class="button second" name="answer" value="cancel">${texts.challengeCancel}</button></form></section>`;
  const withAcquirer = step !== null && step.kind !== 'simulated';
  return payLayout(paying, sections, { title: texts.challengeTitle, withAcquirer });
}

/** The script goes through it by itself, once for each attempt. */
function bankDoor(
  { texts }: Page,
  step: Exclude<ChallengeStep, { kind: 'simulated' }>,
  attemptId: string,
): Html {
  if (step.kind === 'redirect') {
    return html`<a class="button" href="${step.url}" data-bank="${attemptId}">${texts.challengeGo}</a>`;
  }
  return html`<form method="post" action="${step.url}" data-bank="${attemptId}">
${Object.entries(step.fields).map(([name, value]) => hidden(name, value))}
<button class="button" type="submit">${texts.challengeGo}</button></form>`;
}
