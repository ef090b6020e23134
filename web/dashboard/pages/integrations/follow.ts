/** How often a delivery that is on its way is looked at again. */
export const FOLLOW_MS = 1_000;
/** How often the log of deliveries is read again by itself. */
export const LOG_MS = 10_000;
