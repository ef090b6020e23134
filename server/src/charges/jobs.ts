import type { JobHandlers } from '../jobs/run.ts';
import { cancelBoleto } from './boletos/cancel.ts';
import { resolveDueDate } from './boletos/change-due-date.ts';
import { DUE_DATE_JOB } from './boletos/decide-due-date.ts';
import { lookAtBoleto } from './boletos/look.ts';
import { registerBoleto } from './boletos/register.ts';
import { CAPTURE_JOB, resolveCapture } from './cards/capture.ts';
import { LET_GO_JOB, letGo } from './cards/let-go.ts';
import { LOOK_JOB, lookAtAttempt } from './cards/notices.ts';
import { resolveAttempt } from './cards/pay.ts';
import type { ChargeDeps } from './deps.ts';
import { DEADLINE_JOB } from './disputes/disputes.ts';
import { remindOfDeadline } from './disputes/remind.ts';
import { findCharge } from './find.ts';
import { EXPIRE_JOB, IMPORT_JOB } from './imports/import.ts';
import { expire, makeCharges } from './imports/run.ts';
import { renewPixCode } from './methods/renew.ts';
import { lookAtPayerRefund } from './payer-refunds/look.ts';
import { expirePayerRefund, remindPayer, sendPayerRefund } from './payer-refunds/send.ts';
import { returnStray } from './payments/strays.ts';
import { checkPix, endPix } from './pix/look.ts';
import { removePixCode } from './pix/removal.ts';
import { sendRefund } from './refunds/outcome.ts';
import { KEEP_JOB, keepCard } from './stored-cards/keep.ts';
import { REMOVAL_JOB, removeCards } from './stored-cards/remove.ts';

export function chargeJobs(deps: ChargeDeps): JobHandlers {
  return {
    [IMPORT_JOB]: (job) => makeCharges(deps, job),
    [EXPIRE_JOB]: (job) => expire(deps, job),
    'stray.return': (job) => returnStray(deps, job),
    'refund.send': (job) => sendRefund(deps, job),
    'boleto.register': (job) => registerBoleto(deps, job),
    [DUE_DATE_JOB]: (job) => resolveDueDate(deps, job),
    'boleto.look': (job) => lookAtBoleto(deps, job),
    'boleto.cancel': (job) => cancelBoleto(deps, job),
    'payer_refund.send': (job) => sendPayerRefund(deps, job),
    'payer_refund.remind': (job) => remindPayer(deps, job),
    'payer_refund.look': (job) => lookAtPayerRefund(deps, job),
    'payer_refund.expire': (job) => expirePayerRefund(deps, job),
    'pix.look': (job) => checkPix(deps, job),
    'pix.end': (job) => endPix(deps, job),
    'pix.remove': (job) => removePixCode(deps, job),
    'pix.renew': (job) => renewPixCode(deps, job),
    [DEADLINE_JOB]: (job) => remindOfDeadline(deps, job),
    [CAPTURE_JOB]: (job) => resolveCapture(deps, job),
    [LET_GO_JOB]: (job) => letGo(deps, job),
    [LOOK_JOB]: (job) => lookAtAttempt(deps, job),
    [KEEP_JOB]: (job) => keepCard(deps, job),
    [REMOVAL_JOB]: (job) => removeCards(deps, job),
    'card.resolve': (job) => resolveAttempt(deps, job, (accountId, id) => findCharge(deps, accountId, id)),
  };
}
