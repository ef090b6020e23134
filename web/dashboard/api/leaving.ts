/** A request under way changes this browser's session, and leads to a page of the new one. */
let isChangingSession = false;

/** Until its page is there, the refusals of other requests, which know the former session, lead nowhere else. */
export async function changeSession<T>(send: () => Promise<T>): Promise<T> {
  isChangingSession = true;
  // A page that is left and comes back from the browser's memory has no such request any more.
  window.addEventListener('pageshow', end, { once: true });
  try {
    return await send();
  } catch (error) {
    end();
    throw error;
  }
}

function end(): void {
  isChangingSession = false;
}

/** To the page that a refusal leads to. */
export function leaveTo(page: string): void {
  if (!isChangingSession) window.location.assign(page);
}
