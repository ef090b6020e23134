import { ConnectionLost, type Db } from '../db/pool.ts';
import { Busy } from '../db/seats.ts';
import { CommitUnknown, isConflict, isUniqueViolation, runTransaction, type Tx } from '../db/transaction.ts';
import { createBatcher } from '../kit/batcher.ts';
import { MINUTE_MS, monotonicMs, pause, SECOND_MS } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { Vault } from '../kit/secrets.ts';
import { BalanceTooLow } from '../ledger/post.ts';
import { type Answer, storeAnswer } from './answer.ts';
import type { AnswerSeal } from './answer-seal.ts';
import { applyEffects, type Committed, isThere, named, type Proof, proofOf } from './apply.ts';
import { type Decision, isRefusal } from './effects.ts';

/** An operation on money or state: the state it reads, and its decision. */
export type Operation<S, R> = {
  /** Reads with locks, in the one order: charges by id; products, links, withdrawals; never balances. */
  load(tx: Tx): Promise<S>;
  /** Pure: the same state gives the same decision. */
  decide(state: S): Decision<R>;
  /** The error when an account in `mustCover` would go below zero. Default: INSUFFICIENT_BALANCE. */
  ifBalanceTooLow?(state: S, accountId: string): Error;
};

/** Work of many callers in one statement: new charges, plain payments. */
export type Batch<I, R, D extends { db: Db }> = {
  readonly name: string;
  readonly maxItems: number;
  accountOf(item: I): string;
  /** One output per item, in order. Idempotent: a second run finds the result of the first. */
  run(deps: D, items: readonly I[]): Promise<R[]>;
};

export type WriterParts = {
  readonly db: Db;
  readonly answerSeal: AnswerSeal;
  /** Seals the addresses of mails. */
  readonly vault: Vault;
  readonly ids: Ids;
  readonly log: Log;
  /** Wakes workers and pages. Only a hint: the next poll finds what it misses. */
  readonly onCommitted: (committed: Committed) => void;
};

const MAX_TRIES = 6;
/** Pause after a lost connection; MAX_LOST_MS limits the total time. */
const LOST_PAUSE_MS = 100;
const MAX_LOST_MS = 5 * SECOND_MS;
/** How long the items of an account that blocked a batch run apart from those of other accounts. */
const APART_MS = 10 * MINUTE_MS;

/**
 * The only way to change money or state. The writer runs an operation: it loads the state with locks, decides, applies
 * the effects, stores the answer under the idempotency key, commits, and then wakes workers.
 */
export class Writer {
  readonly #parts: WriterParts;
  readonly #batchers = new Map<object, (item: never) => Promise<unknown>>();

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** One transaction per operation. */
  commit<S, R>(operation: Operation<S, R>, answer?: Answer<R>): Promise<R> {
    return this.#commit(operation, answer, 'final');
  }

  /** The same with a provisional answer: it is used only if this process ends before the final one. */
  commitProvisionally<S, R>(operation: Operation<S, R>, answer?: Answer<R>): Promise<R> {
    return this.#commit(operation, answer, 'provisional');
  }

