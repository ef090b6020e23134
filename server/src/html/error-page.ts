import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { GatewayError } from '../kit/errors.ts';
import { type Html, html } from '../kit/html.ts';
import { notice } from './layout.ts';
import { type Page, sendPage } from './page.ts';

/** What happened, what to do, and a reference for support. Nothing of the request is shown or logged. */
export function answerError(
  page: Page,
  error: FastifyError | GatewayError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const { texts } = page;
  if (error instanceof GatewayError && error.code === 'NOT_FOUND')
    return sendPage(reply, notFoundPage(page), 404);
  const status = statusOf(error);
  const reference = html`<p class="quiet">${texts.reference(request.id)}</p>`;
  if (error instanceof GatewayError && error.code === 'RATE_LIMIT_EXCEEDED') {
    return sendPage(reply, notice(page, texts.tooManyTitle, [texts.tooManyText], reference), status);
  }
  if (status < 500) {
    return sendPage(reply, notice(page, texts.badRequestTitle, [texts.badRequestText], reference), status);
  }
  request.log.error({ err: error }, 'unexpected error on a page');
  return sendPage(reply, notice(page, texts.brokenTitle, [texts.brokenText], reference), status);
}

/** Whose charge it was cannot be known: it says what a payer can do without. */
function notFoundPage(page: Page): Html {
  const { notFoundTitle, notFoundText, notFoundSteps } = page.texts;
  const steps = html`<ul class="steps">${notFoundSteps.map((step) => html`<li>${step}</li>`)}</ul>`;
  return notice(page, notFoundTitle, [notFoundText], steps);
}

function statusOf(error: FastifyError | GatewayError): number {
  const status = error instanceof GatewayError ? error.status : (error.statusCode ?? 500);
  return status >= 400 && status < 600 ? status : 500;
}
