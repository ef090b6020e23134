import { MovableClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { BankCheckOptions, BankCheckStep } from '../banks/bank.ts';
import { trustIn } from '../http/certificates.ts';
import { exchange, openHttpClient } from '../http/exchange.ts';
import type { Outcome } from '../http/outcome.ts';
import { reasonOf, verdictOn } from '../http/verdict.ts';
import { type Calling, calling, openClient, type Pagarme } from './client.ts';
import type { PagarmeConfig } from './config.ts';
import { readKeys } from './signing-keys.ts';

type Steps = AsyncGenerator<BankCheckStep, void, undefined>;

/** Charges nothing: that it may be charged shows only the first payment. */
export async function* checkPagarme(config: PagarmeConfig, { log, webhookUrl }: BankCheckOptions): Steps {
  const account = accountFor(config, log);
  try {
    const call = calling(account);
    const orders = await listing(call, 'orders');
    yield keyStep(config, orders);
    if (verdictOn(orders) !== 'done') return;
    yield payablesStep(config, await listing(call, 'payables'));
    yield await signingStep(config);
    yield webhookStep(config, webhookUrl);
  } finally {
    await account.client.close();
  }
}

function accountFor(config: PagarmeConfig, log: Log): Pagarme {
  const clock = new MovableClock();
  const client = openClient(config, { log, now: () => clock.now(), onCall: () => undefined });
  return { config, client, clock, log };
}

function listing(call: Calling, what: 'orders' | 'payables'): Promise<Outcome> {
  return call({ operation: 'account', method: 'GET', path: [what], query: { size: '1' } });
}

function keyStep(config: PagarmeConfig, outcome: Outcome): BankCheckStep {
  const name = 'key';
  if (verdictOn(outcome) === 'done') {
    const detail = config.isTest
      ? 'orders can be read, with test keys: nothing is charged'
      : 'orders can be read';
    return { name, ok: true, detail, remedy: null };
  }
  return { name, ok: false, detail: reasonOf(outcome), remedy: remedyFor(config, outcome) };
}

function remedyFor(config: PagarmeConfig, outcome: Outcome): string {
  const host = new URL(config.apiUrl).host;
  if (isKeyRefused(outcome)) {
    return `${config.variable('SECRET_KEY')} must be a secret key of this account, and its list of allowed addresses must hold this server's.`;
  }
  if (outcome.kind === 'unsent' && outcome.failure === 'server certificate') {
    return `${host} shows a certificate that is not trusted: correct ${config.variable('API_URL')} or ${config.variable('CA')}.`;
  }
  return `If that lasts, check ${config.variable('API_URL')} and the status page of Pagar.me.`;
}

function isKeyRefused(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && (outcome.status === 401 || outcome.status === 403);
}

function payablesStep(config: PagarmeConfig, outcome: Outcome): BankCheckStep {
  const name = 'payables';
  if (verdictOn(outcome) === 'done') return { name, ok: true, detail: 'payables can be read', remedy: null };
  const remedy = 'Have Pagar.me open payables to this key: without them days of payment are estimates.';
  return {
    name,
    ok: false,
    detail: reasonOf(outcome),
    remedy: isKeyRefused(outcome) ? remedy : remedyFor(config, outcome),
  };
}

const TIMEOUT_MS = 10_000;

async function signingStep(config: PagarmeConfig): Promise<BankCheckStep> {
  const name = 'notices';
  const http = openHttpClient(trustIn(config.authorities));
  try {
    const request = { url: new URL(config.keysUrl), method: 'GET', headers: {}, body: null } as const;
    const answer = await exchange(http, request, TIMEOUT_MS);
    const keys = answer.kind === 'answered' ? readKeys(answer.text) : null;
    if (keys && keys.size > 0) {
      return { name, ok: true, detail: `${keys.size} keys that notices are signed with`, remedy: null };
    }
    const detail = answer.kind === 'answered' ? `no keys in the answer ${answer.status}` : answer.reason;
    const remedy = `Notices are refused without keys: correct ${config.variable('KEYS_URL')}, or let this server call it.`;
    return { name, ok: false, detail, remedy };
  } finally {
    http.close();
  }
}

/** What it has registered cannot be asked. */
function webhookStep(config: PagarmeConfig, webhookUrl: string | null): BankCheckStep {
  const where = webhookUrl ?? 'the address of this gateway (docs/guides/acquirer-pagarme.md)';
  const remedy = `Enter ${where} in the dashboard of Pagar.me for ${config.name}, for the events of charges.`;
  return {
    name: 'webhook',
    ok: true,
    detail: 'the address of notices is kept in the dashboard only',
    remedy,
  };
}

/** Throws when the key is certainly wrong; a warning when Pagar.me may only be down. */
export async function requireReachable(account: Pagarme): Promise<string | null> {
  const { config } = account;
  const outcome = await listing(calling(account), 'orders');
  if (verdictOn(outcome) === 'done') return null;
  const said = `${config.name}: ${reasonOf(outcome)}.`;
  if (isKeyRefused(outcome)) throw new Error(`${said} ${remedyFor(config, outcome)} Run guiche card check.`);
  return said;
}
