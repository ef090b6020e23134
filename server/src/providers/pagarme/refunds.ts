import { DAY_MS } from '../../kit/clock.ts';
import { reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer, RefundOutcome, RefundRequest } from '../provider.ts';
import { readCharge, readList, readTransaction, type TransactionThere } from './answers.ts';
import { type Calling, calling, type Pagarme } from './client.ts';
import { keyMayHaveEnded, madeAt } from './repeats.ts';

/**
 * The reference is the key of the request. Its answer names the transaction that gives the money back, which is then
 * read: a repeated request gets its first answer, and a refund may be denied the next day. Once the key may be
 * forgotten, nothing is sent: the transaction is found by its amount and its day.
 */
export async function refund(pagarme: Pagarme, request: RefundRequest): Promise<Answer<RefundOutcome>> {
  const { reference, paymentReference, amountCents } = request;
  const call = calling(pagarme);
  if (keyMayHaveEnded(reference, pagarme.clock.now())) return findAgain(call, request);
  const outcome = await call({
    ...{ operation: 'refund', method: 'DELETE', path: ['charges', paymentReference] },
    body: { amount: Number(amountCents), operation_reference: reference },
    key: reference,
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'refused' || verdict === 'absent') return refused(reasonOf(outcome));
  const charge = verdict === 'done' && outcome.kind === 'answered' ? readCharge(outcome.body) : null;
  if (!charge?.last) return unavailable(reasonOf(outcome));
  const made = outcomeOfRefund(charge.last);
  if (made?.status !== 'pending' || charge.last.id === null) return answered(made, charge.last);
  const all = await transactionsOf(call, paymentReference);
  const { id } = charge.last;
  const now = all.ok ? all.transactions.find((each) => each.id === id) : undefined;
  return now ? answered(outcomeOfRefund(now), now) : { ok: true, ...made };
}

const DONE = ['refunded', 'partial_refunded', 'voided', 'partial_void'];
const PENDING = ['pending_refund', 'waiting_cancellation'];
const FAILED = ['error_on_refunding', 'error_on_voiding', 'failed', 'with_error', 'not_authorized'];

/** Null: it is no refund, or in a status that is not known. */
function outcomeOfRefund({ status, message, code }: TransactionThere): RefundOutcome | null {
  if (DONE.includes(status)) return { status: 'succeeded' };
  if (PENDING.includes(status)) return { status: 'pending' };
  if (!FAILED.includes(status)) return null;
  return { status: 'failed', reason: [code, message].filter((part) => part).join(' ') || status };
}

function answered(outcome: RefundOutcome | null, { status }: TransactionThere): Answer<RefundOutcome> {
  return outcome ? { ok: true, ...outcome } : unavailable(`a refund in the status ${status}`);
}

/** Sent within a day of its reference, or never. Nothing distinguishes two of one amount on one day. */
async function findAgain(
  call: Calling,
  { reference, paymentReference, amountCents }: RefundRequest,
): Promise<Answer<RefundOutcome>> {
  const all = await transactionsOf(call, paymentReference);
  if (!all.ok) return all;
  const from = madeAt(reference)?.getTime() ?? 0;
  const alike = all.transactions.filter(({ amountCents: own, createdAt, operation, status }) => {
    const at = createdAt?.getTime() ?? 0;
    const isRefund = operation === 'cancel' || /refund|void|cancel/.test(status);
    return isRefund && own === amountCents && at >= from - CLOCKS_DIFFER_MS && at <= from + DAY_MS;
  });
  const [first] = alike;
  if (!first) return refused('the acquirer has no such refund, and its key has ended');
  const outcomes = new Set(alike.map((each) => outcomeOfRefund(each)?.status));
  if (outcomes.size > 1)
    return unavailable('two refunds of this amount ended differently: look at the charge');
  return answered(outcomeOfRefund(first), first);
}

const CLOCKS_DIFFER_MS = 300_000;
const PAGE_SIZE = 100;

async function transactionsOf(
  call: Calling,
  charge: string,
): Promise<Answer<{ transactions: TransactionThere[] }>> {
  const outcome = await call({
    ...{ operation: 'findRefund', method: 'GET', path: ['charges', charge, 'transactions'] },
    query: { page: '1', size: String(PAGE_SIZE) },
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return unavailable(reasonOf(outcome));
  const read = readList(outcome.body, readTransaction);
  if (!read || read.includes(null)) return unavailable('an answer that cannot be read');
  return { ok: true, transactions: read.flatMap((each) => each ?? []) };
}
