const KEY = 'guiche-bank';

/** Goes on to the payer's bank without a further tap: once, so that a payer who comes back stays. */
export function goToBank(): void {
  const door = document.querySelector<HTMLElement>('[data-bank]');
  if (!door || !isFirst(door.dataset.bank || '')) return;
  // A field of the bank's may be named submit.
  if (door instanceof HTMLFormElement) HTMLFormElement.prototype.submit.call(door);
  else door.click();
}

function isFirst(attempt: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === attempt) return false;
    sessionStorage.setItem(KEY, attempt);
    return true;
  } catch {
    // Without session storage the payer taps.
    return false;
  }
}
