const SECOND_MS = 1_000;

/** After a payment the receipt leads back to the seller by itself, unless the payer stays. */
export function enhanceReturn(): void {
  const place = document.querySelector<HTMLElement>('[data-return]');
  const text = place?.querySelector('[role=timer]');
  const stay = place?.querySelector('button');
  const link = document.querySelector<HTMLAnchorElement>('a[data-return-link]');
  if (!place || !text || !stay || !link) return;
  // Reloaded or opened again later, the page stays.
  history.replaceState(null, '', withoutPaid(location.href));
  let seconds = Number(place.dataset.return);
  const show = () => {
    text.textContent = (place.dataset.returnText || '').replace('{time}', String(seconds));
  };
  const timer = window.setInterval(() => {
    // A payer who looks at another tab comes back to the receipt first.
    if (document.hidden) return;
    seconds -= 1;
    show();
    if (seconds > 0) return;
    clearInterval(timer);
    link.click();
  }, SECOND_MS);
  const end = () => {
    clearInterval(timer);
    place.hidden = true;
  };
  stay.addEventListener('click', () => {
    end();
    link.focus();
  });
  window.addEventListener('pagehide', end);
  place.hidden = false;
  show();
}

function withoutPaid(address: string): string {
  const url = new URL(address);
  url.searchParams.delete('paid');
  return url.href;
}
