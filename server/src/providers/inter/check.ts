import { civilDateOf } from '../../brazil/calendar.ts';
import { DAY_MS, HOUR_MS, SECOND_MS, systemMs } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { decimalText } from '../../kit/money.ts';
import type { BankCheckOptions } from '../banks/bank.ts';
import type { Outcome } from '../http/outcome.ts';
import { reasonOf, verdictOn } from '../http/verdict.ts';
import { readPage } from './boleto-answers.ts';
import { type BoletoOperation, COBRANCAS, PAGE_SIZE } from './boleto-search.ts';
import { InterClient } from './client.ts';
import { type Feature, type InterConfig, SCOPES } from './config.ts';
import { readBalance, readStatement } from './payout-answers.ts';
import { BANKING, type PayoutOperation } from './payouts.ts';

/** The shape of the steps of `guiche pix check`. */
export type InterCheckStep = {
  readonly name: 'certificate' | 'token' | 'list' | 'balance' | 'statement' | 'webhook';
  readonly ok: boolean;
  readonly detail: string;
  /** What to change, with the name of the setting; null when nothing is wrong. */
  readonly remedy: string | null;
};

export type InterCheckOptions = BankCheckOptions;

type Steps = AsyncGenerator<InterCheckStep, void, undefined>;
const RENEW_WITHIN_DAYS = 30;

/** Makes no boleto: one that is registered cannot be taken back without a trace. */
export async function* checkInterBoletos(config: InterConfig, options: InterCheckOptions): Steps {
  const opened = openClient<BoletoOperation>(config, options.log);
  if ('ok' in opened) return yield opened;
  try {
    yield certificateStep(opened);
    const token = await tokenStep(opened, 'boletos');
    yield token;
    if (!token.ok) return;
    yield await listStep(opened);
    const path = [...COBRANCAS, 'webhook'];
    yield await webhookStep(opened, options, {
      ...{ feature: 'boletos', path, find: 'boletoWebhook', register: 'registerBoletoWebhook' },
    });
  } finally {
    await opened.close();
  }
}

/** Sends no money. */
export async function* checkInterPayouts(config: InterConfig, options: InterCheckOptions): Steps {
  const opened = openClient<PayoutOperation>(config, options.log);
  if ('ok' in opened) return yield opened;
  try {
    yield certificateStep(opened);
    const token = await tokenStep(opened, 'payouts');
    yield token;
    if (!token.ok) return;
    const statementToken = await tokenStep(opened, 'statement');
    if (statementToken.ok) {
      yield await balanceStep(opened);
      yield await statementStep(opened);
    } else yield { ...statementToken, name: 'balance' };
    const noticeToken = await tokenStep(opened, 'notices');
    if (!noticeToken.ok) return yield { ...noticeToken, name: 'webhook' };
    const path = [...BANKING, 'webhooks', 'pix-pagamento'];
    yield await webhookStep(opened, options, {
      ...{ feature: 'notices', path, find: 'payoutWebhook', register: 'registerPayoutWebhook' },
    });
  } finally {
    await opened.close();
  }
}

function openClient<Operation extends string>(
  config: InterConfig,
  log: Log,
): InterClient<Operation> | InterCheckStep {
  const now = () => new Date(systemMs());
  try {
    return new InterClient<Operation>(config, { log, now, tokens: null, onCall: () => undefined });
  } catch (error) {
    const fault = error instanceof Error ? error.message : 'the certificate cannot be read';
    return { name: 'certificate', ok: false, detail: fault, remedy: fault };
  }
}

/** What does not depend on the kind of calls. */
type Opened = Pick<InterClient<never>, 'config' | 'certificate' | 'token'>;

function certificateStep(client: Opened): InterCheckStep {
  const { subject, endsAt } = client.certificate;
  const { setting, path } = client.config.certificate.certificate;
  const daysLeft = Math.floor((endsAt.getTime() - systemMs()) / DAY_MS);
  const lastDay = endsAt.toISOString().slice(0, 10);
  return {
    ...{ name: 'certificate', ok: true },
    detail: `${path}, ${subject}, ends on ${lastDay} (${daysLeft} days)`,
    remedy:
      daysLeft < RENEW_WITHIN_DAYS
        ? `${setting} names a certificate that ends on ${lastDay}: make a new one at Inter; it is taken up without a restart.`
        : null,
  };
}

async function tokenStep(client: Opened, feature: Feature): Promise<InterCheckStep> {
  const answer = await client.token(feature);
  const host = new URL(client.config.tokenUrl).host;
  const scopes = SCOPES[feature].join(' and ');
  if (answer.ok) {
    const detail = `given by ${host} for ${Math.round(answer.lifeMs / SECOND_MS)} seconds, ${scopes}`;
    return { name: 'token', ok: true, detail, remedy: null };
  }
  return {
    name: 'token',
    ok: false,
    detail: answer.reason,
    remedy: tokenRemedy(client, answer.failure, scopes),
  };
}

