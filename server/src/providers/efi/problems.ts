import type { Outcome } from '../http/outcome.ts';
import { asRecord, asText, asWhole } from '../http/tolerant.ts';

/**
 * The host of boletos answers many refusals with status 500 and says in `code` what it means. Codes of the application
 * begin with 35 and 46.
 */
const CODE = /^(35|46)\d{5}$/;
const FAILED = 500;
const REFUSED = 400;
const NOT_SIGNED_IN = 401;
const NOT_PERMITTED = 403;
const ABSENT = 404;
const TOO_MANY = 429;

/** What is not a refusal of the request. */
const MEANINGS: Readonly<Record<string, number>> = {
  3500000: FAILED,
  3500072: FAILED,
  4600100: FAILED,
  4699999: FAILED,
  3500008: NOT_SIGNED_IN,
  3500001: NOT_PERMITTED,
  3500087: NOT_PERMITTED,
  3500010: ABSENT,
  // A limit of calls, or of boletos in a day or a month, is used up.
  3500049: TOO_MANY,
  3500055: TOO_MANY,
  4600209: TOO_MANY,
  4600211: TOO_MANY,
};

/** The outcome with the status that its code stands for, and with an error that is one text. */
export function understood(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answered' || outcome.status < REFUSED) return outcome;
  const record = asRecord(outcome.body);
  const { property, message } = asRecord(record.error_description);
  const words = [asText(property), asText(message)].filter((word) => word !== undefined);
  const body = words.length > 0 ? { ...record, error_description: words.join(': ') } : outcome.body;
  return { ...outcome, status: statusOf(outcome.status, asWhole(record.code)), body };
}

function statusOf(status: number, code: number | undefined): number {
  if (code === undefined || !CODE.test(String(code))) return status;
  return MEANINGS[code] ?? (status >= FAILED ? REFUSED : status);
}