  /** Stores an answer separately: nothing was changed, or a retry finds the change by its id. */
  async answer<R>(answer: Answer<R>, result: R): Promise<void> {
    const rendered = await answer.render(result, this.#parts.db);
    const { claim } = answer;
    if (!claim || claim.isStored) return;
    await storeAnswer(this.#parts.db, this.#parts.answerSeal, claim, rendered, 'final');
    claim.isStored = true;
  }

  /** Items that arrive while others run share a statement. No timer: a single item starts at once. */
  together<I, R, D extends { writer: Writer; db: Db }>(batch: Batch<I, R, D>, deps: D, item: I): Promise<R> {
    type Entry = { deps: D; item: I };
    let batcher = this.#batchers.get(batch) as ((entry: Entry) => Promise<R>) | undefined;
    if (!batcher) {
      batcher = createBatcher<Entry, R>({
        maxItems: batch.maxItems,
        keyOf: (entry) => (entry.deps.db.isDistributed ? batch.accountOf(entry.item) : batch.name),
        run: (entries, key) => {
          const items = entries.map((entry) => entry.item);
          const own = entries[0]?.deps ?? deps;
          const parts = key === batch.name ? own : { ...own, db: own.db.of(key) };
          return this.#runIdempotent(() => batch.run(parts, items));
        },
        // One seller's locked row must not keep the payments of all others waiting.
        apart: {
          isBlocked: (error) => error instanceof Busy,
          keyOf: (entry) => batch.accountOf(entry.item),
          forMs: APART_MS,
        },
      });
      this.#batchers.set(batch, batcher as (entry: never) => Promise<unknown>);
    }
    return batcher({ deps, item });
  }

  committed(committed: Committed): void {
    try {
      this.#parts.onCommitted(committed);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'workers could not be woken; they will poll');
    }
  }

  async #commit<S, R>(
    operation: Operation<S, R>,
    answer: Answer<R> | undefined,
    standing: 'final' | 'provisional',
  ): Promise<R> {
    const startedMs = monotonicMs();
    let unknown: Attempt<R> | null = null;
    let hasCollided = false;
    for (let tries = 1; ; tries += 1) {
      const attempt: Attempt<R> = { proof: null, outcome: null };
      try {
        await runTransaction(this.#parts.db, (tx) =>
          this.#attempt(tx, operation, answer, standing, attempt, unknown),
        );
        return this.#finish(attempt, answer, standing);
      } catch (error) {
        if (error instanceof CommitUnknown) unknown = attempt;
        else if (!isWorthRetrying(error, hasCollided))
          throw inDoubt(error, unknown !== null || answer?.claim?.isBegun === true);
        hasCollided ||= isUniqueViolation(error);
        if (tries >= MAX_TRIES || monotonicMs() - startedMs > MAX_LOST_MS) throw error;
        await pause(isConflict(error) ? tries * tries : LOST_PAUSE_MS * tries);
      }
    }
  }

  /**
   * Under the locks that `load` takes, an earlier try whose COMMIT reply was lost has been committed or rolled back: its
   * proof shows which.
   */
  async #attempt<S, R>(
    tx: Tx,
    operation: Operation<S, R>,
    answer: Answer<R> | undefined,
    standing: 'final' | 'provisional',
    attempt: Attempt<R>,
    unknown: Attempt<R> | null,
  ): Promise<void> {
    const state = await operation.load(tx);
    if (unknown?.proof && (await isThere(tx, unknown.proof))) {
      attempt.outcome = unknown.outcome;
      // If the reply to this COMMIT is lost too, the next try looks for the same proof.
      attempt.proof = unknown.proof;
      return;
    }
    const decision = operation.decide(state);
    if (isRefusal(decision)) throw decision;
    const effects = named(decision.effects, this.#parts);
    attempt.proof = proofOf(effects);
    const committed = await applyEffects(tx, effects).catch((error: unknown) => {
      throw error instanceof BalanceTooLow && operation.ifBalanceTooLow
        ? operation.ifBalanceTooLow(state, error.accountId)
        : error;
    });
    attempt.outcome = { result: decision.result, committed };
    const rendered = await answer?.render(decision.result, tx);
    if (answer?.claim && rendered) {
      await storeAnswer(tx, this.#parts.answerSeal, answer.claim, rendered, standing);
    }
  }

  #finish<R>({ outcome }: Attempt<R>, answer: Answer<R> | undefined, standing: string): R {
    if (!outcome) throw new Error('a committed attempt has an outcome');
    if (answer?.claim && standing === 'final') answer.claim.isStored = true;
    if (answer?.claim && standing === 'provisional') answer.claim.isBegun = true;
    this.committed(outcome.committed);
    return outcome.result;
  }

  /** A statement is atomic. When its reply is lost it is run again, and finds the result of the first run. */
  async #runIdempotent<R>(run: () => Promise<R>): Promise<R> {
    const startedMs = monotonicMs();
    for (let tries = 1; ; tries += 1) {
      try {
        return await run();
      } catch (error) {
        const isOver = tries >= MAX_TRIES || monotonicMs() - startedMs > MAX_LOST_MS;
        if (isOver || !(error instanceof ConnectionLost)) throw inDoubt(error, tries > 1);
        await pause(LOST_PAUSE_MS * tries);
      }
    }
  }
}

type Attempt<R> = {
  proof: Proof | null;
  outcome: { result: R; committed: Committed } | null;
};

/** `Busy` tells the caller that nothing was done. After a try whose end is unknown that would be too much. */
function inDoubt(error: unknown, isDoubtful: boolean): unknown {
  return isDoubtful && error instanceof Busy ? new ConnectionLost(error) : error;
}

/**
 * A retry may succeed: after a conflict with another transaction, or when the connection broke before COMMIT. After a
 * unique violation one retry is enough: the other transaction's row is found when the state is loaded again.
 */
function isWorthRetrying(error: unknown, hasCollided: boolean): boolean {
  if (isUniqueViolation(error)) return !hasCollided;
  return isConflict(error) || error instanceof ConnectionLost;
}
