/** A request under way changes this browser's session, and leads to a page of the new one. */
let isChanging = false;

/** Until that page is there, the refusals of other requests, which know the former session, lead nowhere else. */
export async function changeSession<T>(send: () => Promise<T>): Promise<T> {
  isChanging = true;
  try {
    return await send();
  } catch (error) {
    endSessionChange();
    throw error;
  }
}

export function isSessionChanging(): boolean {
  return isChanging;
}

/** Also when a page that was left comes back from the browser's memory. */
export function endSessionChange(): void {
  isChanging = false;
}
