import { isReachable } from './reachable.ts';

/** If the page has not changed by then, nothing was sent or the payer stopped it: the button works again. */
const MAX_DURATION_MS = 20_000;

const release = new Map<HTMLElement, () => void>();
/** The form being submitted after the gateway has answered. */
let passing: HTMLFormElement | null = null;

export function isSending(): boolean {
  return release.size > 0;
}

/** Ignores a second click. The server would treat it as the same request anyway. */
export function enhanceOnceForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-once]')) {
    form.addEventListener('submit', (event) => {
      if (event.defaultPrevented) return;
      if (passing === form) passing = null;
      else if (release.has(form)) event.preventDefault();
      else begin(form, event);
    });
  }
  // After going back, the browser shows the page as it was left.
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) for (const releaseButton of [...release.values()]) releaseButton();
  });
}

/** A link that is followed only if the gateway answers; otherwise the browser would wait silently. */
export function enhanceGuardedLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-not-answered]')) {
    link.addEventListener('click', (event) => {
      // Opens in another tab: this page does not change.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!release.has(link)) void followWhereReachable(link);
    });
  }
}

async function followWhereReachable(link: HTMLAnchorElement): Promise<void> {
  showAlert(link, '');
  const ownRelease = hold(link, link);
  const mayPass = navigator.onLine && (await isReachable());
  if (release.get(link) !== ownRelease) return;
  if (mayPass) {
    location.assign(link.href);
    return;
  }
  ownRelease();
  showAlert(link, link.dataset.notAnswered || '');
}

/** If the gateway does not answer, the browser would replace the form with its own error page. */
function begin(form: HTMLFormElement, event: SubmitEvent): void {
  const { onLine } = navigator;
  showNotSent(form, !onLine);
  if (onLine) hold(form, pressedIn(form, event));
  // Without requestSubmit the form cannot be submitted later with its button, so it is not stopped.
  if (onLine && typeof form.requestSubmit !== 'function') return;
  event.preventDefault();
  if (onLine) void sendWhereReachable(form, event.submitter);
}

function pressedIn(form: HTMLFormElement, { submitter }: SubmitEvent): HTMLElement | null {
  return submitter && submitter.getClientRects().length > 0 ? submitter : buttonOf(form);
}

async function sendWhereReachable(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
  const ownRelease = release.get(form);
  const mayPass = await isReachable();
  // The payer has left and come back: the button was released.
  if (!ownRelease || release.get(form) !== ownRelease) return;
  if (mayPass) {
    passing = form;
    form.requestSubmit(submitter);
  }
  // The gateway did not answer, or the form is not valid any more.
  if (!mayPass || passing) ownRelease();
  passing = null;
  showNotSent(form, !mayPass);
}

function showNotSent(form: HTMLFormElement, isShown: boolean): void {
  const text = document.querySelector<HTMLElement>('[data-offline]')?.dataset.notSent;
  showAlert(buttonOf(form), (isShown && text) || '');
}

/** Beside the button, until it is pressed again: the payer must know that nothing was sent. */
export function showAlert(button: HTMLElement | null, text: string): void {
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

/** The one in sight: each method has its own button, and Enter presses the first of them. */
function buttonOf(form: HTMLFormElement): HTMLElement | null {
  const buttons = [
    ...form.querySelectorAll<HTMLElement>('[type=submit]:not([formaction]), button:not([type])'),
  ];
  return buttons.find((each) => each.getClientRects().length > 0) || null;
}

/** Not disabled: the name and value of a disabled button are not sent. */
function hold(pressed: HTMLElement, button: HTMLElement | null): () => void {
  const label = button ? [...button.childNodes] : [];
  const timer = window.setTimeout(() => release.get(pressed)?.(), MAX_DURATION_MS);
  button?.setAttribute('aria-busy', 'true');
  if (button?.dataset.busy) button.replaceChildren(button.dataset.busy);
  const releaseButton = () => {
    clearTimeout(timer);
    release.delete(pressed);
    button?.removeAttribute('aria-busy');
    if (button?.dataset.busy) button.replaceChildren(...label);
  };
  release.set(pressed, releaseButton);
  return releaseButton;
}
