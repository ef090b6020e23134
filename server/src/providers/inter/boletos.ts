import type { CivilDate } from '../../brazil/calendar.ts';
import { type Clock, HOUR_MS, MovableClock, pause, systemMs } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type {
  BoletoAtBank,
  BoletoName,
  BoletoPayment,
  BoletoProvider,
  BoletoRequest,
  PaidPeriod,
  RemoteBoleto,
} from '../boleto.ts';
import { reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import { watchProvider } from '../http/watch.ts';
import type { Answer } from '../provider.ts';
import { type InterBoleto, readBoletoNotice, readChange, readCode, readPage } from './boleto-answers.ts';
import { boletoBody, interLimits, obstacleTo, yourNumberOf } from './boleto-requests.ts';
import {
  type BoletoOperation,
  type BoletoSearch,
  COBRANCAS,
  findByCode,
  findByNumber,
  PAGE_SIZE,
} from './boleto-search.ts';
import { type Calling, InterClient, type InterOptions } from './client.ts';
import type { InterConfig } from './config.ts';

const READS: readonly BoletoOperation[] = [
  'findBoleto',
  'listBoletos',
  'findChange',
  'paidBoletos',
  'boletoWebhook',
];
const COUNTED: readonly BoletoOperation[] = [
  'registerBoleto',
  'findBoleto',
  'listBoletos',
  'cancelBoleto',
  'changeBoleto',
];

export type InterBoletos = BoletoProvider & { readonly remote: RemoteBoleto; close(): Promise<void> };

/** Boletos of Banco Inter, with their PIX codes (Cobrança v3). Throws when the certificate cannot be used. */
export function openInterBoletos(config: InterConfig, options: InterOptions): InterBoletos {
  const clock = options.clock ?? new MovableClock();
  const { log, observe, tokens } = options;
  const watch = watchProvider<BoletoOperation>({
    ...{ name: config.name, log, clock, observe },
    ...{ counted: COUNTED, probe: 'registerBoleto', reads: READS },
  });
  const now = () => clock.now();
  const client = new InterClient<BoletoOperation>(config, { log, now, tokens, onCall: watch.onCall });
  const bank: Bank = { config, log, clock, client };
  return {
    ...{ name: config.name, needsAddress: true, givesPix: true, refunder: null, limits: interLimits },
    registerBoleto: (request) => registerBoleto(bank, request),
    remote: {
      findBoleto: (name) => findBoleto(bank, name),
      cancelBoleto: (name) => cancelBoleto(bank, name),
      changeDueDate: (name, dueDate) => changeDueDate(bank, name, dueDate),
      paidBoletos: (period) => paidBoletos(bank, period),
      readNotice: async ({ body }) => readBoletoNotice(body),
      accepts: watch.accepts,
      health: watch.health,
    },
    close: () => client.close(),
  };
}

type Bank = {
  readonly config: InterConfig;
  readonly log: Log;
  readonly clock: Clock;
  readonly client: InterClient<BoletoOperation>;
};

function searchAt(bank: Bank, call: Calling<BoletoOperation>): BoletoSearch {
  return { call, now: bank.clock.now(), today: new Date(systemMs()) };
}

/**
 * Inter has no idempotency beyond half an hour: the boleto is looked for before it is sent. It is sent once: after an
 * unknown outcome it is looked for again, and the caller asks again later.
 */
async function registerBoleto(bank: Bank, request: BoletoRequest): Promise<Answer<{ boleto: BoletoAtBank }>> {
  const obstacle = obstacleTo(request);
  if (obstacle !== null) return refused(obstacle);
  const call = bank.client.operation();
  const name = { ...request, bankReference: null, dueDate: request.terms.dueDate };
  const earlier = await lookFor(bank, call, name);
  if (!earlier.ok) return earlier;
  if (earlier.found) return judged(bank, request, earlier.found);
  const hidden = personOf(request);
  const outcome = await call({
    ...{ operation: 'registerBoleto', feature: 'boletos', method: 'POST', path: COBRANCAS },
    ...{ body: boletoBody(request), hidden },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'unavailable') return unavailable(reasonOf(outcome));
  const code = verdict === 'done' && outcome.kind === 'answered' ? codeIn(outcome.body) : null;
  if (code !== null) return registered(bank, call, request, code);
  const made = await lookFor(bank, call, name);
  if (made.ok && made.found) return judged(bank, request, made.found);
  const reason = reasonOf(outcome);
  const isCertain =
    made.ok && (verdict === 'refused' || verdict === 'absent') && !soundsLikeDuplicate(reason);
  return isCertain ? refused(reason) : unavailable(reason);
}

/** Must not appear in a reason, if the bank quotes the request. */
function personOf({ payer: { name, document, email, phone, address } }: BoletoRequest): string[] {
  const place = address ? [address.street, address.complement, address.district, address.city] : [];
  return [name, document, email, phone, phone?.slice(2), ...place].filter((each) => typeof each === 'string');
}

function codeIn(body: unknown): string | null {
  return readCode((body as { codigoSolicitacao?: unknown } | null)?.codigoSolicitacao);
}

/** A boleto that the list does not show yet may be why another is refused. */
function soundsLikeDuplicate(reason: string): boolean {
  return /duplic|idempot|j[áa] (existe|cadastrad|emitid)/i.test(reason);
}

/** Registration goes on after the answer: the boleto is read once, and is often there already. */
async function registered(
  bank: Bank,
  call: Calling<BoletoOperation>,
  request: BoletoRequest,
  code: string,
): Promise<Answer<{ boleto: BoletoAtBank }>> {
  const read = await findByCode(searchAt(bank, call), code);
  if (read.ok && read.found) {
    const answer = judged(bank, request, [read.found]);
    if (answer.ok || answer.kind === 'refused') return answer;
  }
  const registering = { reason: null, bankReference: code, means: null, payments: [] };
  return { ok: true, boleto: { state: 'registering', ...registering } };
}

function judged(
  bank: Bank,
  request: BoletoRequest,
  found: readonly InterBoleto[],
): Answer<{ boleto: BoletoAtBank }> {
  if (found.some(({ amountCents }) => amountCents !== request.amountCents)) {
    return refused('another boleto has this number');
  }
  return atBank(bank, request.reference, found);
}

async function findBoleto(bank: Bank, name: BoletoName): Promise<Answer<{ boleto: BoletoAtBank | null }>> {
  const looked = await lookFor(bank, bank.client.operation(), name);
  if (!looked.ok) return looked;
  if (looked.found) return atBank(bank, name.reference, looked.found);
  // Registration is asynchronous: what is new may not be shown yet.
  const isNew = systemMs() - name.createdAt.getTime() < HOUR_MS;
  const isNamed = name.bankReference !== null;
  return isNamed && isNew ? unavailable('the bank does not show it yet') : { ok: true, boleto: null };
}

type Looked = Answer<{ found: readonly InterBoleto[] | null }>;

/** By the bank's own code if it is known, else by our number. */
async function lookFor(bank: Bank, call: Calling<BoletoOperation>, name: BoletoName): Promise<Looked> {
  const search = searchAt(bank, call);
  if (name.bankReference !== null) {
    const read = await findByCode(search, name.bankReference);
    if (!read.ok) return read;
    if (read.found) return { ok: true, found: [read.found] };
  }
  const yourNumber = yourNumberOf(name);
  if (yourNumber === null) return { ok: true, found: null };
  return findByNumber(search, yourNumber, name.createdAt);
}

/** Paid ones first, then those that can be paid: with all payments, if there should be more than one boleto. */
const ORDER: readonly BoletoAtBank['state'][] = ['paid', 'open', 'registering', 'cancelled', 'refused'];

function atBank(
  bank: Bank,
  reference: string,
  found: readonly InterBoleto[],
): Answer<{ boleto: BoletoAtBank }> {
  report(bank, found);
  const known = found.flatMap(({ boleto, dueDate, problem }) =>
    boleto ? [{ boleto, dueDate, problem }] : [],
  );
  const [first] = known.sort((a, b) => ORDER.indexOf(a.boleto.state) - ORDER.indexOf(b.boleto.state));
  if (!first || known.length < found.length) return unavailable('a boleto in a situation that is not known');
  if (first.boleto.state === 'open' && !first.boleto.means) return unavailable(first.problem ?? 'no barcode');
  const payments = known.flatMap(({ boleto }) => boleto.payments.map((each) => ({ ...each, reference })));
  return { ok: true, boleto: { ...first.boleto, dueDate: first.dueDate, payments } };
}

/** An operator must look at the bank: the gateway does nothing because of it. */
function report({ config, log }: Bank, found: readonly InterBoleto[]): void {
  const provider = config.name;
  for (const { yourNumber, problem } of found) {
    if (problem !== null)
      log.error({ provider, yourNumber, problem }, 'a boleto at the bank needs attention');
  }
  const open = found.filter(({ boleto }) => boleto?.state === 'open' || boleto?.state === 'paid');
  const codes = open.map(({ boleto }) => boleto?.bankReference);
  if (open.length > 1) log.error({ provider, codes }, 'the bank has several boletos with one number');
}

const LOOKS = 4;
const LOOK_AGAIN_MS = 300;
const CANCEL_REASON = 'Cancelado pelo emissor';

/** Cancelling is asynchronous too: it is done when the bank says so. */
async function cancelBoleto(bank: Bank, name: BoletoName): Promise<Answer<unknown>> {
  const call = bank.client.operation();
  const looked = await lookFor(bank, call, name);
  if (!looked.ok) return looked;
  for (const { boleto } of looked.found ?? []) {
    if (!boleto) return unavailable('a boleto in a situation that is not known');
    if (boleto.state !== 'open' && boleto.state !== 'registering') continue;
    const answer = await cancelOne(bank, call, boleto.bankReference);
    if (!answer.ok) return answer;
  }
  return { ok: true };
}

async function cancelOne(bank: Bank, call: Calling<BoletoOperation>, code: string): Promise<Answer<unknown>> {
  const outcome = await call({
    ...{ operation: 'cancelBoleto', feature: 'boletos', method: 'POST' },
    path: [...COBRANCAS, code, 'cancelar'],
    body: { motivoCancelamento: CANCEL_REASON },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'unavailable') return unavailable(reasonOf(outcome));
  for (let look = 0; look < LOOKS; look += 1) {
    if (look > 0) await pause(LOOK_AGAIN_MS);
    const read = await findByCode(searchAt(bank, call), code);
    if (!read.ok) return unavailable(read.reason);
    const state = read.found?.boleto?.state;
    if (state === 'cancelled' || state === 'paid' || state === 'refused') return { ok: true };
    if (verdict !== 'done') break;
  }
  return unavailable(verdict === 'done' ? 'the bank has not cancelled it yet' : reasonOf(outcome));
}

async function changeDueDate(bank: Bank, name: BoletoName, dueDate: CivilDate): Promise<Answer<object>> {
  const call = bank.client.operation();
  const looked = await lookFor(bank, call, name);
  if (!looked.ok) return looked;
  const open = (looked.found ?? []).filter(({ boleto }) => boleto?.state === 'open');
  if (open.length === 0) return refused('the bank has no such boleto that can be paid');
  for (const { boleto, dueDate: current } of open) {
    if (!boleto || current === dueDate) continue;
    const answer = await changeOne(bank, call, boleto.bankReference, dueDate);
    if (!answer.ok) return answer;
  }
  return { ok: true };
}

async function changeOne(
  bank: Bank,
  call: Calling<BoletoOperation>,
  code: string,
  dueDate: CivilDate,
): Promise<Answer<object>> {
  const path = [...COBRANCAS, code];
  const outcome = await call({
    ...{ operation: 'changeBoleto', feature: 'boletos', method: 'PATCH', path },
    body: { dataVencimento: dueDate },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'unavailable') return unavailable(reasonOf(outcome));
  let change = verdict === 'done' && outcome.kind === 'answered' ? readChange(outcome.body) : null;
  for (let look = 0; change?.status === 'pending' && change.id !== null && look < LOOKS; look += 1) {
    await pause(LOOK_AGAIN_MS);
    const asked = await call({
      ...{ operation: 'findChange', feature: 'boletos', method: 'GET' },
      path: [...COBRANCAS, 'edicao', change.id],
    });
    const answer = asked.kind === 'answered' && verdictOn(asked) === 'done' ? readChange(asked.body) : null;
    if (answer) change = { ...answer, id: change.id, message: answer.message || change.message };
  }
  if (change?.status === 'done') return { ok: true };
  if (change?.status === 'failed') return refused(change.message || 'the bank did not change the due date');
  const read = await findByCode(searchAt(bank, call), code);
  if (read.ok && read.found?.dueDate === dueDate) return { ok: true };
  if (verdict === 'refused' || verdict === 'absent') return refused(reasonOf(outcome));
  return unavailable(verdict === 'done' ? 'the bank has not changed the due date yet' : reasonOf(outcome));
}

/** What was received on these days, by barcode or PIX code. */
async function paidBoletos(
  bank: Bank,
  { from, until, page }: PaidPeriod,
): Promise<Answer<{ payments: BoletoPayment[]; nextPage: number | null }>> {
  const outcome = await bank.client.operation()({
    ...{ operation: 'paidBoletos', feature: 'boletos', method: 'GET', path: COBRANCAS },
    query: {
      ...{ dataInicial: from, dataFinal: until, filtrarDataPor: 'PAGAMENTO' },
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE_SIZE),
    },
  });
  const isDone = verdictOn(outcome) === 'done' && outcome.kind === 'answered';
  const read = isDone ? readPage(outcome.body, page, PAGE_SIZE, bank.clock.now()) : null;
  if (!read) return unavailable(isDone ? 'an answer that cannot be read' : reasonOf(outcome));
  const { boletos, unreadable, nextPage } = read;
  const provider = bank.config.name;
  if (unreadable > 0) bank.log.error({ provider, unreadable }, 'the bank listed boletos in no known form');
  for (const each of boletos) report(bank, [each]);
  return { ok: true, payments: boletos.flatMap(({ boleto }) => boleto?.payments ?? []), nextPage };
}
