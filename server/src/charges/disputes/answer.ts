import type { Actor } from '../../audit/record.ts';
import { notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import type { Context } from '../transition.ts';
import type { Dispute } from './dispute.ts';
import {
  type ClosingState,
  decideAccepting,
  disputeAction,
  loadClosing,
  refusalToAnswer,
} from './disputes.ts';
import { saveAnswer } from './store.ts';

export type AnswerDispute = { accountId: string; id: string; text: string; by: Actor };

/** The seller's side, once and until the deadline. Operators read it, and pass it on where a provider decides. */
export async function answerDispute(
  deps: ChargeDeps,
  command: AnswerDispute,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  const { accountId, id } = command;
  if (!isId(id)) throw notFound('Dispute');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: (tx) => loadClosing(tx, accountId, id),
      decide: (state) => decideAnswer(state, command, context),
    },
    answer,
  );
}

export function decideAnswer(
  { dispute }: Pick<ClosingState, 'dispute'>,
  { text, by }: AnswerDispute,
  { now }: Context,
): Decision<Dispute> {
  if (!dispute) return notFound('Dispute');
  const refusal = refusalToAnswer(dispute, now);
  if (refusal) return refusal;
  const after: Dispute = { ...dispute, answer: text, answeredAt: now, answeredBy: by.userId };
  return done(after, {
    rows: [rowWrite(saveAnswer, after)],
    audit: [disputeAction(by, after, 'dispute.answered')],
  });
}

export async function acceptDispute(
  deps: ChargeDeps,
  { accountId, id, by }: Omit<AnswerDispute, 'text'>,
  answer?: Answer<Dispute>,
): Promise<Dispute> {
  if (!isId(id)) throw notFound('Dispute');
  const context = { now: deps.clock.now(), rails: deps.rails };
  return deps.writer.commit(
    {
      load: (tx) => loadClosing(tx, accountId, id),
      decide: (state) => decideAccepting(state, by, context),
    },
    answer,
  );
}
