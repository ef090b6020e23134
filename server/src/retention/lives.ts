import { DAY_MS, HOUR_MS, MINUTE_MS } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';

/** How long each kind of row is kept. */
export type Lives = {
  readonly eventsMs: number;
  readonly auditMs: number;
  readonly requestLogMs: number;
  /** After they have expired. */
  readonly sessionsMs: number;
  readonly answersMs: number;
  readonly mailsMs: number;
  /** The bytes of files for and of banks. */
  readonly bankFilesMs: number;
  /** Days that were reconciled, and their differences after they were resolved. */
  readonly reconciliationMs: number;
};

export function livesOf(config: Config): Lives {
  return {
    eventsMs: config.GUICHE_KEEP_EVENTS_DAYS * DAY_MS,
    auditMs: config.GUICHE_KEEP_AUDIT_DAYS * DAY_MS,
    requestLogMs: config.GUICHE_KEEP_REQUEST_LOG_DAYS * DAY_MS,
    sessionsMs: config.GUICHE_KEEP_SESSIONS_DAYS * DAY_MS,
    answersMs: config.GUICHE_KEEP_ANSWERS_HOURS * HOUR_MS,
    mailsMs: config.GUICHE_KEEP_MAILS_DAYS * DAY_MS,
    bankFilesMs: config.GUICHE_KEEP_BANK_FILES_DAYS * DAY_MS,
    reconciliationMs: config.GUICHE_KEEP_RECONCILIATION_DAYS * DAY_MS,
  };
}

/** Partitions per life: more would be dropped sooner after it, and every statement over all of them would cost more. */
const PARTITIONS_PER_LIFE = 3;

/** How much time a partition holds: a row is removed at the latest this long after its life. */
export function spanOf(lifeMs: number): number {
  return Math.max(MINUTE_MS, Math.floor(lifeMs / PARTITIONS_PER_LIFE / MINUTE_MS) * MINUTE_MS);
}
