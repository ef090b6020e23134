import { announce } from './announce.ts';
import { brandOf } from './brands.ts';
import { isRight } from './checks.ts';
import { clearError, type Field, hasError, showError } from './field-error.ts';
import { digitsOf } from './mask.ts';
import { languageOf } from './time-left.ts';

type Checker = (field: Field) => boolean;

const MAX_CVV_DIGITS = 4;

export function enhanceCheckedForms(now: () => number): void {
  const afterPress = pressWatch();
  for (const form of document.forms) {
    const check = checkerOf(form, now);
    for (const field of fieldsOf(form)) {
      if (field.dataset.error) checkWhenLeft(field, check, afterPress);
      field.addEventListener('input', () => clearWhenRight(field, check));
    }
    checkWhenSent(form, check);
    followMethod(form, check);
    if (form.matches('[data-card]')) followBrand(form, check);
  }
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return Array.from(form.elements).filter(
    (each): each is Field =>
      (each instanceof HTMLInputElement || each instanceof HTMLSelectElement) && each.willValidate,
  );
}

function checkerOf(form: HTMLFormElement, now: () => number): Checker {
  return (field) =>
    field.validity.valid &&
    !isMissing(form, field) &&
    isRight(field.dataset.mask || '', field.value, {
      cardNumber: numberField(form)?.value || '',
      nowMs: now(),
      language: languageOf(document.documentElement.lang),
      isStrict: 'strict' in field.dataset,
    });
}

/** Some fields are required only while they are in sight, or only for a boleto. */
function isMissing(form: HTMLFormElement, field: Field): boolean {
  const { need } = field.dataset;
  if (!need || field.value.trim() !== '') return false;
  if (need === 'shown') return field.getClientRects().length > 0;
  return form.querySelector('[value=BOLETO]:checked, [type=hidden][value=BOLETO]') !== null;
}

function numberField(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>('[data-mask="card-number"]');
}

/** Shows an error when an invalid field is left. */
function checkWhenLeft(field: Field, check: Checker, afterPress: (work: () => void) => void): void {
  field.addEventListener('blur', () => {
    afterPress(() => {
      if (field.value === '' || check(field) || document.activeElement === field) return;
      showError(field, errorText(field));
      announce(errorText(field));
    });
  });
}

/** Removes the error as soon as the field is valid. */
function clearWhenRight(field: Field, check: Checker): void {
  if (hasError(field) && check(field)) clearError(field);
}

/** Another method may not need the missing fields. */
function followMethod(form: HTMLFormElement, check: Checker): void {
  form.addEventListener('change', () => {
    for (const field of fieldsOf(form)) if (field.dataset.need) clearWhenRight(field, check);
  });
}

function errorText(field: Field): string {
  return field.dataset.error || '';
}

/**
 * Runs work immediately, or after the finger is lifted: an error that appears between press and release moves the
 * button, and the press is lost.
 */
function pressWatch(): (work: () => void) => void {
  let isPressed = false;
  let waiting: (() => void)[] = [];
  const release = () => {
    isPressed = false;
    const due = waiting;
    waiting = [];
    setTimeout(() => {
      for (const work of due) work();
    });
  };
  document.addEventListener(
    'pointerdown',
    () => {
      isPressed = true;
    },
    true,
  );
  for (const name of ['pointerup', 'pointercancel']) document.addEventListener(name, release, true);
  return (work) => {
    if (isPressed) waiting.push(work);
    else work();
  };
}

/** Fields without a message are left to the server. */
function checkWhenSent(form: HTMLFormElement, check: Checker): void {
  // Our messages replace the browser's validation bubbles.
  form.noValidate = true;
  form.addEventListener('submit', (event) => {
    const wrong = fieldsOf(form).filter(
      (field) => field.dataset.error && field.getClientRects().length > 0 && !check(field),
    );
    if (wrong.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    for (const field of wrong) showError(field, errorText(field));
    wrong[0]?.focus();
  });
}

function followBrand(form: HTMLFormElement, check: Checker): void {
  const number = numberField(form);
  const cvv = form.querySelector<HTMLInputElement>('[data-mask="cvv"]');
  const place = form.querySelector<HTMLElement>('[data-brand]');
  let shown = '';
  const follow = () => {
    const brand = brandOf(digitsOf(number?.value || ''));
    if (cvv) {
      cvv.maxLength = brand ? brand.cvvLength : MAX_CVV_DIGITS;
      clearWhenRight(cvv, check);
    }
    const name = brand ? brand.brand : '';
    if (!place || name === shown) return;
    if (shown) place.classList.remove(`brand-${shown}`);
    if (name) place.classList.add(`brand-${name}`);
    place.textContent = brand ? brand.name : '';
    shown = name;
  };
  number?.addEventListener('input', follow);
  number?.addEventListener('change', follow);
  follow();
}
