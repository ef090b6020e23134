import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ConnectionLost } from '../db/pool.ts';
import { Busy } from '../db/seats.ts';
import { CommitUnknown } from '../db/transaction.ts';
import { SECOND_MS } from '../kit/clock.ts';
import { catalogue, type ErrorCode, GatewayError, invalidField } from '../kit/errors.ts';
import { ClaimLost } from '../write/answer.ts';
import type { RateLimit } from './rate-limit.ts';
import { SECURITY_HEADERS } from './security-headers.ts';
import { validationFailure } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The code of the error that was answered. */
    failureCode: string | null;
  }
}

/** Retry-After of a provider failure. */
const PROVIDER_BACK_SECONDS = 30;
/** Retry-After while the database is away: a restart takes a second, a failover some ten. */
const DATABASE_BACK_SECONDS = 5;
/** What is in progress is done by then, and a locked row is free or its holder was ended. */
export const ROOM_AGAIN_SECONDS = 1;

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

export function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && !isOfApi(url) && /\btext\/html\b/.test(headers.accept ?? '');
}

/** Also with different capitals: such a request comes from a program, and no page has that path. */
export function isOfApi(url: string): boolean {
  return /^\/api(?:[/?]|$)/i.test(url);
}

function send(reply: FastifyReply, error: GatewayError): FastifyReply {
  reply.request.failureCode = error.code;
  if (error.code === 'PROVIDER_UNAVAILABLE') reply.header('Retry-After', PROVIDER_BACK_SECONDS);
  if (error.code === 'UNAVAILABLE') reply.header('Retry-After', DATABASE_BACK_SECONDS);
  if (error.code === 'OVERLOADED') reply.header('Retry-After', ROOM_AGAIN_SECONDS);
  return reply
    .status(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ error: error.message, code: error.code, details: error.details });
}

function translate(error: FastifyError | GatewayError, request: FastifyRequest): GatewayError {
  if (error instanceof GatewayError) return error;
  if (error.validation) return validationFailure(error.validation, error.validationContext ?? 'body');
  if (isBadRequest(error)) return invalidField('body', badRequestMessage(error, request));
  if (error instanceof Busy) {
    request.log.warn({ err: error }, 'refused as overloaded');
    return new GatewayError('OVERLOADED');
  }
  if (error instanceof ConnectionLost || error instanceof CommitUnknown) {
    request.log.error({ err: error }, 'the database was not available for a request');
    return new GatewayError('UNAVAILABLE', undefined, { request_id: request.id });
  }
  // The caller left, or was too slow, before its body was complete: no one reads the answer.
  if (error.code === 'ECONNRESET' && request.raw.destroyed) return new GatewayError('REQUEST_TIMEOUT');
  request.log.error({ err: error }, 'unexpected error');
  return new GatewayError('INTERNAL_ERROR', undefined, { request_id: request.id });
}

/** Everything that the HTTP layer refuses (type, size, syntax) is a 400 in this API. */
function isBadRequest(error: FastifyError): boolean {
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500;
}

function badRequestMessage(error: FastifyError, { routeOptions }: FastifyRequest): string {
  const { takes } = routeOptions.config;
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return `Content-Type must be ${takes ? `one of ${takes.join(', ')}` : 'application/json'}`;
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return `must be at most ${sizeText(routeOptions.bodyLimit)}`;
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return 'must not be empty';
    default:
      return 'could not be read';
  }
}

function sizeText(bytes: number): string {
  const kilobytes = Math.floor(bytes / 1_024);
  return kilobytes < 1_024 ? `${kilobytes} KB` : `${Math.floor(kilobytes / 1_024)} MB`;
}

/** A path that cannot be decoded or is too long is a 404. No hook runs for it, so it is counted here. */
export function refuseBadPath(limit: RateLimit, unreadablePage: UnknownPage) {
  return async (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    reply.headers(SECURITY_HEADERS).header('X-Request-Id', request.id);
    if (wantsPage(request)) {
      unreadablePage(request, reply);
      return;
    }
    const counted = isOfApi(request.url) ? limit(request, reply) : Promise.resolve();
    const refusal = await counted.catch((error: GatewayError) => translate(error, request));
    send(reply, refusal ?? new GatewayError('NOT_FOUND'));
  };
}

const TIMED_OUT = ['ERR_HTTP_REQUEST_TIMEOUT', 'HPE_REQUEST_TIMEOUT'];
/** For the answer to arrive. Then the connection is closed, whatever the other side does. */
const LINGER_MS = SECOND_MS;

/**
 * What is not HTTP at all, has headers too large or does not arrive in time is answered in the same shape, on the bare
 * socket. One that has sent nothing asked for nothing: it is closed without a word.
 */
export function refuseBadRequest(commonHeaders: () => Record<string, string | number>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    const isLate = TIMED_OUT.includes(error.code ?? '');
    if (!socket.writable || (isLate && socket.bytesRead === 0)) {
      socket.destroy();
      return;
    }
    const body = isLate
      ? bodyOf('REQUEST_TIMEOUT')
      : bodyOf('VALIDATION_ERROR', 'The request could not be read');
    const headers = [
      'content-type: application/json; charset=utf-8',
      `content-length: ${body.length}`,
      ...Object.entries(commonHeaders()).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ];
    socket.end(`HTTP/1.1 400 Bad Request\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function bodyOf(code: ErrorCode, message: string = catalogue[code][1]): string {
  return JSON.stringify({ error: message, code, details: {} });
}
