import { languageOf, nextChangeMs, timeLeft } from './time-left.ts';

/** From here on the time is shown as short. */
const SHORT_MS = 5 * 60 * 1_000;

export type CountdownParts = { readonly now: () => number; readonly onEnd: () => void };

export function enhanceCountdowns(parts: CountdownParts): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-countdown]')) count(place, parts);
}

function count(place: HTMLElement, { now, onEnd }: CountdownParts): void {
  const endsAt = Date.parse(place.dataset.countdown || '');
  if (Number.isNaN(endsAt)) return;
  const { countdownText = '{time}', countdownEnded = '' } = place.dataset;
  const language = languageOf(document.documentElement.lang);
  let timer = 0;
  let isOver = false;
  const show = () => {
    clearTimeout(timer);
    const leftMs = endsAt - now();
    if (leftMs > 0) {
      place.classList.toggle('short', leftMs <= SHORT_MS);
      place.textContent = countdownText.replace('{time}', timeLeft(leftMs, language));
      timer = window.setTimeout(show, nextChangeMs(leftMs));
    } else if (!isOver) {
      isOver = true;
      place.textContent = countdownEnded;
      onEnd();
    }
  };
  place.hidden = false;
  show();
  // After sleep, a phone shows an old text.
  document.addEventListener('visibilitychange', show);
  window.addEventListener('pageshow', show);
}
