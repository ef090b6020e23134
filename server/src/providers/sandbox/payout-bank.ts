import { type Db, statement } from '../../db/pool.ts';
import { MINUTE_MS, systemMs } from '../../kit/clock.ts';
import { cents } from '../../kit/money.ts';
import type {
  PayoutAtBank,
  PayoutHint,
  PayoutProvider,
  PayoutRequest,
  RemotePayout,
  SentPayout,
} from '../payout.ts';
import type { Answer, ProviderHealth } from '../provider.ts';
import { SANDBOX_BANK } from '../rails.ts';
import { endToEndId } from './end-to-end-id.ts';
import { type PayoutBehaviour, payoutBehaviourOf } from './test-keys.ts';

const BALANCE = cents(10_000_000_000n);
const PAGE_LENGTH = 100;
const HEALTH: ProviderHealth = {
  state: 'closed',
  since: new Date(0),
  calls: 0,
  failures: 0,
  averageLatencyMs: null,
  lastFailure: null,
};

/** What was asked of the bank, as it is stored. */
type StoredPayout = { amount: string; behaviour: PayoutBehaviour; sentAt: string };
type StoredRow = StoredPayout & { reference: string };

const insertPayout = statement(
  'sandbox.save_payout',
  `insert into sandbox_provider_calls (reference, kind, answer)
   values ($1, 'payout', $2)
   on conflict (reference) do nothing
   returning reference`,
);
const selectPayout = statement(
  'sandbox.find_payout',
  `select answer from sandbox_provider_calls where reference = $1 and kind = 'payout'`,
);
const selectSent = statement(
  'sandbox.sent_payouts',
  `select reference, answer
   from sandbox_provider_calls
   where kind = 'payout'
     and answer ->> 'sentAt' >= $1
     and answer ->> 'sentAt' < $2
   order by reference
   limit ${PAGE_LENGTH + 1}
   offset $3`,
);

/** A bank of the sandbox that is slow, waits for a person, fails or gives money back, as the test key says. */
export function sandboxPayoutBank(db: Db): PayoutProvider {
  return {
    name: SANDBOX_BANK,
    onlyFor: (pixKey) => payoutBehaviourOf(pixKey) !== null,
    verifiesOwner: true,
    payout: (request) => take(db, request),
    remote: remoteOf(db),
  };
}

async function take(db: Db, request: PayoutRequest): Promise<Answer<{ payout: PayoutAtBank }>> {
  const { reference, amountCents, pixKey } = request;
  const behaviour = payoutBehaviourOf(pixKey);
  if (!behaviour || behaviour === 'refused') {
    return { ok: false, kind: 'refused', reason: 'o banco não conhece esta chave Pix (sandbox)' };
  }
  const amount = amountCents.toString();
  const stored: StoredPayout = { amount, behaviour, sentAt: new Date(systemMs()).toISOString() };
  const isNew = await db.query(insertPayout, [reference, JSON.stringify(stored)]);
  if (isNew.length > 0 && behaviour === 'no_answer') {
    return { ok: false, kind: 'unavailable', reason: 'the bank did not answer' };
  }
  const row = isNew.length > 0 ? stored : ((await find(db, reference)) ?? stored);
  return { ok: true, payout: isNew.length > 0 ? atFirst(reference, row) : afterwards(reference, row) };
}

async function find(db: Db, reference: string): Promise<StoredPayout | null> {
  const [row] = await db.query<{ answer: StoredPayout }>(selectPayout, [reference]);
  return row?.answer ?? null;
}

function remoteOf(db: Db): RemotePayout {
  return {
    async findPayout({ reference }) {
      const row = await find(db, reference);
      return { ok: true, payout: row && afterwards(reference, row) };
    },
    async sentPayouts({ from, until, page }) {
      const span = [from.toISOString(), until.toISOString()];
      const values = [...span, page * PAGE_LENGTH];
      const rows = await db.query<{ reference: string; answer: StoredPayout }>(selectSent, values);
      const payouts = rows
        .slice(0, PAGE_LENGTH)
        .map(({ reference, answer }) => sentOf({ reference, ...answer }));
      return { ok: true, payouts, nextPage: rows.length > PAGE_LENGTH ? page + 1 : null };
    },
    bankBalance: async () => ({ ok: true, availableCents: BALANCE }),
    readNotice: async ({ body }) => hintsOf(body),
    accepts: () => true,
    health: () => HEALTH,
  };
}

function hintsOf(body: unknown): PayoutHint[] | null {
  const { reference } = (typeof body === 'object' && body !== null ? body : {}) as { reference?: unknown };
  return typeof reference === 'string' ? [{ reference }] : null;
}

function sentOf(row: StoredRow): SentPayout {
  const { reference } = row;
  const sentAt = new Date(row.sentAt);
  return { ...afterwards(reference, row), reference, amountCents: cents(BigInt(row.amount)), sentAt };
}

function atFirst(reference: string, { behaviour }: StoredPayout): PayoutAtBank {
  const names = { bankReference: `sandbox-${reference}`, reason: null, returns: [] };
  switch (behaviour) {
    case 'approval':
      return { ...names, state: 'awaiting_approval', endToEndId: null };
    case 'paid':
    case 'returned':
      return { ...names, state: 'succeeded', endToEndId: endToEndId(reference) };
    case 'slow':
    case 'failed':
    case 'no_answer':
    case 'refused':
      return { ...names, state: 'pending', endToEndId: null };
  }
}

function afterwards(reference: string, { amount, behaviour, sentAt }: StoredPayout): PayoutAtBank {
  const bankReference = `sandbox-${reference}`;
  if (behaviour === 'failed') {
    const reason = 'a conta da chave está encerrada (sandbox)';
    return { state: 'failed', reason, bankReference, endToEndId: null, returns: [] };
  }
  const whole = {
    id: `D${reference}`,
    amountCents: cents(BigInt(amount)),
    reason: 'conta encerrada (sandbox)',
  };
  const at = new Date(Date.parse(sentAt) + MINUTE_MS);
  const returns = behaviour === 'returned' ? [{ ...whole, at }] : [];
  return { state: 'succeeded', reason: null, bankReference, endToEndId: endToEndId(reference), returns };
}
