import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError, invalidField } from '../kit/errors.ts';
import { ClaimLost } from '../write/answer.ts';
import type { RateLimit } from './rate-limit.ts';
import { validationFailure } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was answered. */
    failureCode: string | null;
  }
}

/** Retry-After of a provider failure. */
const PROVIDER_BACK_SECONDS = 30;

/** Answers a browser that requested an unknown page. */
export type UnknownPage = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Renders every thrown error as {error, code, details}, except that a browser gets a page for an unknown address. */
export function renderErrors(
  app: FastifyInstance,
  unknownPage: UnknownPage,
  replayStored: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): void {
  app.decorateRequest('failureCode', null);
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (!(error instanceof ClaimLost)) return send(reply, translate(error, request));
    // Another run under the same idempotency key finished first: this one changed nothing and sends its answer.
    return replayStored(request, reply).catch((failure: FastifyError) =>
      send(reply, translate(failure, request)),
    );
  });
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return send(reply, new GatewayError('NOT_FOUND'));
    request.failureCode = 'NOT_FOUND';
    return unknownPage(request, reply.status(404));
  });
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !isOfApi(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Also with different capitals: such a request comes from a program, and no page has that path. */
export function isOfApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/i.test(url);
}

function send(reply: FastifyReply, error: GatewayError): FastifyReply {
  reply.request.failureCode = error.code;
  if (error.code === 'PROVIDER_UNAVAILABLE') reply.header('Retry-After', PROVIDER_BACK_SECONDS);
  return reply
    .status(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: error.message, code: error.code, details: error.details });
}

function translate(error: FastifyError | GatewayError, request: FastifyRequest): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error.validation) return validationFailure(error.validation, error.validationContext ?? 'body');
  if (isBadRequest(error)) return invalidField('body', badRequestMessage(error));
  request.log.error({ err: error }, 'unexpected error');
  return new GatewayError('INTERNAL_ERROR', undefined, { request_id: request.id });
}

/** Everything that the HTTP layer refuses (type, size, syntax) is a 400 in this API. */
function isBadRequest(error: FastifyError): boolean {
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500;
}

function badRequestMessage(error: FastifyError): string {
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return 'Content-Type must be application/json';
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return 'must be at most 64 KB';
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'must not be empty';
    default:
      return 'could not be read';
  }
}

/** A path that cannot be decoded or is too long is a 404. No hook runs for it, so it is counted here. */
export function refuseBadPath(limit: RateLimit) {
  return async (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.header('X-Request-Id', request.id);
    const counted = isOfApi(request.url) ? limit(request, reply) : Promise.resolve();
    const refusal = await counted.catch((error: GatewayError) => translate(error, request));
    send(reply, refusal ?? new GatewayError('NOT_FOUND'));
  };
}

const BAD_REQUEST = JSON.stringify({
  error: 'The request could not be read',
  code: 'VALIDATION_ERROR',
  details: {},
});

/** Invalid HTTP, or headers that are too large, get an error of the same shape, written to the socket directly. */
export function refuseBadRequest(newId: () => string) {
  return (_error: Error, socket: Socket): void => {
    if (!socket.writable) return;
    const headers = [
      'content-type: application/json; charset=utf-8',
      `content-length: ${BAD_REQUEST.length}`,
      `x-request-id: ${newId()}`,
      'connection: close',
    ];
    socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('\r\n')}\r\n\r\n${BAD_REQUEST}`);
  };
}
