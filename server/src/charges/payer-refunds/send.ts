import type { Actor } from '../../audit/record.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert, notFound } from '../../kit/errors.ts';
import { openText, sealText } from '../../kit/sealed-text.ts';
import type { PayoutAtBank, PayoutProvider, PayoutRequest } from '../../providers/payout.ts';
import type { Answer as ProviderAnswer } from '../../providers/provider.ts';
import type { Answer } from '../../write/answer.ts';
import type { ChargeDeps } from '../deps.ts';
import { findCharge } from '../find.ts';
import { recordReturn } from '../payments/strays.ts';
import { concludeRefund } from '../refunds/outcome.ts';
import {
  decideEnd,
  decideKey,
  decidePaidByHand,
  decideRefusedByHand,
  decideReminder,
  type Ended,
  type KeyTaken,
} from './decide.ts';
import {
  findPayerRefund,
  lockPayerRefund,
  ownerOfPayerRefund,
  type PayerRefund,
  payoutReference,
} from './store.ts';

/** The call before this attempt of a job began minutes earlier: no call of ours lives so long. */
const CALLS_ARE_OVER_AT_ATTEMPT = 10;

type RefundKey = Pick<PayerRefund, 'accountId' | 'id'>;

const EXPIRED = 'the payer gave no PIX key in time';

/** The payer says where the money goes. */
export function takeKey(deps: ChargeDeps, { accountId, id }: RefundKey, pixKey: string): Promise<KeyTaken> {
  const context = { now: deps.clock.now(), rails: deps.rails };
  const key = { plain: pixKey, sealed: sealText(deps.vault, pixKey) };
  return deps.writer.commit({
    load: (tx) => lockPayerRefund(tx, accountId, id),
    decide: (refund) => decideKey(refund, key, context),
  });
}

/** Pays the key that was given, by one provider under one name, until it says how that ended. */
export async function sendPayerRefund(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { id, key_number: keyNumber } = job.payload as { id: string; key_number: number };
  const refund = await findPayerRefund(deps.db, job.account_id, id);
  assert(refund, 'a refund that is sent was recorded');
  if (refund.status === 'done') await giveOut(deps, refund);
  if (refund.status !== 'sending' || refund.keyNumber !== keyNumber) return { done: true };
  const provider = deps.rails.payout.find(({ name }) => name === refund.provider);
  if (!provider) return { done: false, reason: `no payout provider is named ${refund.provider}` };
  const answer = await askProvider(deps, provider, refund, job.attempts);
  if (!answer.ok && answer.kind === 'unavailable') return { done: false, reason: answer.reason };
  const state = answer.ok ? answer.payout.state : 'failed';
  if (state === 'pending' || state === 'awaiting_approval') {
    return { done: false, reason: `the payout is ${state}` };
  }
  if (state === 'succeeded') {
    await giveOut(deps, refund);
    await end(deps, refund, { status: 'done' });
    return { done: true };
  }
  const failure = (answer.ok ? answer.payout.reason : answer.reason) ?? 'the bank did not say why';
  await end(deps, refund, { status: 'waiting', failure });
  return { done: true };
}

/** Looks before it sends again. */
async function askProvider(
  deps: ChargeDeps,
  provider: PayoutProvider,
  refund: PayerRefund,
  attempts: number,
): Promise<ProviderAnswer<{ payout: PayoutAtBank }>> {
  const reference = payoutReference(refund);
  if (attempts > 1 && provider.remote) {
    const found = await provider.remote.findPayout({ reference, bankReference: null });
    if (!found.ok) return { ...found, kind: 'unavailable' };
    if (found.payout) return { ok: true, payout: found.payout };
    const said = await provider.payout(await requestFor(deps, refund, reference));
    // What an earlier call asked may still reach the bank: its refusal now would let the payer be paid by another key, too.
    const isFinal = !found.mayExist && attempts >= CALLS_ARE_OVER_AT_ATTEMPT;
    return said.ok || isFinal ? said : { ...said, kind: 'unavailable' };
  }
  return provider.payout(await requestFor(deps, refund, reference));
}

/** The owner of the key must be the payer: the bank checks it. */
async function requestFor(deps: ChargeDeps, refund: PayerRefund, reference: string): Promise<PayoutRequest> {
  const charge = await findCharge(deps, refund.accountId, refund.chargeId);
  assert(refund.pixKey !== null && charge?.customer?.cpf_cnpj, 'a boleto has a payer, and the key was given');
  return {
    reference,
    amountCents: refund.amountCents,
    pixKey: openText(deps.vault, refund.pixKey),
    ownerDocument: openText(deps.vault, charge.customer.cpf_cnpj),
    description: null,
  };
}

/** The payer has the money: it leaves the ledger once. */
async function giveOut(deps: ChargeDeps, { accountId, id, chargeId, kind }: PayerRefund): Promise<void> {
  const outcome = { status: 'succeeded' as const };
  if (kind === 'refund') await concludeRefund(deps, { accountId, chargeId, id }, outcome);
  else await recordReturn(deps, accountId, { id, reference: '' }, outcome);
}

async function end(
  deps: ChargeDeps,
  { accountId, id, keyNumber }: PayerRefund,
  ended: Ended,
): Promise<boolean> {
  const now = deps.clock.now();
  return deps.writer.commit({
    load: (tx) => lockPayerRefund(tx, accountId, id),
    decide: (refund) => decideEnd(refund, { keyNumber, now }, ended),
  });
}

/** Before the page ends. */
export async function remindPayer(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { id } = job.payload as { id: string };
  const now = deps.clock.now();
  await deps.writer.commit({
    load: (tx) => lockPayerRefund(tx, job.account_id, id),
    decide: (refund) => decideReminder(refund, now),
  });
  return { done: true };
}

/** No key was given: the seller has the money again. */
export async function expirePayerRefund(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { id } = job.payload as { id: string };
  const refund = await findPayerRefund(deps.db, job.account_id, id);
  assert(refund, 'a refund that expires was recorded');
  if (refund.status === 'done') return { done: true };
  if (!(await end(deps, refund, { status: 'expired' }))) {
    return { done: false, reason: 'a PIX key was given, and how that ends is not known yet' };
  }
  const { accountId, chargeId } = refund;
  await concludeRefund(deps, { accountId, chargeId, id }, { status: 'failed', reason: EXPIRED });
  return { done: true };
}

/** The key is not the payer's, an operator says. */
export async function refuseByHand(
  deps: ChargeDeps,
  id: string,
  refusal: { reason: string; actor: Actor },
  answer: Answer<PayerRefund>,
): Promise<void> {
  const accountId = await ownerOfPayerRefund(deps.db, id);
  if (!accountId) throw notFound('Payer refund');
  const now = deps.clock.now();
  await deps.writer.commit(
    {
      load: (tx) => lockPayerRefund(tx, accountId, id),
      decide: (refund) => decideRefusedByHand(refund, refusal, now),
    },
    answer,
  );
}

/** Where no provider pays, an operator does so at a bank and records it. */
export async function recordPaidByHand(
  deps: ChargeDeps,
  id: string,
  reference: string,
  actor: Actor,
  answer: Answer<PayerRefund>,
): Promise<PayerRefund> {
  const accountId = await ownerOfPayerRefund(deps.db, id);
  if (!accountId) throw notFound('Payer refund');
  const now = deps.clock.now();
  const paid = await deps.writer.commit(
    {
      load: (tx) => lockPayerRefund(tx, accountId, id),
      decide: (refund) => decidePaidByHand(refund, reference, actor, now),
    },
    answer,
  );
  await giveOut(deps, paid);
  return paid;
}
