/** Poll interval of a pending delivery. */
export const FOLLOW_MS = 3_000;
/** Poll interval of the delivery log. */
export const LOG_MS = 10_000;
