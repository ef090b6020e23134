import { DAY_MS, MovableClock, systemMs } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import type { Cents } from '../../kit/money.ts';
import type { Outcome } from '../http/outcome.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import { watchProvider } from '../http/watch.ts';
import type {
  PayoutAtBank,
  PayoutName,
  PayoutProvider,
  PayoutRequest,
  RemotePayout,
  SentPayout,
  SentPeriod,
} from '../payout.ts';
import { isOtherOwner } from '../payout-owner.ts';
import type { Answer } from '../provider.ts';
import { type Calling, InterClient, type InterOptions } from './client.ts';
import type { InterConfig } from './config.ts';
import {
  daysOf,
  type InterPayout,
  readBalance,
  readPayout,
  readPayoutNotice,
  readSent,
  readStatement,
  type StatementPage,
  type StatementRow,
  sentOf,
} from './payout-answers.ts';
import { obstacleTo, payoutBody } from './payout-requests.ts';

export type PayoutOperation =
  | 'payout'
  | 'findPayout'
  | 'sentPayouts'
  | 'bankBalance'
  | 'payoutWebhook'
  | 'registerPayoutWebhook';

export const BANKING = ['banking', 'v2'] as const;
const READS: readonly PayoutOperation[] = ['findPayout', 'sentPayouts', 'bankBalance', 'payoutWebhook'];
const COUNTED: readonly PayoutOperation[] = ['payout', 'findPayout'];
const PAGE_SIZE = 100;
const MAX_PAGES = 20;

export type InterPayouts = PayoutProvider & { readonly remote: RemotePayout; close(): Promise<void> };

/** Payouts from an account at Banco Inter (Banking v2). Throws when the certificate cannot be used. */
export function openInterPayouts(config: InterConfig, options: InterOptions): InterPayouts {
  const clock = options.clock ?? new MovableClock();
  const { log, observe, tokens } = options;
  const watch = watchProvider<PayoutOperation>({
    ...{ name: config.name, log, clock, observe },
    ...{ counted: COUNTED, probe: 'payout', reads: READS },
  });
  const now = () => clock.now();
  const client = new InterClient<PayoutOperation>(config, { log, now, tokens, onCall: watch.onCall });
  const bank: Bank = { config, log, client };
  return {
    name: config.name,
    verifiesOwner: false,
    payout: (request) => payout(bank, request),
    remote: {
      findPayout: (name) => findPayout(bank, name),
      sentPayouts: (period) => sentPayouts(bank, period),
      bankBalance: () => bankBalance(bank),
      readNotice: async ({ body }) => readPayoutNotice(body),
      accepts: watch.accepts,
      health: watch.health,
    },
    close: () => client.close(),
  };
}

type Bank = {
  readonly config: InterConfig;
  readonly log: Log;
  readonly client: InterClient<PayoutOperation>;
};

/** Our reference is Inter's idempotency key: the same request under it gives the first answer and pays nothing again. */
async function payout(bank: Bank, request: PayoutRequest): Promise<Answer<{ payout: PayoutAtBank }>> {
  const obstacle = obstacleTo(request);
  if (obstacle !== null) return refused(obstacle);
  const call = bank.client.operation();
  const send = () => sendPayout(call, request);
  const first = await send();
  const isLost = verdictOn(first) === 'unknown' || (verdictOn(first) === 'done' && !sentIn(first));
  const outcome = isLost ? await send() : first;
  const sent = sentIn(outcome);
  if (!sent) {
    const isRefused = ['refused', 'absent'].includes(verdictOn(outcome)) && !isConflict(outcome);
    // A refusal of the repetition says nothing about the first call.
    return (isRefused && !isLost ? refused : unavailable)(reasonOf(outcome));
  }
  const found = await readOne(call, sent.payout.bankReference);
  const known = found.ok && found.payout ? found.payout : sent;
  if (known.amountCents !== null && known.amountCents !== request.amountCents) {
    return unavailable('the bank has another amount under this reference');
  }
  report(bank, known, request.ownerDocument);
  return { ok: true, payout: presented(known) };
}

function sendPayout(call: Calling<PayoutOperation>, request: PayoutRequest): Promise<Outcome> {
  return call({
    ...{ operation: 'payout', feature: 'payouts', method: 'POST', path: [...BANKING, 'pix'] },
    headers: { 'x-id-idempotente': request.reference },
    body: payoutBody(request),
    hidden: [request.pixKey, ...(request.ownerDocument ? [request.ownerDocument] : [])],
  });
}

function sentIn(outcome: Outcome): InterPayout | null {
  return outcome.kind === 'answered' && verdictOn(outcome) === 'done' ? readSent(outcome.body) : null;
}

const CONFLICT = 409;

/** The first request under this reference may still be at work. */
function isConflict(outcome: Outcome): boolean {
  return outcome.kind === 'answered' && outcome.status === CONFLICT;
}

async function readOne(
  call: Calling<PayoutOperation>,
  code: string,
): Promise<Answer<{ payout: InterPayout | null }>> {
  const outcome = await call({
    ...{ operation: 'findPayout', feature: 'payouts', method: 'GET', path: [...BANKING, 'pix', code] },
  });
  const verdict = verdictOn(outcome);
  if (verdict === 'absent') return { ok: true, payout: null };
  if (verdict !== 'done' || outcome.kind !== 'answered') return unavailable(notOk(outcome).reason);
  const found = readPayout(outcome.body, code);
  return found ? { ok: true, payout: found } : unavailable('an answer that cannot be read');
}

