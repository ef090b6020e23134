import { foreignHostOf, hostOfUrl } from '../kit/host-name.ts';
import type { App } from './app-type.ts';
import type { Deps } from './deps.ts';

type Parts = Pick<Deps, 'publicUrl' | 'sellerAt'>;

/**
 * A proxy that obtains certificates on demand asks here first: only for domains that sellers have verified. From memory,
 * and of public knowledge: everyone sees which domains lead here.
 */
export function certificateRoutes(app: App, { publicUrl, sellerAt }: Parts): void {
  const ownHost = hostOfUrl(publicUrl);
  app.get('/internal/tls/ask', { schema: { hide: true } }, async (request, reply) => {
    const { domain } = request.query as { domain?: unknown };
    const host = typeof domain === 'string' ? foreignHostOf(domain, ownHost) : null;
    const isVerified = host !== null && (await sellerAt(host)) !== null;
    return reply.status(isVerified ? 200 : 404).send({ verified: isVerified });
  });
}
