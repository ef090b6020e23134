import { addDays, type CivilDate, isCivilDate } from '../../brazil/calendar.ts';
import { type Cents, cents } from '../../kit/money.ts';
import type { CardSettlements, SettlementRow } from '../card.ts';
import { asRecord, asText, asWhole } from '../http/tolerant.ts';
import { reasonOf, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import { readList } from './answers.ts';
import { type Calling, calling, type Pagarme } from './client.ts';

type Period = Parameters<CardSettlements['settlementsIn']>[0];
type Page = Awaited<ReturnType<CardSettlements['settlementsIn']>>;

const PAGE_SIZE = 100;
/** Of one day: fifty thousand rows. */
const MAX_WALK = 500;

/**
 * One page is one day: the acquirer's own pages have marks instead of numbers, each good for one walk. Its days are
 * asked for with the next one as their end, whether it counts the end or not.
 */
export async function settlementsIn(pagarme: Pagarme, { from, until, page }: Period): Promise<Page> {
  const day = addDays(from, page);
  const read = await rowsOf(pagarme, calling(pagarme), day);
  if (!read.ok) return read;
  const rows = [...new Map(read.rows.map((row) => [row.settlementReference, row])).values()];
  return { ok: true, rows, nextPage: day < until ? page + 1 : null };
}

async function rowsOf(
  pagarme: Pagarme,
  call: Calling,
  day: CivilDate,
): Promise<Answer<{ rows: SettlementRow[] }>> {
  const { recipient, name: provider } = pagarme.config;
  const rows: SettlementRow[] = [];
  let cursor: string | null = null;
  let unreadable = 0;
  for (let walked = 0; walked < MAX_WALK; walked += 1) {
    const outcome = await call({
      ...{ operation: 'settlements', method: 'GET', path: ['payables'] },
      query: {
        ...{ payment_date_since: day, payment_date_until: addDays(day, 1), size: String(PAGE_SIZE) },
        ...(recipient === null ? {} : { recipient_id: recipient }),
        ...(cursor === null ? {} : { cursor }),
      },
    });
    if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return unavailable(reasonOf(outcome));
    const found = readList(outcome.body, readPayable);
    if (!found) return unavailable('an answer that cannot be read');
    unreadable += found.filter((payable) => payable === null).length;
    rows.push(...found.flatMap((payable) => (payable?.row?.expectedOn === day ? [payable.row] : [])));
    cursor = asText(asRecord(asRecord(outcome.body).paging).forward_cursor) || null;
    if (cursor !== null) continue;
    if (unreadable > 0) pagarme.log.error({ provider, day, unreadable }, 'payables that cannot be read');
    return { ok: true, rows };
  }
  return unavailable(`more payables on ${day} than can be read`);
}

const KINDS: Readonly<Record<string, SettlementRow['kind']>> = {
  credit: 'payment',
  refund: 'refund',
  refund_reversal: 'refund',
  chargeback: 'chargeback',
  chargeback_refund: 'chargeback',
};

/**
 * Null: not in a known form. A row of no charge is an adjustment of the account, which is no payment. Gross and
 * fee are what they move for the seller: negative where money goes back.
 */
export function readPayable(value: unknown): { row: SettlementRow | null } | null {
  const payable = asRecord(value);
  const id = asText(payable.id);
  const expectedOn = asDay(payable.payment_date);
  const kind = KINDS[asText(payable.type) ?? ''];
  const gross = asSigned(payable.amount);
  const fees = [payable.fee, payable.anticipation_fee, payable.fraud_coverage_fee].map(asFee);
  if (!id || !expectedOn || gross === null || fees.includes(null)) return null;
  const providerReference = asText(payable.charge_id);
  if (!providerReference) return { row: null };
  if (!kind) return null;
  const feeCents = cents(fees.reduce<bigint>((sum, fee) => sum + (fee ?? 0n), 0n));
  return {
    row: {
      ...{ settlementReference: id, providerReference, kind, grossCents: gross, feeCents, expectedOn },
      installment: asWhole(payable.installment) ?? 1,
      settledOn: asText(payable.status) === 'paid' ? expectedOn : null,
    },
  };
}

/** The day as it is written: midnight is that of São Paulo, whatever zone stands beside it. */
function asDay(value: unknown): CivilDate | null {
  const day = (asText(value) ?? '').slice(0, 'YYYY-MM-DD'.length);
  return isCivilDate(day) ? day : null;
}

function asSigned(value: unknown): Cents | null {
  const text = asText(value) ?? '';
  return /^-?\d{1,15}$/.test(text) ? cents(BigInt(text)) : null;
}

function asFee(value: unknown): bigint | null {
  return value === null || value === undefined ? 0n : asSigned(value);
}
