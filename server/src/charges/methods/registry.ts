import type { BillingType } from '../charge.ts';
import { cardEndsAt } from '../rules/link-charges.ts';
import { boleto } from './boleto.ts';
import type { Method } from './method.ts';
import { pix } from './pix.ts';

/** The payer fills these in on the hosted page; there is nothing to prepare. */
const onThePage: Method = async () => ({});

const card: Method = async (_, { charge }) => ({ dueAt: cardEndsAt(charge, charge.createdAt) });

export const methods: Readonly<Record<BillingType, Method>> = {
  PIX: pix,
  BOLETO: boleto,
  CREDIT_CARD: card,
  UNDEFINED: onThePage,
};