function tokenRemedy({ config }: Opened, failure: string, scopes: string): string {
  const { setting } = config.certificate.certificate;
  const host = new URL(config.tokenUrl).host;
  switch (failure) {
    case 'credentials':
      return `Give the application at Inter the scopes ${scopes}; if it has them, its client id or client secret is another one.`;
    case 'client certificate':
    case 'connection':
      return `${setting} must name the certificate of this application and environment: ${host} ends connections with another one.`;
    case 'server certificate':
      return `${host} shows a certificate that is not trusted: correct the address, or the authorities.`;
    default:
      return `${host} did not serve this request. It takes five requests for tokens a minute: wait a minute and try again.`;
  }
}

async function listStep(client: InterClient<BoletoOperation>): Promise<InterCheckStep> {
  const now = new Date(systemMs());
  const outcome = await client.call({
    ...{ operation: 'listBoletos', feature: 'boletos', method: 'GET', path: COBRANCAS },
    query: {
      ...{ dataInicial: civilDateOf(now), dataFinal: civilDateOf(now), filtrarDataPor: 'EMISSAO' },
      ...{ 'paginacao.paginaAtual': '0', 'paginacao.itensPorPagina': String(PAGE_SIZE) },
    },
  });
  const page = outcome.kind === 'answered' ? readPage(outcome.body, 0, PAGE_SIZE, now) : null;
  return step('list', outcome, page && `${page.boletos.length} boletos issued today can be read`);
}

async function balanceStep(client: InterClient<PayoutOperation>): Promise<InterCheckStep> {
  const outcome = await client.call({
    ...{ operation: 'bankBalance', feature: 'statement', method: 'GET', path: [...BANKING, 'saldo'] },
  });
  const balance = outcome.kind === 'answered' ? readBalance(outcome.body) : null;
  return step('balance', outcome, balance === null ? null : `R$ ${decimalText(balance)} can be paid out`);
}

async function statementStep(client: InterClient<PayoutOperation>): Promise<InterCheckStep> {
  const now = systemMs();
  const outcome = await client.call({
    ...{ operation: 'sentPayouts', feature: 'statement', method: 'GET' },
    path: [...BANKING, 'extrato', 'completo'],
    query: {
      ...{ dataInicio: civilDateOf(new Date(now - HOUR_MS)), dataFim: civilDateOf(new Date(now)) },
      ...{ pagina: '0', tamanhoPagina: String(PAGE_SIZE) },
    },
  });
  const page = outcome.kind === 'answered' ? readStatement(outcome.body, 0, PAGE_SIZE) : null;
  return step('statement', outcome, page && 'the statement of today can be read');
}

/** `detail` null: the answer could not be read. */
function step(name: InterCheckStep['name'], outcome: Outcome, detail: string | null): InterCheckStep {
  if (verdictOn(outcome) === 'done' && detail !== null) return { name, ok: true, detail, remedy: null };
  const reason = verdictOn(outcome) === 'done' ? 'an answer that cannot be read' : reasonOf(outcome);
  const remedy = 'If that lasts, check the address, the account number and the status page of Inter.';
  return { name, ok: false, detail: reason, remedy };
}

type Webhook<Operation> = { feature: Feature; path: readonly string[]; find: Operation; register: Operation };

async function webhookStep<Operation extends string>(
  client: InterClient<Operation>,
  { webhookUrl: wanted, registers }: InterCheckOptions,
  { feature, path, find, register }: Webhook<Operation>,
): Promise<InterCheckStep> {
  const known = await client.call({ operation: find, feature, method: 'GET', path });
  const verdict = verdictOn(known);
  if (verdict !== 'done' && verdict !== 'absent') return step('webhook', known, null);
  const url = known.kind === 'answered' ? (known.body as { webhookUrl?: unknown } | null)?.webhookUrl : null;
  const isAny = verdict === 'done' && typeof url === 'string';
  if (isAny && (wanted === null || url === wanted)) return webhook(true, `notices are sent to ${url}`, null);
  if (wanted === null || !registers) {
    const detail = isAny ? `notices are sent to ${url}` : 'no address is registered';
    return webhook(
      false,
      detail,
      `Have ${wanted ?? 'the address of this gateway'} registered: guiche ${feature === 'boletos' ? 'boleto' : 'payout'} register.`,
    );
  }
  const registered = await client.call({
    ...{ operation: register, feature, method: 'PUT', path },
    body: { webhookUrl: wanted },
  });
  return step('webhook', registered, `registered: notices are sent to ${wanted}`);
}

function webhook(ok: boolean, detail: string, remedy: string | null): InterCheckStep {
  return { name: 'webhook', ok, detail, remedy };
}
