import { addDays, type CivilDate, civilDateOf } from '../../brazil/calendar.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { BoletoAtBank, BoletoHint, BoletoName, BoletoPayment, BoletoRequest } from '../boleto.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer, ProviderNotice } from '../provider.ts';
import {
  type EfiBoleto,
  type ListedBoletos,
  readDetail,
  readList,
  readNoticeToken,
  readNotification,
  readRegistered,
} from './boleto-answers.ts';
import { boletoBody } from './boleto-requests.ts';
import { type Calling, calling, type EfiCall, type EfiClient } from './client.ts';
import type { EfiConfig } from './config.ts';
import { understood } from './problems.ts';

export type Charges = {
  readonly config: EfiConfig;
  readonly client: EfiClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Where Efí sends notices of each boleto; null: nowhere. */
  readonly noticeUrl: string | null;
};

const PAGE_SIZE = 100;
/** A reference has one boleto. More are the trace of a list that lagged behind. */
const MAX_PER_REFERENCE = PAGE_SIZE;

function callingCharges({ client, config }: Charges): Calling {
  const call = calling(client, config.chargesUrl, config);
  return async (each: EfiCall) => understood(await call(each));
}

/**
 * Efí has no idempotency: the reference is looked up before it is sent, and again after an outcome that is not success.
 * What is not found then may only not be listed yet, so that it is not sent a second time in this call.
 */
export async function registerBoleto(
  charges: Charges,
  request: BoletoRequest,
): Promise<Answer<{ boleto: BoletoAtBank }>> {
  const written = boletoBody(request, charges.noticeUrl);
  if (!written.ok) return refused(written.reason);
  const call = callingCharges(charges);
  const lookUp = () => findByReference(charges, call, request);
  const earlier = await lookUp();
  if (!earlier.ok) return unavailable(earlier.reason);
  if (earlier.boletos.length > 0) return judged(charges, earlier.boletos, request);
  const hidden = [request.payer.name, request.payer.document];
  const outcome = await call({
    operation: 'registerBoleto',
    method: 'POST',
    path: ['v1', 'charge', 'one-step'],
    body: written.body,
    hidden,
  });
  const verdict = verdictOn(outcome);
  const made =
    verdict === 'done' && outcome.kind === 'answered'
      ? readRegistered(outcome.body, request.reference)
      : null;
  if (made?.means) return judged(charges, [made], request);
  if (verdict === 'unavailable') return notOk(outcome, hidden);
  const later = await lookUp();
  if (later.ok && later.boletos.length > 0) return judged(charges, later.boletos, request);
  if (!later.ok || verdict === 'unknown' || verdict === 'done') return unavailable(reasonOf(outcome, hidden));
  return refused(reasonOf(outcome, hidden));
}

function judged(
  charges: Charges,
  boletos: readonly EfiBoleto[],
  request: BoletoRequest,
): Answer<{ boleto: BoletoAtBank }> {
  if (boletos.some(({ totalCents }) => totalCents !== request.amountCents)) {
    return refused('another boleto has this reference');
  }
  return { ok: true, boleto: together(charges, boletos) };
}

export async function findBoleto(
  charges: Charges,
  name: BoletoName,
): Promise<Answer<{ boleto: BoletoAtBank | null }>> {
  const found = await findAll(charges, callingCharges(charges), name);
  if (!found.ok) return found;
  return { ok: true, boleto: found.boletos.length > 0 ? together(charges, found.boletos) : null };
}

type Found = Answer<{ boletos: EfiBoleto[] }>;

