import type { Answer } from '../provider.ts';
import type { Outcome } from './outcome.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from './verdict.ts';

export type PutOnce<Thing, Means> = {
  put(): Promise<Outcome>;
  /** Reads the same object by our reference. */
  get(): Promise<Outcome>;
  /** Null when the body is not such an object. */
  read(body: unknown): Thing | null;
  /** Whether the object found is the one that was requested. */
  judge(thing: Thing): Answer<Means>;
  /** Texts that must not appear in a reason. */
  hidden: readonly string[];
};

/**
 * Creates an object at a provider under our own reference. After an unknown outcome the object is read first, and requested
 * again, once, only if it does not exist. A refusal is checked in the same way, because an earlier call may already have
 * created the object; a refusal of the repetition says nothing about the first call.
 */
export async function putOnce<Thing, Means>(
  steps: PutOnce<Thing, Means>,
  mayRepeat = true,
): Promise<Answer<Means>> {
  const outcome = await steps.put();
  const verdict = verdictOn(outcome);
  const made = verdict === 'done' ? thingIn(outcome, steps) : null;
  if (made !== null) return steps.judge(made);
  if (verdict === 'unavailable') return notOk(outcome, steps.hidden);
  const found = await findThing(steps);
  if (!found.ok) return unavailable(reasonOf(outcome, steps.hidden));
  if (found.thing !== null) return steps.judge(found.thing);
  if (!mayRepeat) return unavailable(reasonOf(outcome, steps.hidden));
  if (verdict === 'refused' || verdict === 'absent') return refused(reasonOf(outcome, steps.hidden));
  return putOnce(steps, false);
}

/** Null: no object with this reference. */
export async function findThing<Thing>(
  steps: Pick<PutOnce<Thing, unknown>, 'get' | 'read'>,
): Promise<Answer<{ thing: Thing | null }>> {
  const outcome = await steps.get();
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, thing: null };
  if (verdict !== 'done') return notOk(outcome);
  const thing = thingIn(outcome, steps);
  return thing === null ? unavailable('an answer that cannot be read') : { ok: true, thing };
}

function thingIn<Thing>(outcome: Outcome, { read }: Pick<PutOnce<Thing, unknown>, 'read'>): Thing | null {
  return outcome.kind === 'answered' ? read(outcome.body) : null;
}
