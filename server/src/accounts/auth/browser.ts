import type { FastifyReply, FastifyRequest } from 'fastify';
import { clearSessionCookie, comesFromOwnPage, setSessionCookie } from '../../http/cookies.ts';
import type { Deps } from '../../http/deps.ts';
import { fail, type GatewayError } from '../../kit/errors.ts';
import { renewSession } from './sessions.ts';

export function clearRefusedCookie(
  { publicUrl }: Deps,
  { reply, refusal }: { reply: FastifyReply; refusal: GatewayError | null },
): void {
  if (refusal?.status === 401) clearSessionCookie(reply, publicUrl);
}

/** Renews the session of a browser that is in use. */
export async function keepSignedIn(
  deps: Deps,
  { principal }: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const renewed = principal && (await renewSession(deps, principal));
  if (renewed) setSessionCookie(reply, deps.publicUrl, renewed.token, renewed.seconds);
}

/** The request ended the browser's own session. */
export function clearOwnCookie({ publicUrl }: Deps, request: FastifyRequest, reply: FastifyReply): void {
  if (request.byCookie) clearSessionCookie(reply, publicUrl);
}

/** A page of another site must not sign a browser in: its user would act in an account of the attacker. */
export function refuseForeignPage({ publicUrl }: Deps, request: FastifyRequest): void {
  const isBrowser = request.headers.origin !== undefined || request.headers['sec-fetch-site'] !== undefined;
  if (isBrowser && !comesFromOwnPage(request, publicUrl)) fail('ORIGIN_REFUSED');
}
