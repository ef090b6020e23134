import { cardBrand } from '../../brazil/cards.ts';
import { type Db, statement } from '../../db/pool.ts';
import type { CardVault, StoreCard, StoredCard } from '../card.ts';
import { behaviourOf, behaviourOfToken, refusalFor, type TestCardBehaviour } from './test-cards.ts';

/** A token does not say when its card expires; this one never does while it is of use to a test. */
const EXPIRY_OF_TOKENS = { month: 12, year: 2099 };

/** Of a card only what it does is stored, never its number. */
type Kept = StoredCard & { behaviour: TestCardBehaviour };

const insertKept = statement(
  'sandbox.store_card',
  `insert into sandbox_provider_calls (reference, kind, answer)
   values ($1, 'stored_card', $2)
   on conflict (reference) do nothing`,
);
const selectKept = statement(
  'sandbox.find_card',
  `select answer from sandbox_provider_calls where reference = $1 and kind = 'stored_card'`,
);
const deleteKept = statement(
  'sandbox.remove_card',
  `delete from sandbox_provider_calls where reference = $1 and kind = 'stored_card'`,
);

export function sandboxVault(db: Db): CardVault {
  return {
    async storeCard({ reference, source }) {
      const id = `card_${reference}`;
      const { month, year } = source.kind === 'number' ? source : EXPIRY_OF_TOKENS;
      const kept: Kept = { id, ...seenOf(source), month, year, behaviour: behaviourOfNew(source) };
      await db.query(insertKept, [id, JSON.stringify(kept)]);
      const { behaviour: _, ...card } = (await findKept(db, id)) ?? kept;
      return { ok: true, card };
    },
    async removeCard(id) {
      await db.query(deleteKept, [id]);
      return { ok: true };
    },
    async verifyCard(source) {
      if (source.kind === 'stored' && !(await findKept(db, source.id)))
        return { ok: false, kind: 'refused', reason: 'no such card' };
      const behaviour =
        source.kind === 'stored' ? await behaviourOfStored(db, source.id) : behaviourOfNew(source);
      // Without an amount nothing is insufficient: a card that only lacks money is good.
      const isRefused = behaviour.kind === 'refuse' && behaviour.reason !== 'insufficient_funds';
      return { ok: true, refusal: isRefused ? refusalFor(behaviour.reason) : null };
    },
  };
}

/** A card that was removed is unknown. */
export async function behaviourOfStored(db: Db, id: string): Promise<TestCardBehaviour> {
  return (await findKept(db, id))?.behaviour ?? { kind: 'refuse', reason: 'invalid_data' };
}

async function findKept(db: Db, id: string): Promise<Kept | null> {
  const [row] = await db.query<{ answer: Kept }>(selectKept, [id]);
  return row?.answer ?? null;
}

function behaviourOfNew(source: StoreCard['source']): TestCardBehaviour {
  return source.kind === 'number' ? behaviourOf(source.number) : behaviourOfToken(source.token);
}

function seenOf(source: StoreCard['source']): Pick<StoredCard, 'brand' | 'lastFour'> {
  if (source.kind === 'token') return { brand: source.brand, lastFour: source.lastFour };
  return { brand: cardBrand(source.number) ?? '', lastFour: source.number.slice(-4) };
}
