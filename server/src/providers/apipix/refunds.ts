import { findThing, putOnce } from '../http/put-once.ts';
import { refused } from '../http/verdict.ts';
import type { Answer, PixRefund, RefundOutcome, RefundRequest } from '../provider.ts';
import { calling, type Psp } from './charges.ts';
import type { Call } from './client.ts';
import { refundBody } from './requests.ts';
import { readRefund } from './translate.ts';

/**
 * Refunds a payment under our own reference. The reference is looked up before it is sent: this may be a second request,
 * and preventing a double refund must not depend on the PSP.
 */
export async function refund(psp: Psp, request: RefundRequest): Promise<Answer<RefundOutcome>> {
  const call = calling(psp);
  const at: Pick<Call, 'resource' | 'path'> = {
    resource: 'pix',
    path: [request.paymentReference, 'devolucao', request.reference],
  };
  const steps = {
    put: () => call({ operation: 'refund', method: 'PUT', ...at, body: refundBody(request.amountCents) }),
    get: () => call({ operation: 'findRefund', method: 'GET', ...at }),
    read: readRefund,
    judge: (found: PixRefund) => outcomeOf(found, request),
    hidden: [],
  };
  const earlier = await findThing(steps);
  if (!earlier.ok && earlier.kind === 'unavailable') return earlier;
  if (earlier.ok && earlier.thing) return steps.judge(earlier.thing);
  return putOnce(steps);
}

function outcomeOf(found: PixRefund, request: RefundRequest): Answer<RefundOutcome> {
  if (found.amountCents !== request.amountCents) return refused('another refund has this id');
  return { ok: true, status: found.status, ...(found.reason === null ? {} : { reason: found.reason }) };
}
