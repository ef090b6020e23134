import { SECOND_MS, systemMs } from '../../kit/clock.ts';
import type { BankCheckOptions, BankCheckStep } from '../banks/bank.ts';
import type { Outcome } from '../http/outcome.ts';
import { reasonOf, verdictOn } from '../http/verdict.ts';
import { type CieloClient, calling, openAuthentication, openPages, openPayments } from './client.ts';
import type { CieloConfig } from './config.ts';
import { cardEntry } from './entry.ts';

type Steps = AsyncGenerator<BankCheckStep, void, undefined>;

/** No order of ours has this name. */
const NO_ORDER = 'guichecheck';
const WRONG_KEYS = [401, 403];

/** Charges no card. */
export async function* checkCielo(config: CieloConfig, options: BankCheckOptions): Steps {
  const open = { log: options.log, now: () => new Date(systemMs()), onCall: () => undefined };
  const [payments, pages] = [openPayments(config, open), openPages(config, open)];
  const authentication = openAuthentication(config, open);
  try {
    yield await queryStep(config, payments);
    yield await pageStep(config, pages);
    if (authentication) yield await authenticationStep(config, authentication);
    yield noticeStep(config, options.webhookUrl);
  } finally {
    await Promise.all([payments.close(), pages.close(), authentication?.close()]);
  }
}

function asked(config: CieloConfig, client: CieloClient): Promise<Outcome> {
  return calling(
    client,
    config,
  )({ operation: 'findOrder', method: 'GET', path: ['sales'], query: { merchantOrderId: NO_ORDER } });
}

async function queryStep(config: CieloConfig, client: CieloClient): Promise<BankCheckStep> {
  const outcome = await asked(config, client);
  const verdict = verdictOn(outcome);
  const { host } = new URL(config.queryUrl);
  if (verdict === 'done' || verdict === 'absent') {
    return { name: 'query', ok: true, detail: `payments can be looked up at ${host}`, remedy: null };
  }
  return { name: 'query', ok: false, detail: reasonOf(outcome), remedy: queryRemedy(config, outcome) };
}

function queryRemedy(config: CieloConfig, outcome: Outcome): string {
  const { variable } = config;
  if (areKeysRefused(outcome)) {
    return `${variable('MERCHANT_ID')} and ${variable('MERCHANT_KEY')} must be those of ${variable('ENVIRONMENT')}=${config.environment}; this server's address may also be missing in the list of those that are allowed.`;
  }
  if (outcome.kind === 'unsent') return `Correct ${variable('QUERY_URL')} or the network: ${outcome.reason}.`;
  return 'If that lasts, look at the status page of the acquirer.';
}

function areKeysRefused(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && WRONG_KEYS.includes(outcome.status);
}

async function pageStep(config: CieloConfig, pages: CieloClient): Promise<BankCheckStep> {
  const opened = await cardEntry(config, pages, null).open();
  if (opened.ok) return { name: 'page', ok: true, detail: 'the payer can type a card', remedy: null };
  const { variable } = config;
  return {
    ...{ name: 'page', ok: false, detail: opened.reason },
    remedy: `Ask support to enable Silent Order Post for the merchant, and set ${variable('SOP_CLIENT_ID')} and ${variable('SOP_CLIENT_SECRET')} to what it gives.`,
  };
}

async function authenticationStep(config: CieloConfig, client: CieloClient): Promise<BankCheckStep> {
  const token = await client.token([]);
  if (token.ok) {
    const seconds = Math.round(token.lifeMs / SECOND_MS);
    return { name: '3DS', ok: true, detail: `given a token for ${seconds} seconds`, remedy: null };
  }
  const { variable } = config;
  return {
    ...{ name: '3DS', ok: false, detail: token.reason },
    remedy: `Correct ${variable('MPI_CLIENT_ID')}, ${variable('MPI_CLIENT_SECRET')} and ${variable('ESTABLISHMENT_CODE')}, or leave them out: then payers are not asked by their banks.`,
  };
}

/** Support enters the address: no call does. */
function noticeStep({ name, noticeHeader, variable }: CieloConfig, webhookUrl: string | null): BankCheckStep {
  const header = noticeHeader ? `with the header ${noticeHeader.name}` : 'without a header';
  const advice = noticeHeader ? '' : ` ${variable('NOTICE_HEADER')} can ask for one.`;
  return {
    ...{ name: 'notices', ok: true, detail: `expected ${header}` },
    remedy:
      webhookUrl === null
        ? `guiche card register ${name} shows the address that support is to enter.${advice}`
        : `Ask support to enter this address for notices, with every event: ${webhookUrl}.${advice}`,
  };
}

/** Throws when the keys are certainly wrong; a warning when the acquirer may only be down, else null. */
export async function requireReachable(config: CieloConfig, client: CieloClient): Promise<string | null> {
  const outcome = await asked(config, client);
  const verdict = verdictOn(outcome);
  if (verdict === 'done' || verdict === 'absent') return null;
  const said = `${config.name}: ${queryRemedy(config, outcome)} (${reasonOf(outcome)})`;
  if (areKeysRefused(outcome)) throw new Error(`${said} Run guiche card check ${config.name}.`);
  return said;
}
