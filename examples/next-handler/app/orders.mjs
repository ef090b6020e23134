/** A database in a real program. */
export const paidOrders = new Set();