/** By Efí's own number if it is known; the payment is only in the list. */
async function findAll(charges: Charges, call: Calling, name: BoletoName): Promise<Found> {
  const { bankReference } = name;
  if (bankReference === null) return findByReference(charges, call, name);
  const outcome = await call({
    operation: 'findBoleto',
    method: 'GET',
    path: ['v1', 'charge', bankReference],
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, boletos: [] };
  if (verdict !== 'done' || outcome.kind !== 'answered') return notOk(outcome);
  const boleto = readDetail(outcome.body);
  if (!boleto) return unavailable('an answer that cannot be read');
  if (!boleto.isPaid) return { ok: true, boletos: [boleto] };
  const listed = await findByReference(charges, call, name, boleto.createdOn);
  if (!listed.ok) return listed;
  const isListed = listed.boletos.some(({ chargeId }) => chargeId === boleto.chargeId);
  return { ok: true, boletos: isListed ? listed.boletos : [boleto, ...listed.boletos] };
}

/** The list goes by the day of creation at Efí. Unknown: from the day before the charge's until tomorrow. */
async function findByReference(
  charges: Charges,
  call: Calling,
  { reference, createdAt }: { reference: string; createdAt: Date },
  createdOn: CivilDate | null = null,
): Promise<Found> {
  const until = createdOn ?? civilDateOf(charges.clock.now());
  const from = createdOn ?? [civilDateOf(createdAt), until].sort()[0] ?? until;
  const listed = await listBoletos(call, {
    begin_date: addDays(from, -1),
    end_date: addDays(until, 1),
    date_of: 'creation',
    custom_id: reference,
    limit: String(MAX_PER_REFERENCE),
  });
  if (!listed.ok) return listed;
  if (listed.unreadable > 0) return unavailable('an answer that cannot be read');
  return { ok: true, boletos: listed.boletos.filter(({ customId }) => customId === reference) };
}

async function listBoletos(
  call: Calling,
  query: Readonly<Record<string, string>>,
): Promise<Answer<ListedBoletos>> {
  const outcome = await call({
    operation: 'listBoletos',
    method: 'GET',
    path: ['v1', 'charges'],
    query: { charge_type: 'billet', ...query },
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return notOk(outcome);
  const listed = readList(outcome.body, PAGE_SIZE);
  return listed ? { ok: true, ...listed } : unavailable('an answer that cannot be read');
}

const ORDER: readonly BoletoAtBank['state'][] = ['paid', 'open', 'registering', 'cancelled', 'refused'];

/** Of several with one reference, the paid one counts, else the one that can be paid; every payment is reported. */
function together({ log, config }: Charges, boletos: readonly EfiBoleto[]): BoletoAtBank {
  const sorted = [...boletos].sort(
    (a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || a.chargeId - b.chargeId,
  );
  const [first] = sorted;
  if (!first) throw new Error('a boleto is expected');
  const ids = sorted.map(({ chargeId }) => chargeId);
  if (ids.length > 1)
    log.error({ provider: config.name, charges: ids }, 'several boletos have one reference');
  const silent = sorted.filter(({ isPaid, payment }) => isPaid && !payment);
  if (silent.length > 0) {
    const charges = silent.map(({ chargeId }) => chargeId);
    log.error({ provider: config.name, charges }, 'paid boletos have no amount that can be read');
  }
  const payments = sorted.flatMap(({ payment }) => payment ?? []);
  const { state, reason, means, dueDate, chargeId } = first;
  return { state, reason, bankReference: String(chargeId), means, dueDate, payments: inOrder(payments) };
}

function inOrder(payments: readonly BoletoPayment[]): BoletoPayment[] {
  return [...payments].sort((a, b) => a.paidAt.getTime() - b.paidAt.getTime());
}

/** Every boleto of the reference that can be paid. */
export async function cancelBoleto(charges: Charges, name: BoletoName): Promise<Answer<unknown>> {
  const call = callingCharges(charges);
  const found = await findAll(charges, call, name);
  if (!found.ok) return found;
  for (const { chargeId } of found.boletos.filter(isPayable)) {
    const path = ['v1', 'charge', String(chargeId), 'cancel'];
    const outcome = await call({ operation: 'cancelBoleto', method: 'PUT', path });
    const verdict = verdictOn(outcome);
    if (verdict === 'done' || verdict === 'absent') continue;
    if (verdict === 'unavailable') return notOk(outcome);
    const now = await findAll(charges, call, { ...name, bankReference: String(chargeId) });
    if (!now.ok) return unavailable(reasonOf(outcome));
    const isOpen = now.boletos.some((boleto) => boleto.chargeId === chargeId && isPayable(boleto));
    if (isOpen) return verdict === 'refused' ? notOk(outcome) : unavailable(reasonOf(outcome));
  }
  return { ok: true };
}

function isPayable({ state }: EfiBoleto): boolean {
  return state === 'open' || state === 'registering';
}

export async function changeDueDate(
  charges: Charges,
  name: BoletoName,
  dueDate: CivilDate,
): Promise<Answer<object>> {
  const call = callingCharges(charges);
  const found = await findAll(charges, call, name);
  if (!found.ok) return found;
  const boleto = found.boletos.find(isPayable);
  if (!boleto) return refused('no boleto of this reference can be paid');
  if (boleto.dueDate === dueDate) return { ok: true };
  const path = ['v1', 'charge', String(boleto.chargeId), 'billet'];
  const outcome = await call({
    operation: 'changeDueDate',
    method: 'PUT',
    path,
    body: { expire_at: dueDate },
  });
  // The same change again does no harm: after an unknown outcome the caller repeats it.
  return verdictOn(outcome) === 'done' ? { ok: true } : notOk(outcome);
}

/** By the day of payment. Page 0 is the first; others are Efí's own numbers. */
export async function paidBoletos(
  charges: Charges,
  { from, until, page }: { from: CivilDate; until: CivilDate; page: number },
): Promise<Answer<{ payments: BoletoPayment[]; nextPage: number | null }>> {
  const listed = await listBoletos(callingCharges(charges), {
    begin_date: from,
    end_date: until,
    date_of: 'payment',
    limit: String(PAGE_SIZE),
    ...(page === 0 ? {} : { page: String(page) }),
  });
  if (!listed.ok) return listed;
  const silent = listed.boletos.filter(({ isPaid, payment }) => isPaid && !payment).length;
  if (listed.unreadable + silent > 0) {
    const unreadable = listed.unreadable + silent;
    charges.log.error({ provider: charges.config.name, unreadable }, 'paid boletos in no known form');
  }
  return {
    ok: true,
    payments: inOrder(listed.boletos.flatMap(({ payment }) => payment ?? [])),
    nextPage: listed.nextPage,
  };
}

/**
 * The notice is only a token: what changed is fetched from Efí, so that a forged notice names nothing. When it cannot be
 * fetched the notice counts as invalid; Efí sends a token again until it was fetched.
 */
export async function readNotice(
  charges: Charges,
  { rawBody }: ProviderNotice,
): Promise<BoletoHint[] | null> {
  const token = readNoticeToken(rawBody);
  if (token === null) return null;
  const call = callingCharges(charges);
  const outcome = await call({
    operation: 'readNotice',
    method: 'GET',
    path: ['v1', 'notification', token],
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return null;
  return readNotification(outcome.body);
}
