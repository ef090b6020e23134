let region: HTMLElement | undefined;

/** A live region for screen readers. It must exist before text is added. */
export function prepareAnnouncements(): void {
  region = document.createElement('p');
  region.setAttribute('aria-live', 'polite');
  Object.assign(region.style, {
    position: 'absolute',
    width: '1px',
    height: '1px',
    margin: '-1px',
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  });
  document.body.append(region);
}

export function announce(text: string): void {
  if (region) region.textContent = text;
}
