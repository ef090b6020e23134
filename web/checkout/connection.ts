/** The banner for a lost connection (reported by the browser) or an unreachable gateway (after two failures). */
const FAILURES_TO_REPORT = 2;

export type Connection = {
  readonly isOnline: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
};

export function watchConnection(onBack: () => void, onGone: () => void): Connection {
  const banner = document.querySelector<HTMLElement>('[data-offline]');
  const offline = banner?.textContent ?? '';
  let failures = 0;
  const isOnline = () => navigator.onLine;
  const show = () => {
    if (!banner) return;
    banner.hidden = isOnline() && failures < FAILURES_TO_REPORT;
    const text = (isOnline() && banner.dataset.unreachable) || offline;
    if (!banner.hidden && banner.textContent !== text) banner.textContent = text;
  };
  window.addEventListener('offline', () => {
    show();
    onGone();
  });
  window.addEventListener('online', () => {
    failures = 0;
    show();
    onBack();
  });
  show();
  return {
    isOnline,
    succeeded() {
      failures = 0;
      show();
    },
    failed() {
      failures++;
      show();
    },
  };
}
