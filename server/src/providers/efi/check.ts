import { addDays, civilDateOf } from '../../brazil/calendar.ts';
import { DAY_MS, HOUR_MS, MovableClock } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { decimalText } from '../../kit/money.ts';
import type { BankCheckStep } from '../banks/bank.ts';
import type { ClientCertificate } from '../http/certificates.ts';
import type { Outcome } from '../http/outcome.ts';
import type { Answer } from '../provider.ts';
import { paidBoletos } from './boletos.ts';
import { type EfiClient, openCharges, openSending } from './client.ts';
import type { EfiConfig, EfiSending } from './config.ts';
import { bankBalance, registerWebhook, type Sending, sentPayouts, webhookUrl } from './payouts.ts';
import { type Host, isCertainlyWrong, remedyFor, remedyForCall, remedyForScope } from './remedies.ts';

export type CheckOptions = {
  readonly log: Log;
  readonly now?: () => Date;
};
export type PayoutCheckOptions = CheckOptions & {
  /** Where Efí should send notices of payouts, without a slash at its end; null: any registered address will do. */
  readonly webhookUrl: string | null;
  /** Registers `webhookUrl` when another address, or none, is registered. */
  readonly registers: boolean;
};

type Steps = AsyncGenerator<BankCheckStep, void, undefined>;

const CHARGES_PERMISSION = 'API Cobranças';
const RENEW_WITHIN_DAYS = 30;
const NO_SCOPES: readonly string[] = [];

/** Registers nothing: whether boletos can be registered shows only the first one. */
export async function* checkEfiBoletos(config: EfiConfig, { log, now }: CheckOptions): Steps {
  const clock = new MovableClock(now ? () => now().getTime() : undefined);
  let last: Outcome | null = null;
  const onCall = (_: unknown, outcome: Outcome) => {
    last = outcome;
  };
  const client = openCharges(config, { log, now: () => clock.now(), onCall });
  try {
    const token = await tokenStep(config, client, 'charges');
    yield token.step;
    if (!token.step.ok) return;
    const today = civilDateOf(clock.now());
    const charges = { config, client, clock, log, noticeUrl: null };
    const paid = await paidBoletos(charges, { from: addDays(today, -1), until: today, page: 0 });
    const detail = 'the boletos paid since yesterday can be read';
    yield stepOf('payments', paid, detail, () =>
      last ? remedyForCall(config, last, 'charges', CHARGES_PERMISSION) : null,
    );
  } finally {
    await client.close();
  }
}

/** Sends no money: whether it may be sent, only the token says. */
export async function* checkEfiPayouts(
  config: EfiConfig,
  own: EfiSending,
  options: PayoutCheckOptions,
): Steps {
  const { log, now } = options;
  const clock = new MovableClock(now ? () => now().getTime() : undefined);
  let last: Outcome | null = null;
  const onCall = (_: unknown, outcome: Outcome) => {
    last = outcome;
  };
  const client = openSending(config, own, { log, now: () => clock.now(), onCall });
  const sending: Sending = { config, sending: own, client, log };
  const remedy = (scope: string) => () => (last ? remedyForCall(config, last, 'pix', scope) : null);
  try {
    if (client.certificate) yield certificateStep(config, own, client.certificate, clock.now());
    const token = await tokenStep(config, client, 'pix');
    yield token.step;
    if (!token.step.ok) return;
    yield sendStep(token.scopes);
    yield await balanceStep(sending, remedy('gn.balance.read'));
    yield await sentStep(sending, clock.now(), remedy('gn.pix.send.read'));
    yield await webhookStep(sending, options, remedy);
  } finally {
    await client.close();
  }
}

async function tokenStep(
  config: EfiConfig,
  client: EfiClient,
  at: Host,
): Promise<{ step: BankCheckStep; scopes: readonly string[] }> {
  const answer = await client.token(NO_SCOPES);
  if (!answer.ok) {
    const remedy = remedyFor(config, answer.failure, at);
    return { step: { name: 'token', ok: false, detail: answer.reason, remedy }, scopes: [] };
  }
  const host = new URL(at === 'charges' ? config.chargesUrl : (config.sending?.pixUrl ?? '')).host;
  const detail = `given by ${host} for ${Math.round(answer.lifeMs / 1_000)} seconds`;
  return { step: { name: 'token', ok: true, detail, remedy: null }, scopes: answer.scopes };
}

