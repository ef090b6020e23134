import { MINUTE_MS, MovableClock } from '../../kit/clock.ts';
import type { CardEntry, CardProvider, RemoteCards } from '../card.ts';
import { trustIn } from '../http/certificates.ts';
import { openHttpClient } from '../http/exchange.ts';
import { asRecord, asText } from '../http/tolerant.ts';
import { notOk, unavailable, verdictOn } from '../http/verdict.ts';
import { watchProvider } from '../http/watch.ts';
import type { Answer } from '../provider.ts';
import { authorise, capture, findCard, voidAuthorisation } from './cards.ts';
import { type Operation, openClient, type Pagarme, type PagarmeOptions, prepared } from './client.ts';
import type { PagarmeConfig } from './config.ts';
import { disputesOf } from './disputes.ts';
import { readNotice } from './notices.ts';
import { neededOfPayer } from './order-requests.ts';
import { refund } from './refunds.ts';
import { settlementsIn } from './settlements.ts';
import { SigningKeys } from './signing-keys.ts';
import { vaultOf } from './vault.ts';

export type PagarmeCards = CardProvider & {
  readonly remote: RemoteCards;
  readonly account: Pagarme;
  close(): Promise<void>;
};

/** How long its lists may lag behind what it has taken: not said anywhere, so that it is long. */
const MAY_APPEAR_FOR_MS = 10 * MINUTE_MS;
const READS: readonly Operation[] = ['findCard', 'findCharge', 'findRefund', 'settlements', 'disputes'];

export function openPagarme(config: PagarmeConfig, options: PagarmeOptions): PagarmeCards {
  const { log, observe } = options;
  const clock = options.clock ?? new MovableClock();
  const watch = watchProvider<Operation>({
    ...{ name: config.name, log, clock, observe, reads: READS, probe: 'authorise' },
    counted: ['authorise', 'findCard', 'findCharge', 'capture', 'refund'],
  });
  const client = openClient(config, { log, now: () => clock.now(), onCall: watch.onCall });
  const http = openHttpClient(trustIn(config.authorities));
  const keys = new SigningKeys({ url: config.keysUrl, http });
  const account: Pagarme = { config, client, clock, log };
  return {
    ...{ name: config.name, account },
    takes: ['token', 'stored'],
    recognisesRepeats: true,
    mayAppearForMs: MAY_APPEAR_FOR_MS,
    holdsForMs: config.holdsForMs,
    refundsAtOnce: false,
    authorise: (request) => authorise(account, request),
    findCard: (reference) => findCard(account, reference),
    capture: (request) => capture(account, request),
    voidAuthorisation: (held) => voidAuthorisation(account, held),
    refund: (request) => refund(account, request),
    vault: vaultOf(account),
    remote: {
      entry: entryOf(account),
      needsOfPayer: neededOfPayer(config),
      settlements: { settlementsIn: (period) => settlementsIn(account, period) },
      disputes: disputesOf(account),
      readNotice: (notice) => readNotice(account, keys, notice),
      accepts: watch.accepts,
      health: watch.health,
    },
    async close() {
      http.close();
      await client.close();
    },
  };
}

const TDS_SCRIPTS = {
  test: 'https://auth-3ds-sdx.pagar.me/bundle.js',
  live: 'https://auth-3ds.pagar.me/bundle.js',
};

/** Our page sends the number to Pagar.me and gets a token: no script of theirs reads it, except for 3DS. */
function entryOf(account: Pagarme): CardEntry {
  const { apiUrl, publicKey, tdsUrl, isTest } = account.config;
  const script = tdsUrl === null ? null : TDS_SCRIPTS[isTest ? 'test' : 'live'];
  const origins = script === null ? [] : [new URL(script).origin];
  const settings = { publicKey, tokensUrl: `${apiUrl}/tokens?appId=${encodeURIComponent(publicKey)}` };
  return {
    dialect: 'pagarme',
    sources: { scripts: origins, connects: [new URL(apiUrl).origin, ...origins], frames: origins },
    questionnaire: 'A-EP',
    async open() {
      if (script === null) return { ok: true, settings };
      const token = await authenticationToken(account);
      return token.ok ? { ok: true, settings: { ...settings, script, tdsToken: token.token } } : token;
    },
  };
}

async function authenticationToken({ config, client }: Pagarme): Promise<Answer<{ token: string }>> {
  const call = { operation: 'authenticationToken', method: 'GET', path: [] } as const;
  const outcome = await client.call(prepared(call, config.tdsUrl ?? '', config));
  if (verdictOn(outcome) !== 'done' || outcome.kind !== 'answered') return notOk(outcome);
  const token = asText(asRecord(outcome.body).tds_token);
  return token ? { ok: true, token } : unavailable('no token for 3DS');
}
