/**
 * Browsers fill in again what was typed when somebody goes back. A card number must not wait there for the next
 * person at the screen.
 */
export function forgetCardOnReturn(): void {
  window.addEventListener('pageshow', (event) => {
    if (event.persisted || isReachedByGoingBack()) forgetCard();
  });
}

function isReachedByGoingBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation !== undefined && navigation.type === 'back_forward';
}

function forgetCard(): void {
  const secrets = 'form[data-card] [data-mask="card-number"], form[data-card] [data-mask="cvv"]';
  for (const input of document.querySelectorAll<HTMLInputElement>(secrets)) {
    input.value = '';
    // For what follows the typing: the mask, and the brand beside the number.
    input.dispatchEvent(new Event('input'));
  }
}
