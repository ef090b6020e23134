import { announce } from './announce.ts';
import { brandOf } from './brands.ts';
import { sendToCielo } from './cielo.ts';
import { tidyExpiry } from './expiry.ts';
import { clearError, showError } from './field-error.ts';
import { digitsOf } from './mask.ts';
import { showAlert } from './once.ts';
import { sendToPagarme } from './pagarme.ts';

/** A card as it was typed, in digits. */
export type EnteredCard = {
  readonly number: string;
  readonly holder: string;
  readonly document: string;
  readonly month: string;
  /** Four digits. */
  readonly year: string;
  readonly cvv: string;
};
const PARTS = ['number', 'holder', 'expiry', 'cvv'] as const;
export type CardPart = (typeof PARTS)[number];
/** `wrong`: the parts that the acquirer names; empty: it names none. */
export type Entered = { readonly token: string } | { readonly wrong: readonly CardPart[] };
export type EntrySettings = Readonly<Record<string, string | undefined>>;

type Dialect = (settings: EntrySettings, card: EnteredCard) => Promise<Entered>;
const DIALECTS: Readonly<Record<string, Dialect>> = { pagarme: sendToPagarme, cielo: sendToCielo };

const OWN_ADDRESS = '/pay/card-entry';

/**
 * On live rails the card goes from this page to its acquirer, and our server gets what the acquirer makes of it. The
 * fields of the card have no names, so that no browser sends them, not even when this script fails.
 */
export function enhanceCardEntry(): void {
  const token = document.querySelector<HTMLInputElement>('input[data-entry]');
  const form = token?.form;
  if (!token || !form) return;
  let isSending = false;
  form.addEventListener('input', ({ target }) => {
    // A token is of the card that was typed then.
    if (target instanceof HTMLInputElement && target.name === '') token.value = '';
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) token.value = '';
  });
  form.addEventListener('submit', (event) => {
    const isByCard = token.parentElement?.getClientRects().length !== 0;
    if (event.defaultPrevented || !isByCard || token.value !== '') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isSending) return;
    isSending = true;
    void enter(form, token, event.submitter).finally(() => {
      isSending = false;
    });
  });
}

async function enter(
  form: HTMLFormElement,
  token: HTMLInputElement,
  submitter: HTMLElement | null,
): Promise<void> {
  const button = submitter && submitter.getClientRects().length > 0 ? submitter : payButton(form);
  const release = busy(button);
  showAlert(button, '');
  for (const part of PARTS) {
    const field = fieldOf(form, part);
    if (field) clearError(field);
  }
  try {
    const card = cardIn(form);
    const entered = await sendCard(card);
    if ('token' in entered) {
      token.value = entered.token;
      put(form, 'card_brand', brandOf(card.number)?.brand || '');
      put(form, 'card_last_four', card.number.slice(-4));
      release();
      form.requestSubmit(submitter);
      return;
    }
    release();
    showWrong(form, button, entered.wrong, token.dataset.refused || '');
  } catch {
    release();
    showAlert(button, token.dataset.unavailable || '');
  }
}

async function sendCard(card: EnteredCard): Promise<Entered> {
  const answer = await fetch(OWN_ADDRESS, { method: 'POST', body: new URLSearchParams() });
  if (!answer.ok) throw new Error('the gateway has no key for a card');
  const { dialect, settings } = (await answer.json()) as { dialect: string; settings: EntrySettings };
  const send = DIALECTS[dialect];
  if (!send) throw new Error(`this page does not speak ${dialect}`);
  return send(settings, card);
}

function fieldOf(form: HTMLFormElement, id: string): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>(`#${id}`);
}

function cardIn(form: HTMLFormElement): EnteredCard {
  const text = (id: string) => fieldOf(form, id)?.value.trim() || '';
  // The form was checked: a month and the last two digits of a year.
  const [month = '', year = ''] = tidyExpiry(text('expiry')).split('/');
  return {
    number: digitsOf(text('number')),
    holder: text('holder'),
    document: text('holder_document').replace(/[^0-9A-Za-z]/g, ''),
    month,
    year: `20${year}`,
    cvv: digitsOf(text('cvv')),
  };
}

function put(form: HTMLFormElement, name: string, value: string): void {
  const field = form.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (field) field.value = value;
}

/** Beside the fields that the acquirer names; where it names none, beside the button. */
function showWrong(
  form: HTMLFormElement,
  button: HTMLElement | null,
  wrong: readonly CardPart[],
  refused: string,
): void {
  const fields = wrong.flatMap((part) => fieldOf(form, part) ?? []);
  if (fields.length === 0) {
    showAlert(button, refused);
    return;
  }
  for (const field of fields) {
    showError(field, field.dataset.error || refused);
    announce(field.dataset.error || refused);
  }
  fields[0]?.focus();
}

function payButton(form: HTMLFormElement): HTMLElement | null {
  const buttons = [...form.querySelectorAll<HTMLElement>('[type=submit][data-busy]')];
  return buttons.find((each) => each.getClientRects().length > 0) || null;
}

function busy(button: HTMLElement | null): () => void {
  const label = button ? [...button.childNodes] : [];
  button?.setAttribute('aria-busy', 'true');
  if (button?.dataset.busy) button.replaceChildren(button.dataset.busy);
  return () => {
    button?.removeAttribute('aria-busy');
    if (button?.dataset.busy) button.replaceChildren(...label);
  };
}