function presented({ payout, receiver }: InterPayout): PayoutAtBank {
  return receiver === null ? payout : { ...payout, receiverDocument: receiver };
}

function report(
  { config, log }: Bank,
  { payout, receiver, problem }: InterPayout,
  owner: string | null,
): void {
  const { bankReference } = payout;
  const provider = config.name;
  if (problem !== null)
    log.error({ provider, bankReference, problem }, 'a payout at the bank needs attention');
  if (owner !== null && isOtherOwner(owner, receiver)) {
    log.error(
      { provider, bankReference },
      'the key of a payout belongs to another owner than the expected one',
    );
  }
}

/**
 * By the bank's code. Without it, only the statement shows our reference, and only once the money has left: until then
 * the caller sends the same payout again, which gives the code.
 */
async function findPayout(bank: Bank, name: PayoutName): Promise<FoundPayout> {
  const call = bank.client.operation();
  if (name.bankReference === null) return findInStatement(bank, call, name.reference);
  const found = await readOne(call, name.bankReference);
  if (!found.ok) return found;
  // Inter keeps payouts for 90 days: that it does not know its own code says nothing.
  if (!found.payout) return unavailable('the bank does not show it');
  report(bank, found.payout, null);
  return { ok: true, payout: presented(found.payout) };
}

type FoundPayout = Awaited<ReturnType<RemotePayout['findPayout']>>;

const SEARCHED_MS = 2 * DAY_MS;

async function findInStatement(
  bank: Bank,
  call: Calling<PayoutOperation>,
  reference: string,
): Promise<FoundPayout> {
  const until = new Date(systemMs());
  const from = new Date(until.getTime() - SEARCHED_MS);
  for (let page: number | null = 0; page !== null && page < MAX_PAGES; ) {
    const read = await statement(bank, call, { from, until, page });
    if (!read.ok) return read;
    const row = read.rows.find((each) => each.kind === 'sent' && each.reference === reference);
    if (row) {
      const { reference: _, amountCents: __, sentAt: ___, ...payout } = sentOf(row);
      return { ok: true, payout };
    }
    page = read.nextPage;
  }
  return { ok: true, payout: null, mayExist: true };
}

async function statement(
  bank: Bank,
  call: Calling<PayoutOperation>,
  { from, until, page }: SentPeriod,
): Promise<Answer<StatementPage>> {
  const days = daysOf({ from, until });
  const outcome = await call({
    ...{ operation: 'sentPayouts', feature: 'statement', method: 'GET' },
    path: [...BANKING, 'extrato', 'completo'],
    query: {
      ...{ dataInicio: days.from, dataFim: days.until },
      ...{ pagina: String(page), tamanhoPagina: String(PAGE_SIZE) },
    },
  });
  const verdict = verdictOn(outcome);
  if (verdict !== 'done' || outcome.kind !== 'answered') return unavailable(notOk(outcome).reason);
  const read = readStatement(outcome.body, page, PAGE_SIZE);
  if (!read) return unavailable('an answer that cannot be read');
  const { unreadable } = read;
  const provider = bank.config.name;
  if (unreadable > 0)
    bank.log.error({ provider, unreadable }, 'the statement has rows that cannot be attributed');
  return { ok: true, ...read };
}

/** What left the account on these days, and what came back of earlier payouts. */
async function sentPayouts(
  bank: Bank,
  period: SentPeriod,
): Promise<Answer<{ payouts: SentPayout[]; nextPage: number | null }>> {
  const call = bank.client.operation();
  const read = await statement(bank, call, period);
  if (!read.ok) return read;
  const payouts: SentPayout[] = [];
  for (const row of read.rows) {
    if (row.kind === 'sent') {
      payouts.push(sentOf(row));
      continue;
    }
    const returned = await payoutOfReturn(call, row);
    if (!returned.ok) return returned;
    if (returned.payout) payouts.push(returned.payout);
  }
  return { ok: true, payouts, nextPage: read.nextPage };
}

/** The row tells what came back; the payout itself tells how much it was. */
async function payoutOfReturn(
  call: Calling<PayoutOperation>,
  { id, code, reference, amountCents, at, reason }: StatementRow,
): Promise<Answer<{ payout: SentPayout | null }>> {
  const found: Answer<{ payout: InterPayout | null }> = code === null ? NOT_THERE : await readOne(call, code);
  if (!found.ok) return found;
  const whole = found.payout?.amountCents ?? null;
  if (!found.payout || whole === null) return { ok: true, payout: null };
  const returns = [{ id, amountCents, at, reason }];
  const { payout } = found.payout;
  return {
    ok: true,
    payout: {
      ...payout,
      state: 'succeeded',
      reason: null,
      returns,
      reference,
      amountCents: whole,
      sentAt: at,
      isReturn: true,
    },
  };
}

const NOT_THERE = { ok: true, payout: null } as const;

async function bankBalance(bank: Bank): Promise<Answer<{ availableCents: Cents }>> {
  const outcome = await bank.client.operation()({
    ...{ operation: 'bankBalance', feature: 'statement', method: 'GET', path: [...BANKING, 'saldo'] },
  });
  const verdict = verdictOn(outcome);
  if (verdict !== 'done' || outcome.kind !== 'answered') return unavailable(notOk(outcome).reason);
  const availableCents = readBalance(outcome.body);
  return availableCents === null
    ? unavailable('an answer that cannot be read')
    : { ok: true, availableCents };
}
