import type { Deps } from '../http/deps.ts';
import type { JobHandlers } from '../jobs/run.ts';
import { findCharge } from './find.ts';
import { resolveAttempt } from './pay-by-card.ts';
import { endPix, lookAtPix } from './pix-look.ts';
import { removePixCode } from './pix-removal.ts';
import { sendRefund } from './refund-outcome.ts';
import { returnStray } from './strays.ts';

export function chargeJobs(deps: Deps): JobHandlers {
  return {
    'stray.return': (job) => returnStray(deps, job),
    'refund.send': (job) => sendRefund(deps, job),
    'pix.look': (job) => lookAtPix(deps, job),
    'pix.end': (job) => endPix(deps, job),
    'pix.remove': (job) => removePixCode(deps, job),
    'card.resolve': (job) => resolveAttempt(deps, job, (accountId, id) => findCharge(deps.db, accountId, id)),
  };
}
