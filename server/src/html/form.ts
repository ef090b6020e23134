import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { isId } from '../kit/ids.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** Reads a field by name: one line of text, '' when it is absent. */
export type Form = (name: string) => string;

/** Pages take forms only. */
export function readForms(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
}

export function formOf(request: FastifyRequest): Form {
  const sent = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  return (name) => (sent.get(name) ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
}

const PURPOSE = 'page form';

/**
 * An id made when a form is shown and sent with it, so that submitting twice has one effect. It is signed together with
 * its scope: a client can neither choose an id nor reuse one from another form.
 */
export function issueFormId(deps: Deps, scope: string): string {
  const id = deps.ids.next();
  return `${id}.${signature(deps, scope, id)}`;
}

export function readFormId(deps: Deps, scope: string, text: string): string | null {
  const [id = '', given = ''] = text.split('.');
  if (!isId(id)) return null;
  const expected = Buffer.from(signature(deps, scope, id));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected) ? id : null;
}

function signature(deps: Deps, scope: string, id: string): string {
  return deps.vault.fingerprint(PURPOSE, `${scope} ${id}`);
}
