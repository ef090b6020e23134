/** Buttons to print a page, and to share its address if the device can. */
export function enhancePrintAndShare(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => window.print());
  }
  if (typeof navigator.share !== 'function') return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      // Closing the share sheet is not an error.
      navigator.share({ title: document.title, url: button.dataset.share || '' }).catch(() => undefined);
    });
  }
}
