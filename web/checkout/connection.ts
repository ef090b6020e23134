/** The banner that says the connection is gone. Two failures in a row count as much as the browser's own word. */
const FAILURES_TO_TELL = 2;

export type Connection = {
  readonly isOnline: () => boolean;
  readonly succeeded: () => void;
  readonly failed: () => void;
};

export function watchConnection(onBack: () => void, onGone: () => void): Connection {
  const banner = document.querySelector<HTMLElement>('[data-offline]');
  let failures = 0;
  const isOnline = () => navigator.onLine;
  const show = () => {
    if (banner) banner.hidden = isOnline() && failures < FAILURES_TO_TELL;
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
