import type { FastifyReply, FastifyRequest } from 'fastify';
import { assert } from '../kit/errors.ts';
import type { Answer, Reader, Rendered } from '../write/answer.ts';

/** The answer to one request: rendered inside the transaction of what it asks for, sent when that is committed. */
export type RequestAnswer<R> = Answer<R> & {
  /** Sends the bytes that were rendered, and stored if the request has an idempotency key. */
  send(): FastifyReply;
};

/**
 * For a POST: `present` shapes the result, the route's own schema writes it. The operation renders it, so that what an
 * idempotency key answers is committed with what it did.
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
