import type { ChargeDeps } from '../../charges/deps.ts';
import { allowCardEntry } from '../../html/public-pages.ts';
import type { App } from '../../http/app-type.ts';
import type { CardEntry } from '../../providers/card.ts';
import type { Rails } from '../../providers/rails.ts';

/** How the page of new payments gives a card to its acquirer; null: the form is sent to us, in the sandbox. */
export function cardEntryOf({ card }: Pick<Rails, 'card'>): CardEntry | null {
  return card[0]?.remote?.entry ?? null;
}

/** Whether cards are stored, where their payer wants it. */
export function keepsCards({ card }: Pick<Rails, 'card'>): boolean {
  return card[0]?.vault != null;
}

export function entryRoutes(app: App, deps: ChargeDeps): void {
  const entry = cardEntryOf(deps.rails);
  if (!entry) return;
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.showsCardForm) allowCardEntry(reply, entry.sources);
  });
  // Asked for when the card is sent, not when the page is shown: some acquirers give a key for one card, which expires.
  app.post(
    '/pay/card-entry',
    { schema: { hide: true }, config: { rate: 'charges' } },
    async (_request, reply) => {
      const opened = await entry.open();
      reply.type('application/json; charset=utf-8');
      if (opened.ok) return JSON.stringify({ dialect: entry.dialect, settings: opened.settings });
      deps.log.warn({ reason: opened.reason }, 'the acquirer gave no key for a card');
      return reply.status(500).send(JSON.stringify({ code: 'PROVIDER_UNAVAILABLE' }));
    },
  );
}
