import { showAlert } from './once.ts';

/** What the total depends on. */
const PRICED = ['quantity', 'value'];
/** What it does not: a card's data are sent once, to be paid with. */
const NEVER_SENT = ['number', 'cvv', 'holder', 'holder_document', 'expiry', 'document'];

/** The server calculates: the form is sent to be shown again, and the parts that depend on it are replaced. */
export function enhanceTotals(): void {
  for (const form of document.forms) {
    if (!form.querySelector('[data-total]')) continue;
    const quiet = form.querySelector<HTMLButtonElement>('[data-total=quiet]');
    if (quiet) quiet.hidden = true;
    form.addEventListener('change', ({ target }) => {
      if (quiet && PRICED.includes((target as HTMLInputElement).name)) void refresh(form, quiet);
    });
    form.addEventListener('keydown', (event) => {
      const { id } = event.target as HTMLElement;
      if (event.key !== 'Enter' || id !== 'coupon') return;
      event.preventDefault();
      document.getElementById('coupon-button')?.click();
    });
    form.addEventListener('click', (event) => {
      const pressed = (event.target as Element).closest<HTMLButtonElement>('[data-total]');
      if (!pressed) return;
      event.preventDefault();
      void refresh(form, pressed);
    });
  }
}

/** The link has closed. */
const GONE = 410;

let latest = 0;

async function refresh(form: HTMLFormElement, button: HTMLButtonElement): Promise<void> {
  latest += 1;
  const own = latest;
  const sent = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (!NEVER_SENT.includes(name)) sent.append(name, String(value));
  }
  if (button.name) sent.append(button.name, button.value);
  showAlert(button, '');
  try {
    const answer = await fetch(button.formAction, { method: 'POST', body: sent });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    // A later change has been sent meanwhile.
    if (own !== latest) return;
    if (answer.status === GONE) location.reload();
    else if (page.querySelector('[data-total]')) replaceParts(page);
    else throw new Error('another page');
  } catch {
    if (own === latest) showAlert(button, button.dataset.notAnswered || '');
  }
}

function replaceParts(page: Document): void {
  const focused = document.activeElement?.id;
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const fresh = page.querySelector<HTMLElement>(`[data-part=${part.dataset.part}]`);
    if (!fresh) continue;
    if (part instanceof HTMLInputElement) part.value = (fresh as HTMLInputElement).value;
    else if (!part.isEqualNode(fresh)) part.replaceChildren(...fresh.childNodes);
    part.className = fresh.className;
  }
  const again = focused && document.getElementById(focused);
  if (again && again !== document.activeElement) again.focus();
}
