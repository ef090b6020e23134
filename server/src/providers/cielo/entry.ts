import type { CardEntry } from '../card.ts';
import type { Outcome } from '../http/outcome.ts';
import { asRecord, asText } from '../http/tolerant.ts';
import { notOk, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer } from '../provider.ts';
import type { CieloClient } from './client.ts';
import type { CieloConfig } from './config.ts';

/** The page's card fields go to Cielo by its own script, which needs a key that works for one card. */
export function cardEntry(
  config: CieloConfig,
  pages: CieloClient,
  authentication: CieloClient | null,
): CardEntry {
  const { page } = config;
  const origins = [page.scriptUrl, page.pageUrl].map((url) => new URL(url).origin);
  const mpi = config.authentication ? [new URL(config.authentication.url).origin] : [];
  return {
    dialect: 'cielo',
    sources: {
      scripts: unique([new URL(page.scriptUrl).origin, ...mpi]),
      connects: unique([...origins, ...mpi]),
      // The page of the payer's bank, which may be anywhere.
      frames: config.authentication ? ['https:'] : [],
    },
    questionnaire: 'A-EP',
    open: () => openPage(config, pages, authentication),
  };
}

function unique(origins: readonly string[]): string[] {
  return [...new Set(origins)];
}

async function openPage(
  config: CieloConfig,
  pages: CieloClient,
  authentication: CieloClient | null,
): Promise<Answer<{ settings: Readonly<Record<string, string>> }>> {
  const outcome = await pages.call({
    ...{ operation: 'openPage', scopes: [] },
    prepare: () => ({
      url: new URL(`${config.page.pageUrl}/post/api/public/v2/accesstoken`),
      method: 'POST',
      headers: { 'content-type': 'application/json', MerchantId: config.merchantId },
      body: '{}',
    }),
  });
  const accessToken = tokenIn(outcome);
  if (accessToken === null)
    return verdictOn(outcome) === 'done' ? UNREADABLE : unavailable(notOk(outcome).reason);
  const isLive = config.environment === 'production';
  const asked = await authenticationSettings(config, authentication, isLive);
  if (!asked.ok) return asked;
  return {
    ok: true,
    settings: {
      ...{ script: config.page.scriptUrl, accessToken },
      environment: isLive ? 'production' : 'sandbox',
      ...asked.settings,
    },
  };
}

const UNREADABLE = unavailable('an answer that cannot be read');

function tokenIn(outcome: Outcome): string | null {
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return null;
  return asText(asRecord(outcome.body).AccessToken) || null;
}

async function authenticationSettings(
  { authentication: config }: CieloConfig,
  client: CieloClient | null,
  isLive: boolean,
): Promise<Answer<{ settings: Record<string, string> }>> {
  if (!config || !client) return { ok: true, settings: {} };
  const token = await client.token([]);
  if (!token.ok) return unavailable(token.reason);
  return {
    ok: true,
    settings: {
      authenticationScript: `${config.url}/Scripts/BP.Mpi.3ds20.min.js`,
      authenticationToken: token.token.reveal(),
      authenticationEnvironment: isLive ? 'PRD' : 'SDB',
    },
  };
}
