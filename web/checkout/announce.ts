let region: HTMLElement | undefined;

/** A place that screen readers watch. It must be there before anything is said in it. */
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
