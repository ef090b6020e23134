import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf } from '../../http/actor.ts';
import { answerTo, type RequestAnswer } from '../../http/answer.ts';
import { setSessionCookie } from '../../http/cookies.ts';
import type { Deps } from '../../http/deps.ts';
import { assert } from '../../kit/errors.ts';
import { findAccount } from '../store.ts';
import { refuseForeignPage } from './browser.ts';
import { rememberDevice } from './known-device.ts';
import { type Origin, type SignedIn, TOKEN_SECONDS } from './sessions.ts';
import { presentSignedIn } from './shapes.ts';

export function signInOrigin(deps: Deps, request: FastifyRequest, byCookie = false): Origin {
  if (byCookie) refuseForeignPage(deps, request);
  return { ...originOf(request), byCookie };
}

/** Either the body or the cookie carries the token: a script in the page cannot read the cookie. */
export function signedInAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  { byCookie }: Origin,
): RequestAnswer<SignedIn> {
  return answerTo(request, reply, status, async ({ accountId, token, seconds }, reader) => {
    const account = await findAccount(reader, accountId);
    assert(account, 'a user belongs to an account');
    return presentSignedIn(byCookie ? null : token, account, seconds);
  });
}

/** The browser keeps the session, and is known the next time. */
export function setOwnCookies(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn & { email: string },
) {
  setSessionCookie(reply, deps.publicUrl, signedIn.token, TOKEN_SECONDS);
  rememberDevice(deps, request, reply, signedIn.email);
}
