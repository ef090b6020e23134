import { createHash, timingSafeEqual } from 'node:crypto';
import type { CardHint } from '../card.ts';
import { asRecord, asWhole } from '../http/tolerant.ts';
import type { ProviderNotice } from '../provider.ts';
import { readGuid, type Sale } from './answers.ts';
import type { CieloConfig } from './config.ts';
import { givenBack } from './refunds.ts';
import { referenceOf } from './requests.ts';
import { callingSales, findSale, reportDoubles, type Sales } from './sales.ts';

/** A cancellation that was taken is not made. */
const DENIED = 5;

/** What a notice is about. Of antifraud and recurrences that Cielo keeps there are none of ours. */
const ABOUT: Readonly<Record<number, CardHint['about'] | null>> = {
  1: 'payment',
  2: null,
  3: 'payment',
  4: null,
  [DENIED]: 'payment',
  7: 'dispute',
  8: 'dispute',
};

/** Notices are not signed: each is a reason to look at the payment, and nothing else. */
export async function readNotice(sales: Sales, notice: ProviderNotice): Promise<CardHint[] | null> {
  if (!hasHeader(sales.config, notice)) return null;
  const { PaymentId, ChangeType } = asRecord(notice.body);
  const paymentId = readGuid(PaymentId);
  const about = ABOUT[asWhole(ChangeType) ?? 0];
  if (about === null) return [];
  if (paymentId === null || about === undefined) return null;
  const call = callingSales(sales);
  const found = await findSale(call, paymentId);
  const reference = found.ok && found.sale?.order ? referenceOf(found.sale.order) : null;
  if (reference !== null) await reportDoubles(sales, call, reference);
  if (asWhole(ChangeType) === DENIED && found.ok && found.sale) reportDenied(sales, found.sale);
  // Of a payment without an end only the order is known here.
  return [reference === null ? { providerReference: paymentId, about } : { reference, about }];
}

/** What was given back may be recorded as such: an operator compares. */
function reportDenied({ log, config }: Sales, sale: Sale): void {
  const facts = { provider: config.name, payment: sale.paymentId, given_back: givenBack(sale).toString() };
  log.error(facts, 'the acquirer denies a cancellation that it had taken');
}

function hasHeader({ noticeHeader }: CieloConfig, { headers }: ProviderNotice): boolean {
  if (!noticeHeader) return true;
  const given = headers[noticeHeader.name];
  return typeof given === 'string' && isSame(given, noticeHeader.value.reveal());
}

/** Digests are of one length, whatever was sent. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
