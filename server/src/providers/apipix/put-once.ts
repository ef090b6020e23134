import type { Answer } from '../provider.ts';
import type { Outcome } from './client.ts';
import { noOf, reasonOf, refused, unavailable, verdictOn } from './verdict.ts';

export type PutOnce<Thing, Means> = {
  put(): Promise<Outcome>;
  /** Reads the same thing by the name we gave it. */
  get(): Promise<Outcome>;
  /** Null when the body is not the thing. */
  read(body: unknown): Thing | null;
  /** Whether what is there is what we asked for. */
  judge(thing: Thing): Answer<Means>;
  /** What must not appear in a reason. */
  hidden: readonly string[];
};

/**
 * Makes something at the PSP under our own name for it. After an unknown outcome it is never simply repeated: what is there is read
 * first, and only when there is nothing it is asked for again, once. A refusal is checked in the same way, because
 * an earlier call may already have made what is refused; a refusal of the repetition says nothing about the first call.
 */
export async function putOnce<Thing, Means>(
  steps: PutOnce<Thing, Means>,
  mayRepeat = true,
): Promise<Answer<Means>> {
  const outcome = await steps.put();
  const verdict = verdictOn(outcome);
  const made = verdict === 'done' ? thingIn(outcome, steps) : null;
  if (made !== null) return steps.judge(made);
  if (verdict === 'unavailable') return noOf(outcome, steps.hidden);
  const found = await findThing(steps);
  if (!found.ok) return unavailable(reasonOf(outcome, steps.hidden));
  if (found.thing !== null) return steps.judge(found.thing);
  if (!mayRepeat) return unavailable(reasonOf(outcome, steps.hidden));
  if (verdict === 'refused' || verdict === 'absent') return refused(reasonOf(outcome, steps.hidden));
  return putOnce(steps, false);
}

/** Null: there is none by this name. */
export async function findThing<Thing>(
  steps: Pick<PutOnce<Thing, unknown>, 'get' | 'read'>,
): Promise<Answer<{ thing: Thing | null }>> {
  const outcome = await steps.get();
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, thing: null };
  if (verdict !== 'done') return noOf(outcome);
  const thing = thingIn(outcome, steps);
  return thing === null ? unavailable('an answer that cannot be read') : { ok: true, thing };
}

function thingIn<Thing>(outcome: Outcome, { read }: Pick<PutOnce<Thing, unknown>, 'read'>): Thing | null {
  return outcome.kind === 'answered' ? read(outcome.body) : null;
}
