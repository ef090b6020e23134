import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app-type.ts';
import { takenInTime } from '../../http/taken-in-time.ts';
import { notFound } from '../../kit/errors.ts';
import { isCallbackToken } from '../../providers/callback-address.ts';
import { type BankOfBoletos, boletoBankNamed } from '../../providers/rails.ts';
import type { ChargeDeps } from '../deps.ts';
import { enqueueLooks } from './look.ts';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const MAX_PER_NOTICE = 2_000;

/** A notice as it came, for signatures. */
const rawBodies = new WeakMap<FastifyRequest, Buffer>();
const NOTHING = Buffer.alloc(0);

/**
 * Receives notices of boletos from banks. The URL cannot be guessed, the provider checks its own proof, and the content is
 * not trusted: it only makes the gateway read the boleto at the bank.
 */
export function boletoCallbackRoutes(app: App, deps: ChargeDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
      rawBodies.set(request as FastifyRequest, body as Buffer);
      done(null, parsed(body as Buffer));
    });
    const options = { bodyLimit: MAX_BODY_BYTES, schema: { hide: true } };
    scope.post('/boletos/callbacks/:provider/:token', options, async (request) => {
      const provider = callerOf(deps, request.params);
      const { headers, body } = request;
      const rawBody = rawBodies.get(request as FastifyRequest) ?? NOTHING;
      const hints = (await provider.remote.readNotice({ headers, rawBody, body }))?.slice(0, MAX_PER_NOTICE);
      if (!hints) {
        deps.log.warn({ provider: provider.name }, 'a notice of boletos could not be understood');
        return {};
      }
      const known = await takenInTime(() => enqueueLooks(deps, provider.name, hints));
      if (known < hints.length) {
        const facts = { provider: provider.name, named: hints.length, known };
        deps.log.info(facts, 'a notice names unknown boletos');
      }
      return {};
    });
  });
}

/** What is not JSON is left to the provider, which has the bytes. */
function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
}

function callerOf(deps: ChargeDeps, params: unknown): BankOfBoletos {
  const { provider: name = '', token = '' } = params as { provider?: string; token?: string };
  const provider = boletoBankNamed(deps.rails, name);
  if (!provider || !isCallbackToken(deps.vault, 'boletos', name, token)) throw notFound('Address');
  return provider;
}
