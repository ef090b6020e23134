import { DAY_MS, HOUR_MS, systemMs } from '../../kit/clock.ts';
import { randomBase62 } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import { cents, decimalText } from '../../kit/money.ts';
import type { Outcome } from '../http/outcome.ts';
import { verdictOn } from '../http/verdict.ts';
import type { Answer, PixName } from '../provider.ts';
import { createPix, findCharge, type Psp, removePix } from './charges.ts';
import { PspClient } from './client.ts';
import { type PspConfig, settingName } from './config.ts';
import type { ApipixProvider } from './provider.ts';
import { receivedPix } from './received.ts';
import { isCertainlyWrong, remedyFor, remedyForCall, remedyForScope } from './remedies.ts';
import { registerWebhook, webhookUrl } from './webhook.ts';

export type CheckStep = {
  readonly name: 'certificate' | 'token' | 'create' | 'read' | 'remove' | 'due' | 'payments' | 'webhook';
  readonly ok: boolean;
  readonly detail: string;
  /** What to change, with the name of the setting; null when nothing is wrong. */
  readonly remedy: string | null;
};

export type CheckOptions = {
  readonly log: Log;
  /** Where the PSP should send notifications of payments, without a slash at its end; null: any registered address will do. */
  readonly webhookUrl: string | null;
  /** Registers `webhookUrl` when another address, or none, is registered. */
  readonly registers: boolean;
  readonly now?: () => Date;
};

const TXID_LENGTH = 32;
const TRIAL = { amountCents: cents(1n), expiresInSeconds: 300 };
const RENEW_WITHIN_DAYS = 30;

/** What each step needs of the PSP. */
const SCOPES = {
  create: 'cob.write',
  read: 'cob.read',
  remove: 'cob.write',
  due: 'cobv.read',
  payments: 'pix.read',
  webhook: 'webhook.read',
  register: 'webhook.write',
} as const;
type Scoped = Exclude<keyof typeof SCOPES, 'register'>;

type Steps = AsyncGenerator<CheckStep, void, undefined>;
/** The PSP under test, with the outcome of its last call. */
type Trial = Psp & { lastOutcome(): Outcome | null };

/** Checks every function of a PSP step by step, and stops where the next step depends on a failed one. */
export async function* checkPsp(config: PspConfig, options: CheckOptions): Steps {
  const now = options.now ?? (() => new Date(systemMs()));
  const opened = openTrial(config, options.log, now);
  if (!opened.ok) {
    yield { name: 'certificate', ok: false, detail: opened.fault, remedy: opened.fault };
    return;
  }
  try {
    yield certificateStep(opened.trial, now());
    const token = await tokenStep(opened.trial);
    yield token;
    if (!token.ok) return;
    yield* chargeSteps(opened.trial);
    yield await dueStep(opened.trial);
    yield await paymentsStep(opened.trial, now());
    yield await webhookStep(opened.trial, options);
  } finally {
    await opened.trial.client.close();
  }
}

/** Throws when the settings are certainly wrong; returns a warning when the PSP may only be down, else null. */
export async function requireReachable(provider: ApipixProvider): Promise<string | null> {
  const { client, config } = provider.psp;
  const token = await client.token();
  if (!token.ok) return warnOrThrow(config, token.reason, token.failure, 'TOKEN_URL');
  const unused = { operation: 'findPix', method: 'GET', resource: 'cob' } as const;
  const outcome = await client.call({ ...unused, path: [provider.newTxid()] });
  if (outcome.kind === 'unsent') return warnOrThrow(config, outcome.reason, outcome.failure, 'API_URL');
  return verdictOn(outcome) === 'unknown' ? remedyForCall(config, outcome, SCOPES.read) : null;
}

function warnOrThrow(
  config: PspConfig,
  reason: string,
  ...[failure, address]: [Parameters<typeof remedyFor>[1], Parameters<typeof remedyFor>[2]]
): string {
  const remedy = remedyFor(config, failure, address);
  if (isCertainlyWrong(failure)) throw new Error(remedy);
  return `${remedy} (${reason})`;
}

function openTrial(
  config: PspConfig,
  log: Log,
  now: () => Date,
): { ok: true; trial: Trial } | { ok: false; fault: string } {
  let last: Outcome | null = null;
  const onCall = (_: unknown, outcome: Outcome) => {
    last = outcome;
  };
  try {
    const client = new PspClient(config, { log, now, onCall });
    return { ok: true, trial: { config, client, lastOutcome: () => last } };
  } catch (error) {
    return { ok: false, fault: error instanceof Error ? error.message : 'the certificate cannot be read' };
  }
}

function certificateStep({ config, client }: Trial, now: Date): CheckStep {
  const { subject, endsAt } = client.certificate;
  const { setting, path } = config.certificate.certificate;
  const daysLeft = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  const lastDay = endsAt.toISOString().slice(0, 10);
  return {
    name: 'certificate',
    ok: true,
    detail: `${path}, ${subject}, ends on ${lastDay} (${daysLeft} days)`,
    remedy:
      daysLeft < RENEW_WITHIN_DAYS
        ? `${setting} names a certificate that ends on ${lastDay}: ask the bank for a new one; it is taken up without a restart.`
        : null,
  };
}