function certificateStep(
  config: EfiConfig,
  own: EfiSending,
  { subject, endsAt }: ClientCertificate,
  now: Date,
): BankCheckStep {
  const daysLeft = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  const lastDay = endsAt.toISOString().slice(0, 10);
  const { path } = own.certificate.certificate;
  return {
    name: 'certificate',
    ok: true,
    detail: `${path}, ${subject}, ends on ${lastDay} (${daysLeft} days)`,
    remedy:
      daysLeft < RENEW_WITHIN_DAYS
        ? `${config.variable('CERTIFICATE')} names a certificate that ends on ${lastDay}: make a new one in the account; it is taken up without a restart.`
        : null,
  };
}

/** Of what cannot be tried without an effect only the token tells. */
function sendStep(scopes: readonly string[]): BankCheckStep {
  if (scopes.includes('pix.send')) {
    return { name: 'send', ok: true, detail: 'the token is good for sending PIX', remedy: null };
  }
  const detail =
    scopes.length === 0
      ? 'the token does not say what it is good for'
      : 'the token is not good for sending PIX';
  return { name: 'send', ok: scopes.length === 0, detail, remedy: remedyForScope('pix.send') };
}

async function balanceStep(sending: Sending, remedy: () => string | null): Promise<BankCheckStep> {
  const answer = await bankBalance(sending);
  const detail = answer.ok ? `R$ ${decimalText(answer.availableCents)} can be paid out` : '';
  return stepOf('balance', answer, detail, remedy);
}

async function sentStep(sending: Sending, now: Date, remedy: () => string | null): Promise<BankCheckStep> {
  const period = { from: new Date(now.getTime() - HOUR_MS), until: now, page: 0 };
  const answer = await sentPayouts(sending, period);
  return stepOf('sent', answer, 'what was sent in the last hour can be read', remedy);
}

async function webhookStep(
  sending: Sending,
  { webhookUrl: wanted, registers }: PayoutCheckOptions,
  remedy: (scope: string) => () => string | null,
): Promise<BankCheckStep> {
  const known = await webhookUrl(sending);
  if (!known.ok) return stepOf('webhook', known, '', remedy('webhook.read'));
  if (known.url !== null && (wanted === null || known.url === wanted)) {
    return { name: 'webhook', ok: true, detail: `notices go to ${known.url}`, remedy: null };
  }
  if (known.url !== null && wanted !== null && isOfPix(known.url, wanted)) {
    return {
      ...{ name: 'webhook', ok: true, detail: `notices go to ${known.url}, with those of payments` },
      remedy: 'Give the key one name in GUICHE_PIX and GUICHE_PAYOUT to learn sooner how payouts end.',
    };
  }
  if (registers && wanted !== null) {
    const registered = await registerWebhook(sending, wanted);
    return stepOf('webhook', registered, `registered: notices go to ${wanted}`, remedy('webhook.write'));
  }
  const keyVariable = sending.config.variable('KEY');
  return {
    name: 'webhook',
    // Another address is enough for sending: payouts are looked up as well.
    ok: known.url !== null,
    detail: known.url === null ? 'no address is registered' : `notices go to ${known.url}`,
    remedy:
      known.url === null
        ? `Efí sends nothing from the key in ${keyVariable} until it has a webhook: run guiche payout register.`
        : `Have ${wanted} registered for the key in ${keyVariable} to learn sooner how payouts end.`,
  };
}

/** Of this gateway, for payments to the same key: another address would cut them off. */
function isOfPix(known: string, wanted: string): boolean {
  if (!URL.canParse(known)) return false;
  const { origin, pathname } = new URL(known);
  return origin === new URL(wanted).origin && pathname.startsWith('/pix/callbacks/');
}

function stepOf(
  name: string,
  answer: Answer<unknown>,
  detail: string,
  remedy: () => string | null,
): BankCheckStep {
  return answer.ok
    ? { name, ok: true, detail, remedy: null }
    : { name, ok: false, detail: answer.reason, remedy: remedy() };
}

/** Throws when the settings are certainly wrong; returns a warning when Efí may only be down, else null. */
export async function requireReachable(
  config: EfiConfig,
  client: EfiClient,
  at: Host,
): Promise<string | null> {
  const token = await client.token(NO_SCOPES);
  if (token.ok) return null;
  const remedy = remedyFor(config, token.failure, at);
  if (isCertainlyWrong(token.failure)) throw new Error(remedy);
  return `${remedy} (${token.reason})`;
}
