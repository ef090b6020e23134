import { expect } from 'vitest';
import type { Seller, TestGateway } from './gateway.ts';

type Terms = { card_settlement?: 'instant' | 'installments' | 'd1'; anticipation_percent?: number | null };

/** The seller gets what is paid by card with each installment, or earlier at 3 percent per month. */
export async function hasInstallments(
  gateway: TestGateway,
  { id }: Seller,
  terms: Terms = {},
): Promise<void> {
  const operator = await gateway.operator();
  const answer = await operator.call('PUT', `/api/v1/admin/accounts/${id}/fee-plan`, {
    ...{ percent: 5.99, fixed: 2.5, card_settlement: 'installments', anticipation_percent: 3 },
    ...terms,
  });
  expect(answer.status, answer.raw).toBe(200);
}

/** The id of a charge that was paid by card. */
export async function soldByCard(
  seller: Seller,
  sale: { value: number; installments?: number; split?: readonly object[] },
): Promise<string> {
  const made = await seller.call('POST', '/api/v1/charges', { billing_type: 'CREDIT_CARD', ...sale });
  const answer = await seller.call('POST', `/api/v1/sandbox/charges/${made.body.id}/pay`);
  expect(answer.status, answer.raw).toBe(200);
  return made.body.id;
}