async function tokenStep({ config, client }: Trial): Promise<CheckStep> {
  const answer = await client.token();
  if (!answer.ok) {
    const remedy = remedyFor(config, answer.failure, 'TOKEN_URL');
    return { name: 'token', ok: false, detail: answer.reason, remedy };
  }
  const detail = `given by ${new URL(config.tokenUrl).host} for ${Math.round(answer.lifeMs / 1_000)} seconds`;
  return { name: 'token', ok: true, detail, remedy: null };
}

async function* chargeSteps(trial: Trial): Steps {
  const name: PixName = { txid: randomBase62(TXID_LENGTH), isDueCharge: false };
  const made = await createPix(trial, {
    ...TRIAL,
    txid: name.txid,
    merchantName: 'Guiche',
    description: null,
    payer: null,
    due: null,
  });
  const amount = `R$ ${decimalText(TRIAL.amountCents)}`;
  yield stepOf(trial, 'create', made, `a charge of ${amount} with the txid ${name.txid}`);
  // After an unknown outcome the charge may exist: it is removed as well.
  if (made.ok || made.kind === 'unavailable') {
    const found = made.ok ? await findCharge(trial, name) : null;
    if (found) yield readStep(trial, found);
    yield stepOf(trial, 'remove', await removePix(trial, name), 'the charge can no longer be paid');
  }
}

function readStep(trial: Trial, found: Awaited<ReturnType<typeof findCharge>>): CheckStep {
  if (!found.ok) return stepOf(trial, 'read', found, '');
  if (found.thing?.status === 'active' && found.thing.amountCents === TRIAL.amountCents) {
    return { name: 'read', ok: true, detail: 'the charge is there and can be paid', remedy: null };
  }
  const remedy = `${settingName(trial.config.name, 'API_URL')} may lead to another environment than the token's.`;
  return { name: 'read', ok: false, detail: 'the charge that was made is not there as it was made', remedy };
}

/** A charge with a due date that does not exist: only whether the PSP lets us look is checked. */
async function dueStep(trial: Trial): Promise<CheckStep> {
  const found = await findCharge(trial, { txid: randomBase62(TXID_LENGTH), isDueCharge: true });
  const isRead = found.ok || found.kind === 'refused';
  if (isRead && (await isGiven(trial, 'cobv.write'))) {
    return { name: 'due', ok: true, detail: 'charges with a due date can be read', remedy: null };
  }
  return isRead ? lackingStep(trial, 'due', 'cobv.write') : stepOf(trial, 'due', found, '');
}

async function paymentsStep(trial: Trial, now: Date): Promise<CheckStep> {
  const period = { from: new Date(now.getTime() - HOUR_MS), until: now, page: 0, onlyRefunded: false };
  const listed = await receivedPix(trial, period);
  if (listed.ok && !(await isGiven(trial, 'pix.write'))) return lackingStep(trial, 'payments', 'pix.write');
  return stepOf(trial, 'payments', listed, 'the payments of the last hour can be read');
}

/** Of what cannot be tried without an effect only the token tells, and not every token server says it. */
async function isGiven({ client }: Trial, scope: string): Promise<boolean> {
  const token = await client.token();
  return !token.ok || !token.scopes.includes(SCOPES.read) || token.scopes.includes(scope);
}

function lackingStep({ config }: Trial, name: Scoped, scope: string): CheckStep {
  const detail = `the token is not good for ${scope}`;
  return { name, ok: false, detail, remedy: remedyForScope(config, scope) };
}

function stepOf(
  trial: Trial,
  name: Scoped,
  answer: Answer<unknown>,
  detail: string,
  scope: string = SCOPES[name],
): CheckStep {
  if (answer.ok) return { name, ok: true, detail, remedy: null };
  const outcome = trial.lastOutcome();
  return {
    name,
    ok: false,
    detail: answer.reason,
    remedy: outcome && remedyForCall(trial.config, outcome, scope),
  };
}

async function webhookStep(
  trial: Trial,
  { webhookUrl: wanted, registers }: CheckOptions,
): Promise<CheckStep> {
  const known = await webhookUrl(trial);
  if (!known.ok) return stepOf(trial, 'webhook', known, '');
  if (known.url !== null && (wanted === null || known.url === wanted)) {
    return { name: 'webhook', ok: true, detail: `payments are sent to ${known.url}`, remedy: null };
  }
  if (!registers || wanted === null) return unregisteredStep(trial.config, known.url, wanted);
  const registered = await registerWebhook(trial, wanted);
  const detail = `registered: payments are sent to ${wanted}`;
  return stepOf(trial, 'webhook', registered, detail, SCOPES.register);
}

function unregisteredStep(config: PspConfig, known: string | null, wanted: string | null): CheckStep {
  const key = settingName(config.name, 'KEY');
  return {
    name: 'webhook',
    ok: false,
    detail: known === null ? 'no address is registered' : `payments are sent to ${known}`,
    remedy:
      wanted === null
        ? `PUBLIC_URL must be the address that ${config.profile.title} can reach, to be registered for the key in ${key}.`
        : `Have ${wanted} registered for the key in ${key}: let this check register it.`,
  };
}
