import { expiryAsTyped, tidyExpiry } from './expiry.ts';
import { cvvMask, documentMask, type Mask, masked, numberMask } from './mask.ts';
import { tidyAmount } from './money.ts';
import { languageOf } from './time-left.ts';

const MASKS: Readonly<Record<string, Mask>> = {
  'card-number': numberMask,
  cvv: cvvMask,
  document: documentMask,
};

/** Formats input in masked fields, but never during text composition. */
export function enhanceMaskedFields(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-mask]')) {
    const mask = MASKS[input.dataset.mask || ''];
    if (mask) enhance(input, mask);
    if (input.dataset.mask === 'document') offerLetters(input);
    if (input.dataset.mask === 'expiry') enhanceExpiry(input);
    if (input.dataset.mask === 'money') enhanceMoney(input);
  }
}

function enhance(input: HTMLInputElement, mask: Mask): void {
  // The mask limits the length; the attribute would cut off a pasted number with other text around it.
  input.removeAttribute('maxlength');
  let before = mask.write(mask.read(input.value));
  setValue(input, before);
  onTyped(input, (isForward) => {
    const caret = input.selectionEnd ?? input.value.length;
    const after = masked(mask, before, { text: input.value, caret }, isForward);
    setValue(input, after.text, after.caret);
    before = after.text;
  });
}

/** Most payers type a CPF: digits first. A keyboard of digits cannot type a CNPJ that has letters. */
function offerLetters(input: HTMLInputElement): void {
  const button = input.parentElement?.querySelector<HTMLButtonElement>('[data-letters]');
  if (!button) return;
  input.inputMode = 'numeric';
  button.hidden = false;
  button.addEventListener('click', () => {
    input.inputMode = 'text';
    button.hidden = true;
    input.focus();
  });
}

/** Only input at the end is formatted immediately; edits in the middle are not disturbed. */
function enhanceExpiry(input: HTMLInputElement): void {
  input.removeAttribute('maxlength');
  let before = input.value;
  onTyped(input, () => {
    const isAtEnd = (input.selectionEnd ?? input.value.length) === input.value.length;
    if (isAtEnd) setValue(input, expiryAsTyped(before, input.value));
    before = input.value;
  });
  input.addEventListener('blur', () => {
    setValue(input, tidyExpiry(input.value));
    before = input.value;
  });
}

function enhanceMoney(input: HTMLInputElement): void {
  input.addEventListener('blur', () => {
    const tidy = tidyAmount(input.value, languageOf(document.documentElement.lang));
    if (tidy !== null) setValue(input, tidy);
  });
}

function onTyped(input: HTMLInputElement, tidy: (isForward: boolean) => void): void {
  input.addEventListener('input', (event) => {
    const { isComposing = false, inputType = '' } = event as Partial<InputEvent>;
    if (!isComposing) tidy(/Forward$/.test(inputType));
  });
  for (const name of ['compositionend', 'change']) input.addEventListener(name, () => tidy(false));
}

/** Unchanged if already right: setting a value clears the undo history. */
function setValue(input: HTMLInputElement, text: string, caret = text.length): void {
  if (input.value === text) return;
  input.value = text;
  // Only with focus: otherwise Safari would move the focus.
  if (document.activeElement === input) input.setSelectionRange(caret, caret);
}
