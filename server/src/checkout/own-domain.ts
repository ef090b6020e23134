import type { FastifyReply, FastifyRequest } from 'fastify';
import { legalFoot } from '../html/contact.ts';
import { layout, markOf } from '../html/layout.ts';
import { type Page, sellerPageOf, sendPage } from '../html/page.ts';
import { asPublicPage, unreadablePage } from '../html/public-pages.ts';
import { type Seller, sellerOf } from '../html/seller.ts';
import type { Deps } from '../http/deps.ts';
import { wantsPage } from '../http/errors.ts';
import { hasSeveralHosts } from '../http/host.ts';
import { notFound } from '../kit/errors.ts';
import { foreignHostOf, hostOfUrl } from '../kit/host-name.ts';
import { type Html, html } from '../kit/html.ts';

/** The routes of a seller's own domain: the payer's pages and what they load. */
const PAYERS = /^\/(?:pay|l|boleto|receipt|refund|pictures)(?:\/|$)|^\/assets\/(?!dashboard\/|docs\/)/;
/** About the process, not about any seller; answered while the database is away. */
const HEALTH = ['/healthz', '/readyz'];
/** Without subdomains: those of a seller's domain are none of our business. */
const TRANSPORT = 'max-age=31536000';

type OwnDomains = {
  /** The host of a request that may be a seller's domain. Costs nothing where it is our own. */
  foreignHost(request: FastifyRequest): string | null;
  /** Whether everything is said. Otherwise the request goes on, limited to the seller of the domain if it is one. */
  isAnsweredFor(host: string, request: FastifyRequest, reply: FastifyReply): Promise<boolean>;
};

/**
 * A request to a seller's verified domain gets the payer's pages of that seller and nothing else. Any other host is served
 * as our own; no address that we write comes from it.
 */
export function ownDomains(deps: Deps): OwnDomains {
  const ownHost = hostOfUrl(deps.publicUrl);
  const missingPage = unreadablePage(deps);
  return {
    foreignHost: ({ headers: { host }, routeOptions: { url }, raw }) => {
      if (host === ownHost || HEALTH.includes(url ?? '')) return null;
      // A request that names two is refused later, and neither is believed.
      return hasSeveralHosts(raw) ? null : foreignHostOf(host, ownHost);
    },
    async isAnsweredFor(host, request, reply) {
      const { url: route = '' } = request.routeOptions;
      const isOfPayers = PAYERS.test(route);
      const accountId = await deps.sellerAt(host).catch((error: unknown) => {
        // Without the database only a page of a payer needs to know whose the host is.
        if (isOfPayers) throw error;
        return null;
      });
      if (accountId === null) return false;
      request.domainAccountId = accountId;
      reply.header('Strict-Transport-Security', TRANSPORT);
      if (isOfPayers) return false;
      if (route === '/') sendPage(asPublicPage(reply), await homePage(deps, request, accountId));
      else if (wantsPage(request)) missingPage(request, reply);
      else throw notFound('Page');
      return true;
    },
  };
}

async function homePage(deps: Deps, request: FastifyRequest, accountId: string): Promise<Html> {
  const facts = await deps.accountFacts(accountId);
  const seller = sellerOf(facts);
  return homeOf(sellerPageOf(request, deps, facts, '/'), seller);
}

/** Payers come by links; who opens the bare domain is shown whose it is. */
function homeOf(page: Page, seller: Seller): Html {
  return layout(page, {
    title: seller.name,
    body: html`<div class="card"><div class="stack"><h1><span class="seller">${markOf(seller)}<span>${seller.name}</span></span></h1>
<p>${page.texts.homeText}</p></div></div>
${legalFoot(page, seller)}`,
  });
}
