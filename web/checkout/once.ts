import { announce } from './announce.ts';

/** A page that did not change by then was not sent, or the payer stopped it: the button may be pressed again. */
const LONGEST_MS = 20_000;

const release = new Map<HTMLFormElement, () => void>();

export function isSending(): boolean {
  return release.size > 0;
}

/** One press, one payment: the server would take a second for the same act, but the payer need not wonder. */
export function enhanceOnceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      if (release.has(form)) event.preventDefault();
      else if (navigator.onLine) hold(form, event);
      else stay(event);
    });
  }
  // Back from the next page, the browser shows this one as it was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) for (const letGo of [...release.values()]) letGo();
  });
}

/** Without a connection the browser would put its own error page in the place of what was typed. */
function stay(event: SubmitEvent): void {
  event.preventDefault();
  const banner = document.querySelector<HTMLElement>('[data-offline]');
  if (!banner) return;
  banner.hidden = false;
  announce(banner.textContent ?? '');
}

/** Not disabled: the name and value of a disabled button are not sent. */
function hold(form: HTMLFormElement, event: SubmitEvent): void {
  const button = event.submitter || form.querySelector<HTMLElement>('[type=submit], button:not([type])');
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
