import type { Deps } from '../http/deps.ts';
import type { JobHandlers } from '../jobs/run.ts';
import { findCharge } from './find.ts';
import { resolveAttempt } from './pay-by-card.ts';
import { sendRefund } from './refund.ts';
import { returnStray } from './strays.ts';

export function chargeJobs(deps: Deps): JobHandlers {
  return {
    'stray.return': (job) => returnStray(deps, job),
    'refund.send': (job) => sendRefund(deps, job),
    'card.resolve': (job) => resolveAttempt(deps, job, (accountId, id) => findCharge(deps.db, accountId, id)),
  };
}
