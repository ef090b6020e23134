const BATCH = 512;

/**
 * Work that the gateway asks for after many refused cards on a network: it starts once the page is loaded and is usually
 * done before the form is filled in. Without crypto.subtle (a page without https) the form is sent as without script.
 */
export function enhanceWork(): void {
  const field = document.querySelector<HTMLInputElement>('input[data-work]');
  const form = field?.form;
  const formId = form?.querySelector<HTMLInputElement>('[name=form_id]')?.value;
  if (!field || !form || !formId || !crypto.subtle) return;
  let isDone = false;
  let isWanted: HTMLElement | null | undefined;
  let label: ChildNode[] = [];
  void solve(formId, Number(field.dataset.work)).then((nonce) => {
    field.value = nonce;
    isDone = true;
    if (isWanted === undefined) return;
    if (isWanted) isWanted.replaceChildren(...label);
    form.requestSubmit(isWanted);
  });
  form.addEventListener('submit', (event) => {
    const isByCard = field.parentElement?.getClientRects().length !== 0;
    if (isDone || !isByCard || event.defaultPrevented || typeof form.requestSubmit !== 'function') return;
    event.preventDefault();
    if (isWanted !== undefined) return;
    isWanted = event.submitter;
    label = isWanted ? [...isWanted.childNodes] : [];
    if (isWanted) isWanted.replaceChildren(field.dataset.busy || '');
  });
}

/** A number whose SHA-256 with the form's id begins with so many zero bits. */
async function solve(formId: string, bits: number): Promise<string> {
  const encoder = new TextEncoder();
  await pageLoaded();
  for (let first = 0; ; first += BATCH) {
    const nonces = Array.from({ length: BATCH }, (_, index) => String(first + index));
    const digests = await Promise.all(
      nonces.map((nonce) => crypto.subtle.digest('SHA-256', encoder.encode(`${formId}:${nonce}`))),
    );
    const found = digests.findIndex((digest) => new DataView(digest).getUint32(0) >>> (32 - bits) === 0);
    if (found >= 0) return nonces[found] || '';
    await breath();
  }
}

/** Fonts, pictures and the live line come first: the work would hold them up on a slow phone. */
async function pageLoaded(): Promise<void> {
  if (document.readyState === 'complete') return;
  await new Promise((done) => window.addEventListener('load', done, { once: true }));
}

/** Lets keys that were pressed reach their fields. */
const breath = () => new Promise((done) => setTimeout(done));
