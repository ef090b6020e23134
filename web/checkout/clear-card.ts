/**
 * Browsers restore form input when going back. A card number must not be restored for the next person at the screen.
 */
export function clearCardOnReturn(): void {
  window.addEventListener('pageshow', (event) => {
    if (event.persisted || isReachedByGoingBack()) clearCard();
  });
}

function isReachedByGoingBack(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation !== undefined && navigation.type === 'back_forward';
}

function clearCard(): void {
  const secrets = 'form[data-card] [data-mask="card-number"], form[data-card] [data-mask="cvv"]';
  for (const input of document.querySelectorAll<HTMLInputElement>(secrets)) {
    input.value = '';
    // Notifies the mask and the brand icon.
    input.dispatchEvent(new Event('input'));
  }
}
