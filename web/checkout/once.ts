import { isReachable } from './reachable.ts';

/** A page that did not change by then was not sent, or the payer stopped it: the button may be pressed again. */
const MAX_DURATION_MS = 20_000;

const release = new Map<HTMLElement, () => void>();
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

/** A link that asks the gateway something: followed once it answers, or the browser would wait without a word. */
export function enhanceAskingLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-not-answered]')) {
    link.addEventListener('click', (event) => {
      // Into another tab: this page stays as it is.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!release.has(link)) void followWhereReachable(link);
    });
  }
}

async function followWhereReachable(link: HTMLAnchorElement): Promise<void> {
  tellAt(link, '');
  const held = hold(link, link);
  const mayPass = navigator.onLine && (await isReachable());
  if (release.get(link) !== held) return;
  if (mayPass) {
    location.assign(link.href);
    return;
  }
  held();
  tellAt(link, link.dataset.notAnswered || '');
}

/** Where nobody answers, the browser would put its own error page in the place of what was typed. */
function begin(form: HTMLFormElement, event: SubmitEvent): void {
  const { onLine } = navigator;
  tellNotSent(form, !onLine);
  if (onLine) hold(form, event.submitter || buttonOf(form));
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

function tellNotSent(form: HTMLFormElement, isToBeTold: boolean): void {
  const text = document.querySelector<HTMLElement>('[data-offline]')?.dataset.notSent;
  tellAt(buttonOf(form), (isToBeTold && text) || '');
}

/** Beside the button that was pressed, and until it is pressed again: a payer must know that nothing is under way. */
function tellAt(button: HTMLElement | null, text: string): void {
  const earlier = button?.previousElementSibling;
  if (earlier?.matches('[data-not-sent]')) earlier.remove();
  if (!button || !text) return;
  const place = document.createElement('div');
  place.className = 'alert';
  place.dataset.notSent = '';
  place.setAttribute('role', 'alert');
  place.append(Object.assign(document.createElement('p'), { textContent: text }));
  button.before(place);
  place.scrollIntoView({ block: 'nearest' });
}

function buttonOf(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[type=submit], button:not([type])');
}

/** Not disabled: the name and value of a disabled button are not sent. */
function hold(pressed: HTMLElement, button: HTMLElement | null): () => void {
  const label = button?.textContent ?? '';
  const timer = window.setTimeout(() => release.get(pressed)?.(), MAX_DURATION_MS);
  button?.setAttribute('aria-busy', 'true');
  if (button?.dataset.busy) button.textContent = button.dataset.busy;
  const letGo = () => {
    clearTimeout(timer);
    release.delete(pressed);
    button?.removeAttribute('aria-busy');
    if (button?.dataset.busy) button.textContent = label;
  };
  release.set(pressed, letGo);
  return letGo;
}
