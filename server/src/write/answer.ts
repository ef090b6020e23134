import { updateKnown } from '../db/distributed/taken-over.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { AnswerSeal } from './answer-seal.ts';

/** An idempotency key claimed by this request until its lease ends. */
export type KeyClaim = {
  readonly accountId: string;
  readonly key: string;
  /** The id of the object that the request creates, the same in every run under this key. */
  readonly objectId: string;
  /** The answer is committed. */
  isStored: boolean;
  /** A part of what was asked is committed, with a provisional answer. */
  isBegun: boolean;
};

export type Rendered = { readonly status: number; readonly body: string };

/** How the result of an operation is answered: rendered inside the transaction and stored with it under the key. */
export type Answer<R> = {
  readonly claim: KeyClaim | null;
  /** May read further data for the answer, within the transaction. */
  render(result: R, reader: Reader): Rendered | Promise<Rendered>;
};

export type Reader = Pick<Tx, 'query'>;

/** Another run under the same key has finished: its answer is used, and this run must change nothing. */
export class ClaimLost extends Error {
  constructor() {
    super('another run under the same idempotency key has answered');
  }
}

const storeFinal = statement(
  'answers.store',
  `update idempotency_keys
   set state = 'done',
       answer_status = $4,
       answer_box = $5
   where account_id = $1
     and key = $2
     and object_id = $3
     and state = 'running'
   returning key`,
);

// The key stays running: this answer is used only if the process ends before the final one.
const storeProvisional = statement(
  'answers.store_provisional',
  `update idempotency_keys
   set answer_status = $4,
       answer_box = $5
   where account_id = $1
     and key = $2
     and object_id = $3
     and state = 'running'
   returning key`,
);

/**
 * Stores an answer in the transaction of its effects. `provisional`: a provider is called next, and this answer is used
 * only if the process ends before the final one.
 */
export async function storeAnswer(
  tx: Pick<Tx, 'query'>,
  seal: AnswerSeal,
  claim: KeyClaim,
  { status, body }: Rendered,
  standing: 'final' | 'provisional',
): Promise<void> {
  const { accountId, key, objectId } = claim;
  const stored = await updateKnown(tx, standing === 'final' ? storeFinal : storeProvisional, [
    accountId,
    key,
    objectId,
    status,
    seal.seal(body),
  ]);
  if (stored.length === 0) throw new ClaimLost();
}
