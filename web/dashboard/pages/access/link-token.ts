import { useState } from 'react';

/**
 * The token of a link from a mail. It stands after `#`, where no server sees it, and is taken out of the address, so that
 * it stays neither in the browser's history nor on the screen.
 */
export function useLinkToken(): string {
  const [token] = useState(() => {
    const found = window.location.hash.slice(1);
    if (found !== '') history.replaceState(history.state, '', window.location.pathname);
    return found;
  });
  return token;
}
