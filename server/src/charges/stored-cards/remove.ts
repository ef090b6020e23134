import type { Actor } from '../../audit/record.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import { cardProviderNamed } from '../../providers/rails.ts';
import { type Decision, done, type NewJobEffect, rowWrite } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { cardsBeingRemoved, findCard, type KeptCard, moveCard } from './store.ts';

export const REMOVAL_JOB = 'card.remove';

/** What is removed of a customer's cards is forgotten by the acquirers, until they have done it. */
export function removalJob(
  { accountId, customerId }: Pick<KeptCard, 'accountId' | 'customerId'>,
  runAt: Date,
): NewJobEffect {
  return { accountId, kind: REMOVAL_JOB, payload: { customer_id: customerId }, runAt };
}

/** From now on it is paid with no more; the acquirer is asked at once, and again until it has forgotten it. */
export async function removeCard(
  deps: ChargeDeps,
  { accountId, customerId, id }: Pick<KeptCard, 'accountId' | 'customerId' | 'id'>,
  actor: Actor,
): Promise<void> {
  const at = deps.clock.now();
  const removing = await deps.writer.commit({
    load: (tx) => findCard(tx, accountId, id),
    decide: (card) => decideRemoval(card, customerId, actor, at),
  });
  // The job asks again.
  await removeAtAcquirer(deps, removing).catch(() => undefined);
}

function decideRemoval(
  card: KeptCard | null,
  customerId: string,
  actor: Actor,
  at: Date,
): Decision<KeptCard> {
  if (card?.customerId !== customerId || card.status === 'removed') return notFound('Card');
  if (card.status === 'removing') return done(card);
  if (card.status === 'storing')
    return new GatewayError('INVALID_STATE', 'The payment that it is stored with has not ended');
  const { accountId, id, brand, lastFour } = card;
  return done(
    { ...card, status: 'removing' },
    {
      rows: [rowWrite(moveCard, { ...card, status: 'removing', at })],
      jobs: [removalJob(card, at)],
      audit: [
        {
          ...{
            actor,
            accountId,
            action: 'stored_card.removed',
            target: { kind: 'customer', id: customerId },
          },
          details: { card_id: id, brand, last_four: lastFour },
        },
      ],
    },
  );
}

/** Safe to run again: what is forgotten is forgotten. */
export async function removeCards(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { customer_id: customerId } = job.payload as { customer_id: string };
  for (const card of await cardsBeingRemoved(deps.db, job.account_id, customerId)) {
    const reason = await removeAtAcquirer(deps, card);
    if (reason !== null) return { done: false, reason };
  }
  return { done: true };
}

/** Null: it is forgotten there. */
async function removeAtAcquirer(deps: ChargeDeps, card: KeptCard): Promise<string | null> {
  if (card.providerCardId !== null) {
    const vault = cardProviderNamed(deps.rails, card.provider)?.vault;
    if (!vault) return `no acquirer with stored cards is named ${card.provider}`;
    const answer = await vault.removeCard(card.providerCardId);
    if (!answer.ok) return answer.reason;
  }
  const rows = [rowWrite(moveCard, { ...card, status: 'removed' as const, at: deps.clock.now() })];
  await deps.writer.commit({ load: () => Promise.resolve(), decide: () => done(undefined, { rows }) });
  return null;
}
