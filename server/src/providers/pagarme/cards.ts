import type {
  Capture,
  CaptureAnswer,
  CardAnswer,
  CardRequest,
  FoundCard,
  HeldAtAcquirer,
  Refusal,
} from '../card.ts';
import { NOT_PROCESSED } from '../card.ts';
import type { Outcome } from '../http/outcome.ts';
import { reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import { type ChargeThere, type OrderThere, readCharge, readList, readOrder } from './answers.ts';
import { type Calling, calling, type Pagarme, wrongFields } from './client.ts';
import { orderRequest, personsIn } from './order-requests.ts';
import { heldState, outcomeOf, refusalIn } from './outcome.ts';
import { keyMayHaveEnded } from './repeats.ts';

/**
 * The reference is the order's code and the key of its request: the same again within a day gets the first answer. What
 * may be older is looked up instead, because then the same request would charge a second time.
 */
export async function authorise(pagarme: Pagarme, request: CardRequest): Promise<CardAnswer> {
  const { config, clock, log } = pagarme;
  const call = calling(pagarme);
  const { reference } = request;
  if (keyMayHaveEnded(reference, clock.now())) {
    const earlier = await findBy(pagarme, call, reference);
    if (earlier.outcome !== 'not_found') return earlier;
  }
  const order = orderRequest(config, request);
  if (!order.ok) {
    log.warn({ provider: config.name, field: order.refusal.field }, 'a card payment lacks a field');
    return { outcome: 'refused', ...order.refusal };
  }
  const outcome = await call({
    ...{ operation: 'authorise', method: 'POST', path: ['orders'] },
    ...{ body: order.body, key: reference, hidden: personsIn(request) },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'unknown') return { outcome: 'unknown' };
  if (verdict !== 'done') return afterRefusal(pagarme, call, reference, outcome);
  const made = outcome.kind === 'answered' ? readOrder(outcome.body) : null;
  if (!made) return { outcome: 'unknown' };
  const charge = made.charges.at(-1);
  if (!charge) return outcomeWithout(made);
  const answer = outcomeOf(charge, clock.now());
  // A repeated request gets its first answer, also when the payment has ended since.
  return answer.outcome === 'unknown' ? outcomeNow(pagarme, call, charge.id) : answer;
}

/** An order that failed before anything was charged has no charge. */
function outcomeWithout({ status }: OrderThere): CardAnswer {
  return status === 'failed' ? { outcome: 'refused', ...NOT_PROCESSED } : { outcome: 'unknown' };
}

async function outcomeNow(pagarme: Pagarme, call: Calling, id: string): Promise<CardAnswer> {
  const read = await readOne(call, id);
  return read.ok && read.charge ? outcomeOf(read.charge, pagarme.clock.now()) : { outcome: 'unknown' };
}

/** The request itself was refused: an earlier one with the same reference may have been accepted. */
async function afterRefusal(
  pagarme: Pagarme,
  call: Calling,
  reference: string,
  outcome: Outcome,
): Promise<CardAnswer> {
  const { config, log } = pagarme;
  const found = await findBy(pagarme, call, reference);
  if (found.outcome !== 'not_found') return found;
  const [field] = wrongFields(outcome);
  log.error({ provider: config.name, reference, field, reason: reasonOf(outcome) }, 'an order was refused');
  return { outcome: 'refused', ...refusalOf(outcome, field) };
}

/** A wrong request is refused for its data; keys, limits and outages have nothing to do with the card. */
function refusalOf(outcome: Outcome, field: string | undefined): Refusal {
  if (verdictOn(outcome) === 'unavailable') return NOT_PROCESSED;
  const isOfCard = field !== undefined && /card|token/i.test(field);
  return {
    ...{ code: null, reason: isOfCard ? 'invalid_data' : 'not_processed', retry: 'now' },
    ...(field === undefined ? {} : { field }),
  };
}

export function findCard(pagarme: Pagarme, reference: string): Promise<FoundCard> {
  return findBy(pagarme, calling(pagarme), reference);
}

async function findBy(pagarme: Pagarme, call: Calling, reference: string): Promise<FoundCard> {
  const found = await ordersOf(call, reference);
  if (!found.ok) return { outcome: 'unknown' };
  const now = pagarme.clock.now();
  const answers = found.orders.flatMap((order) =>
    order.charges.length > 0 ? order.charges.map((charge) => outcomeOf(charge, now)) : outcomeWithout(order),
  );
  const taken = answers.filter(({ outcome }) => outcome === 'approved' || outcome === 'authorised');
  if (taken.length > 1) {
    const { name: provider } = pagarme.config;
    pagarme.log.error({ provider, reference }, 'one payment was charged twice: give one back by hand');
  }
  const open = answers.find(({ outcome }) => outcome !== 'refused');
  return taken[0] ?? open ?? answers[0] ?? { outcome: 'not_found' };
}

const PAGE_SIZE = 30;

/** Once the key of a reference has ended there may be several. A list that ignores the filter gives no other payment. */
async function ordersOf(call: Calling, reference: string): Promise<Answer<{ orders: OrderThere[] }>> {
  const outcome = await call({
    ...{ operation: 'findCard', method: 'GET', path: ['orders'] },
    query: { code: reference, page: '1', size: String(PAGE_SIZE) },
  });
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return unavailable(reasonOf(outcome));
  const listed = readList(outcome.body, readOrder);
  if (!listed || listed.includes(null)) return unavailable('an answer that cannot be read');
  const orders: OrderThere[] = [];
  for (const order of listed) {
    if (order?.code !== reference) continue;
    const whole = order.charges.length > 0 ? order : await wholeOrder(call, order.id);
    if (!whole) return unavailable('an order that cannot be read');
    orders.push(whole);
  }
  return { ok: true, orders };
}

/** The list may leave the charges out. */
async function wholeOrder(call: Calling, id: string): Promise<OrderThere | null> {
  const outcome = await call({ operation: 'findCard', method: 'GET', path: ['orders', id] });
  return verdictOn(outcome) === 'done' && outcome.kind === 'answered' ? readOrder(outcome.body) : null;
}

export async function readOne(call: Calling, id: string): Promise<Answer<{ charge: ChargeThere | null }>> {
  const outcome = await call({ operation: 'findCharge', method: 'GET', path: ['charges', id] });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, charge: null };
  const charge = verdict === 'done' && outcome.kind === 'answered' ? readCharge(outcome.body) : null;
  return charge ? { ok: true, charge } : unavailable(reasonOf(outcome));
}

/** What is known of a capture is read from the charge: a second one is refused, and says nothing of the first. */
export async function capture(
  pagarme: Pagarme,
  { reference, providerReference, amountCents }: Capture,
): Promise<CaptureAnswer> {
  const call = calling(pagarme);
  const outcome = await call({
    ...{ operation: 'capture', method: 'POST', path: ['charges', providerReference, 'capture'] },
    body: { amount: Number(amountCents), code: reference, operation_reference: reference },
    key: `${reference}-capture`,
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'unknown' || verdict === 'unavailable') return { outcome: 'unknown' };
  const made = verdict === 'done' && outcome.kind === 'answered' ? readCharge(outcome.body) : null;
  const charge = made && heldState(made) === 'taken' ? made : await chargeNow(call, providerReference);
  if (!charge) return { outcome: 'unknown' };
  switch (heldState(charge)) {
    case 'taken':
      if (capturedCents(charge) === amountCents) return { outcome: 'captured' };
      pagarme.log.error({ provider: pagarme.config.name, reference }, 'another amount was captured there');
      return { outcome: 'refused', ...NOT_PROCESSED };
    case 'let go':
      return { outcome: 'refused', ...refusalIn(charge, pagarme.clock.now()) };
    case 'held':
      return verdict === 'done' ? { outcome: 'unknown' } : { outcome: 'refused', ...NOT_PROCESSED };
    case 'unclear':
      return { outcome: 'unknown' };
  }
}

async function chargeNow(call: Calling, id: string): Promise<ChargeThere | null> {
  const read = await readOne(call, id);
  return read.ok ? read.charge : null;
}

function capturedCents({ paidCents, last, amountCents }: ChargeThere) {
  const isCapture = last?.status === 'captured' || last?.status === 'partial_capture';
  return paidCents ?? (isCapture ? last?.amountCents : null) ?? amountCents;
}

/**
 * The same request would give a captured payment back: what it is now is read first, and nothing but a hold is let go.
 * Nothing captures meanwhile, because an attempt is captured or let go.
 */
export async function voidAuthorisation(
  pagarme: Pagarme,
  { reference, providerReference }: HeldAtAcquirer,
): Promise<Answer<unknown>> {
  const call = calling(pagarme);
  const found = await heldCharge(call, reference, providerReference);
  if (!found.ok) return found;
  if (!found.charge) return { ok: true };
  const settled = stateAnswer(found.charge);
  if (settled) return settled;
  const outcome = await call({
    ...{ operation: 'void', method: 'DELETE', path: ['charges', found.charge.id] },
    body: { operation_reference: reference },
    key: `${reference}-void`,
  });
  const made = verdictOn(outcome) === 'done' && outcome.kind === 'answered' ? readCharge(outcome.body) : null;
  if (made && heldState(made) === 'let go') return { ok: true };
  const after = await chargeNow(call, found.charge.id);
  return (after && stateAnswer(after)) ?? unavailable(reasonOf(outcome));
}

/** Null: it is held, and can be let go. */
function stateAnswer(charge: ChargeThere): Answer<unknown> | null {
  switch (heldState(charge)) {
    case 'held':
      return null;
    case 'let go':
      return { ok: true };
    case 'taken':
      return refused('it was captured');
    case 'unclear':
      return unavailable(`the charge is ${charge.status}`);
  }
}

/** Without its id, which was never answered, the charge is found by our reference. */
async function heldCharge(
  call: Calling,
  reference: string,
  id: string,
): Promise<Answer<{ charge: ChargeThere | null }>> {
  if (id !== '') return readOne(call, id);
  const found = await ordersOf(call, reference);
  if (!found.ok) return found;
  const charges = found.orders.flatMap((order) => order.charges);
  const held = charges.find((charge) => heldState(charge) !== 'let go');
  return { ok: true, charge: held ?? charges[0] ?? null };
}
