import { isReachable } from './reachable.ts';

/** A page that did not change by then was not sent, or the payer stopped it: the button may be pressed again. */
const LONGEST_MS = 20_000;

const release = new Map<HTMLFormElement, () => void>();
/** The form that is being sent on, now that the gateway has answered. */
let passing: HTMLFormElement | null = null;

export function isSending(): boolean {
  return release.size > 0;
}

/** One press, one payment: the server would take a second for the same act, but the payer need not wonder. */
export function enhanceOnceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      if (passing === form) passing = null;
      else if (release.has(form)) event.preventDefault();
      else begin(form, event);
    });
  }
  // Back from the next page, the browser shows this one as it was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) for (const letGo of [...release.values()]) letGo();
  });
}

/** Where nobody answers, the browser would put its own error page in the place of what was typed. */
function begin(form: HTMLFormElement, event: SubmitEvent): void {
  const { onLine } = navigator;
  tellNotSent(form, !onLine);
  if (onLine) hold(form, event.submitter);
  // A browser that cannot send on what was stopped, with the button that was pressed, is not stopped.
  if (onLine && typeof form.requestSubmit !== 'function') return;
  event.preventDefault();
  if (onLine) void sendWhereReachable(form, event.submitter);
}

async function sendWhereReachable(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const held = release.get(form);
  const mayPass = await isReachable();
  // The payer has left and come back meanwhile: the button is theirs again.
  if (!held || release.get(form) !== held) return;
  if (mayPass) {
    passing = form;
    form.requestSubmit(submitter);
  }
  // Nobody there, or something in the form was changed and is wrong now.
  if (!mayPass || passing) held();
  passing = null;
  tellNotSent(form, !mayPass);
}

/** Beside the button that was pressed, and until it is pressed again: a payer must know that nothing is under way. */
function tellNotSent(form: HTMLFormElement, isToBeTold: boolean): void {
  form.querySelector('[data-not-sent]')?.remove();
  const text = document.querySelector<HTMLElement>('[data-offline]')?.dataset.notSent;
  if (!isToBeTold || !text) return;
  const place = document.createElement('div');
  place.className = 'alert';
  place.dataset.notSent = '';
  place.setAttribute('role', 'alert');
  place.append(Object.assign(document.createElement('p'), { textContent: text }));
  buttonOf(form)?.before(place);
  place.scrollIntoView({ block: 'nearest' });
}

function buttonOf(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[type=submit], button:not([type])');
}

/** Not disabled: the name and value of a disabled button are not sent. */
function hold(form: HTMLFormElement, submitter: HTMLElement | null): void {
  const button = submitter || buttonOf(form);
  const label = button?.textContent ?? '';
  const timer = window.setTimeout(() => release.get(form)?.(), LONGEST_MS);
  button?.setAttribute('aria-busy', 'true');
  if (button?.dataset.busy) button.textContent = button.dataset.busy;
  release.set(form, () => {
    clearTimeout(timer);
    release.delete(form);
    button?.removeAttribute('aria-busy');
    if (button?.dataset.busy) button.textContent = label;
  });
}
