import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { reaisFromCents } from '../../kit/money.ts';
import { recordNotices } from '../../write/notices.ts';
import type { ChargeDeps } from '../deps.ts';
import { refusalToAnswer } from './disputes.ts';
import { findDispute } from './store.ts';

/** Looks once more: a dispute that was answered or decided needs no reminder. */
export async function remindOfDeadline(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const accountId = job.account_id;
  const { dispute_id: id } = job.payload as { dispute_id: string };
  const at = deps.clock.now();
  const dispute = await findDispute(deps.db, accountId, id);
  if (!dispute || refusalToAnswer(dispute, at)) return { done: true };
  const data = {
    dispute_id: id,
    charge_id: dispute.chargeId,
    amount: reaisFromCents(dispute.amountCents),
    answer_by: dispute.answerBy.toISOString(),
  };
  const source = `dispute:${id}:deadline`;
  await recordNotices(deps.db, [{ accountId, kind: 'dispute_deadline', userId: null, data, source, at }]);
  return { done: true };
}
