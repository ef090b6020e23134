import { actorOf } from '../../http/actor.ts';
import { answerTo } from '../../http/answer.ts';
import { type App, errorAnswers } from '../../http/app-type.ts';
import type { Deps } from '../../http/deps.ts';
import { deleted } from '../../http/lists.ts';
import { accountOf } from '../../http/principal.ts';
import { verifyDomain } from './check.ts';
import { claimDomain, readHost, releaseDomain } from './claim.ts';
import { domainShape, presentDomain, setDomainBody } from './shapes.ts';
import { type Domain, findDomain } from './store.ts';

const PATH = '/api/v1/account/domain';
const tags = ['Account'];
const config = { access: 'key' } as const;
const response = { 200: domainShape, ...errorAnswers };

export function domainRoutes(app: App, deps: Deps): void {
  const present = (domain: Domain | null) => presentDomain(domain, deps.publicUrl);
  app.get(PATH, {
    config,
    schema: { tags, summary: 'Get your own domain for the payment pages, with its DNS records', response },
    handler: async (request) => present(await findDomain(deps.db, accountOf(request))),
  });
  app.put(PATH, {
    config,
    schema: {
      tags,
      summary: 'Name your own domain for the payment pages; it is in use once its DNS records are verified',
      body: setDomainBody,
      response,
    },
    handler: async (request) => {
      const host = readHost(request.body.host, deps.publicUrl);
      return present(await claimDomain(deps, actorOf(request), host));
    },
  });
  app.delete(PATH, {
    config,
    schema: {
      tags,
      summary: 'Remove your own domain: links begin with the address of the gateway again',
      response: { 200: deleted, ...errorAnswers },
    },
    handler: async (request) => {
      await releaseDomain(deps, actorOf(request));
      return { success: true, message: 'Domain removed' };
    },
  });
  app.post(`${PATH}/verify`, {
    config,
    schema: {
      tags,
      summary: 'Look up the DNS records of your domain now',
      description: 'Answers 200 whatever was found: `status` and `finding` say it.',
      response,
    },
    handler: async (request, reply) => {
      const answer = answerTo(request, reply, 200, present);
      await verifyDomain(deps, actorOf(request), answer);
      return answer.send();
    },
  });
}
