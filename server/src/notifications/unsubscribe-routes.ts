import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChargeDeps } from '../charges/deps.ts';
import { formOf } from '../html/form.ts';
import { notice } from '../html/layout.ts';
import { type Page, pageOf, sendPage } from '../html/page.ts';
import { sellerOf } from '../html/seller.ts';
import type { App } from '../http/app-type.ts';
import { systemMs } from '../kit/clock.ts';
import { notFound } from '../kit/errors.ts';
import { html } from '../kit/html.ts';
import type { Lang } from '../kit/language.ts';
import { UNSUBSCRIBE_PATH } from '../mail/render.ts';
import { type LinkClaims, readLink } from '../mail/signed-link.ts';
import { done, rowWrite } from '../write/effects.ts';
import { addRefusal, refusedAddresses, removeRefusal } from './refusals.ts';

const PATH = `${UNSUBSCRIBE_PATH}/*`;
const MAX_BODY_BYTES = 4 * 1024;

const TEXTS: Record<
  Lang,
  {
    ask: string;
    asking: (seller: string) => string;
    still: string;
    stop: string;
    done: string;
    doneText: (seller: string) => string;
    again: string;
  }
> = {
  pt: {
    ask: 'Parar de receber lembretes?',
    asking: (seller) => `Você não receberá mais lembretes de boletos de ${seller} neste e-mail.`,
    still: 'Boletos novos, comprovantes e reembolsos continuam chegando.',
    stop: 'Parar lembretes',
    done: 'Lembretes desativados',
    doneText: (seller) => `Você não recebe mais lembretes de boletos de ${seller} neste e-mail.`,
    again: 'Voltar a receber lembretes',
  },
  en: {
    ask: 'Stop reminders?',
    asking: (seller) => `You will get no more reminders of boletos of ${seller} at this address.`,
    still: 'New boletos, receipts and refunds will still reach you.',
    stop: 'Stop reminders',
    done: 'Reminders are off',
    doneText: (seller) => `You get no more reminders of boletos of ${seller} at this address.`,
    again: 'Get reminders again',
  },
};

/**
 * Where a reader of reminders leaves them. Opening the page changes nothing: mail servers open links by themselves. Mail
 * programs post to the same address without showing it (RFC 8058).
 */
export function unsubscribeRoutes(app: App, deps: ChargeDeps): void {
  app.register(async (scope) => {
    // What a mail program posts may also be of this type; it says nothing that is needed.
    scope.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'string', bodyLimit: MAX_BODY_BYTES },
      (_request, _body, parsed) => parsed(null, undefined),
    );
    const pages = scope as unknown as App;
    const hide = { schema: { hide: true } };
    pages.get(PATH, hide, async (request, reply) => {
      const claims = claimsOf(deps, request);
      const refused = await refusedAddresses(deps.db, claims.accountId, [claims.boundTo]);
      return show(deps, { request, reply, claims }, refused.size > 0);
    });
    pages.post(PATH, { ...hide, config: { rate: 'charges' } }, async (request, reply) => {
      const claims = claimsOf(deps, request);
      const wantsAgain = formOf(request)('again') === 'yes';
      await save(deps, claims, wantsAgain);
      return show(deps, { request, reply, claims }, !wantsAgain);
    });
  });
}

function claimsOf({ vault }: ChargeDeps, request: FastifyRequest): LinkClaims {
  const { '*': token = '' } = request.params as { '*'?: string };
  const claims = readLink(vault, 'charge_reminder', token, new Date(systemMs()));
  if (!claims) throw notFound('Page');
  return claims;
}

async function save(
  deps: ChargeDeps,
  { accountId, boundTo }: LinkClaims,
  wantsAgain: boolean,
): Promise<void> {
  const at = deps.clock.now();
  const row = { accountId, addressIndex: boundTo };
  await deps.writer.commit({
    load: async () => null,
    decide: () =>
      done(undefined, {
        rows: [wantsAgain ? rowWrite(removeRefusal, row) : rowWrite(addRefusal, { ...row, at })],
      }),
  });
}

type Visit = { request: FastifyRequest; reply: FastifyReply; claims: LinkClaims };

async function show(deps: ChargeDeps, { request, reply, claims }: Visit, isRefused: boolean) {
  const facts = await deps.accountFacts(claims.accountId);
  const page: Page = { ...pageOf(request, deps), accent: facts.pageColor };
  const { name } = sellerOf(facts);
  const texts = TEXTS[page.lang];
  const action = `${page.path}?lang=${page.lang}`;
  if (isRefused) {
    const again = html`<form method="post" action="${action}"><input type="hidden" name="again" value="yes"><button class="button second">${texts.again}</button></form>`;
    return sendPage(reply, notice(page, texts.done, [texts.doneText(name), texts.still], again));
  }
  const stop = html`<form method="post" action="${action}"><button class="button">${texts.stop}</button></form>`;
  return sendPage(reply, notice(page, texts.ask, [texts.asking(name), texts.still], stop));
}
