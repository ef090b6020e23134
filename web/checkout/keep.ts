/** Buttons to print a page, and to pass its address on where the device can. */
export function enhanceKeepButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => window.print());
  }
  if (typeof navigator.share !== 'function') return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      // Whoever closes the sheet without choosing has changed their mind; there is nothing to say.
      navigator.share({ title: document.title, url: button.dataset.share || '' }).catch(() => undefined);
    });
  }
}
