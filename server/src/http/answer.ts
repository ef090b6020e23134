import type { FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '../kit/errors.ts';
import type { Answer, Reader, Rendered } from '../write/answer.ts';

/** The answer to one request: rendered inside the transaction of its operation, sent after the commit. */
export type RequestAnswer<R> = Answer<R> & {
  /** Sends the bytes that were rendered, and stored if the request has an idempotency key. */
  send(): FastifyReply;
};

/**
 * For a POST: `present` shapes the result, the route's schema serialises it. It is rendered inside the operation, so that
 * the answer of an idempotency key is committed together with its effects.
 */
export function answerTo<R>(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  present: (result: R, reader: Reader) => unknown,
): RequestAnswer<R> {
  let rendered: Rendered | null = null;
  return {
    claim: request.keyClaim,
    async render(result, reader) {
      const shown = await present(result, reader);
      const body = reply.status(status).serialize(shown) as string;
      rendered = { status, body };
      return rendered;
    },
    send() {
      assert(rendered, 'an operation renders its answer');
      return reply
        .status(rendered.status)
        .type('application/json; charset=utf-8')
        .serializer((body: string) => body)
        .send(rendered.body);
    },
  };
}
