import { type Db, statement } from '../../db/pool.ts';
import { DAY_MS } from '../../kit/clock.ts';
import {
  type CardAnswer,
  type CardProvider,
  type CardRequest,
  type CardSource,
  type FoundCard,
  NOT_CONFIRMED,
  NOT_PROCESSED,
} from '../card.ts';
import { behaviourOfStored, sandboxVault } from './card-vault.ts';
import { behaviourOf, behaviourOfToken, refusalFor, type TestCardBehaviour } from './test-cards.ts';

/** As most acquirers hold a purchase. */
const HOLDS_FOR_MS = 5 * DAY_MS;

/** What is stored of a card request: its first answer, the one to every later query, and what became of what was held. */
type CardCall = { first: CardAnswer; later: CardAnswer; refusesCapture?: boolean; end?: HeldEnd };
/** `captured`: in cents. */
type HeldEnd = { captured: string } | 'voided';

const insertCall = statement(
  'sandbox.save_call',
  `insert into sandbox_provider_calls (reference, kind, answer)
   values ($1, $2, $3)
   on conflict (reference) do nothing
   returning reference`,
);
const selectCall = statement(
  'sandbox.find_call',
  'select answer from sandbox_provider_calls where reference = $1',
);
const endHold = statement(
  'sandbox.end_hold',
  `update sandbox_provider_calls
   set answer = (answer::jsonb || jsonb_build_object('end', $2::jsonb))::json
   where reference = $1
     and answer -> 'end' is null`,
);

export function sandboxCards(db: Db): Omit<CardProvider, 'name' | 'refundsAtOnce' | 'refund' | 'remote'> {
  return {
    takes: ['number', 'token', 'stored'],
    recognisesRepeats: true,
    mayAppearForMs: 0,
    holdsForMs: HOLDS_FOR_MS,
    vault: sandboxVault(db),
    async authorise(request) {
      const call = cardCall(request, await behaviourOfSource(db, request.source));
      const isNew = await db.query(insertCall, [request.reference, 'card', JSON.stringify(call)]);
      if (isNew.length > 0 || call.first.outcome === 'challenge') return call.first;
      return (await findCall(db, request.reference))?.later ?? call.later;
    },
    async findCard(reference): Promise<FoundCard> {
      return (await findCall(db, reference))?.later ?? { outcome: 'not_found' };
    },
    async capture({ reference, amountCents }) {
      const captured = amountCents.toString();
      const end = await ended(db, reference, { captured });
      const isCaptured = end !== null && end !== 'voided' && end.captured === captured;
      return isCaptured ? { outcome: 'captured' } : { outcome: 'refused', ...NOT_PROCESSED };
    },
    async voidAuthorisation({ reference }) {
      const end = await ended(db, reference, 'voided');
      return end === 'voided'
        ? { ok: true }
        : { ok: false, kind: 'refused', reason: 'what was held is captured, or was never held' };
    },
  };
}

/** What is held ends once: the first end stays. */
async function ended(db: Db, reference: string, end: HeldEnd): Promise<HeldEnd | null> {
  const call = await findCall(db, reference);
  if (call?.later.outcome !== 'authorised') return null;
  if (call.refusesCapture && end !== 'voided') return null;
  await db.query(endHold, [reference, JSON.stringify(end)]);
  return (await findCall(db, reference))?.end ?? null;
}

function cardCall({ reference, captures }: CardRequest, behaviour: TestCardBehaviour): CardCall {
  const providerReference = `sandbox-${reference}`;
  const taken: CardAnswer = {
    outcome: captures === 'later' ? 'authorised' : 'approved',
    providerReference,
  };
  switch (behaviour.kind) {
    case 'approve':
      return { first: taken, later: taken, refusesCapture: behaviour.refusesCapture === true };
    case 'refuse': {
      const refused: CardAnswer = { outcome: 'refused', ...refusalFor(behaviour.reason) };
      return { first: refused, later: refused };
    }
    case 'unknown':
      return {
        first: { outcome: 'unknown' },
        later:
          behaviour.afterwards === 'approve'
            ? taken
            : { outcome: 'refused', ...refusalFor('issuer_refused') },
      };
    case 'challenge':
      return {
        first: { outcome: 'challenge', step: { kind: 'simulated' } },
        later: behaviour.afterwards === 'approve' ? taken : { outcome: 'refused', ...NOT_CONFIRMED },
      };
  }
}

async function behaviourOfSource(db: Db, source: CardSource): Promise<TestCardBehaviour> {
  if (source.kind === 'stored') return behaviourOfStored(db, source.id);
  return source.kind === 'number' ? behaviourOf(source.number) : behaviourOfToken(source.token);
}

/** Null: no card was charged under this reference. */
async function findCall(db: Db, reference: string): Promise<CardCall | null> {
  const [call] = await db.query<{ answer: CardCall }>(selectCall, [reference]);
  return call?.answer ?? null;
}
