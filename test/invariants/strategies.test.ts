import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BoletoTerms, Charge } from '../../server/src/charges/charge.ts';
import { type CreateCharge, createCharge } from '../../server/src/charges/create.ts';
import type { Payment } from '../../server/src/charges/payments/decide.ts';
import {
  type KnownPayment,
  receiveAtOnce,
  receiveInTransactions,
} from '../../server/src/charges/payments/receive.ts';
import { expectedCents } from '../../server/src/charges/rules/amount-due.ts';
import { cents } from '../../server/src/kit/money.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';

const RUNS = 100;
const SEED = 19;

let gateway: TestGateway;
let sellers: [Seller, Seller];
const used = { atOnce: 0, inTransactions: 0 };

beforeAll(async () => {
  gateway = await startGateway();
  sellers = [await gateway.seller('First'), await gateway.seller('Second')];
  for (const seller of sellers) {
    const events = ['payment.received', 'charge.paid', 'charge.refunded'];
    const { status } = await seller.call('POST', '/api/v1/webhooks', {
      url: 'http://127.0.0.1:9/hook',
      events,
    });
    expect(status).toBe(201);
  }
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const TERMS: BoletoTerms = {
  dueDate: '2030-01-15',
  fineBasisPoints: 200,
  interestMonthlyBasisPoints: 100,
  discount: { basisPoints: 500, until: '2030-01-10' },
  cancelAfterDays: 30,
};
const PAYER = { name: 'Ana', email: 'ana@example.com', cpf_cnpj: '52998224725', phone: null };

const newCharge = fc.record({
  billingType: fc.constantFrom('PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED'),
  // Up to 3.00 the fee takes more than the sale, and nothing is held.
  value: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 500, max: 5_000_000 })),
  hasPostback: fc.boolean(),
});
type NewCharge = Parameters<Parameters<typeof newCharge.map>[0]>[0];

/** `payment`: which of the charge's payments it reports; the same one twice is a notice that came twice. */
const notice = fc.record({
  place: fc.nat({ max: 3 }),
  payment: fc.nat({ max: 2 }),
  method: fc.constantFrom('PIX', 'CREDIT_CARD', 'BOLETO'),
  installments: fc.integer({ min: 1, max: 12 }),
  paidAt: fc.constantFrom('2030-01-10T15:00:00Z', '2030-01-15T15:00:00Z', '2030-01-25T15:00:00Z'),
  isAmountRight: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
  /** The charge is given as it was at its creation, not as it is. */
  isStale: fc.boolean(),
});
type NewNotice = Parameters<Parameters<typeof notice.map>[0]>[0];

const story = fc.record({
  charges: fc.array(newCharge, { minLength: 1, maxLength: 4 }),
  batches: fc.array(fc.array(notice, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
});

function requestOf(accountId: string, { billingType, value, hasPostback }: NewCharge): CreateCharge {
  return {
    accountId,
    id: gateway.deps.ids.next(),
    billingType,
    // A boleto has a least value.
    valueCents: cents(BigInt(billingType === 'BOLETO' ? value + 500 : value)),
    description: 'one of two',
    externalReference: null,
    postbackUrl: hasPostback ? 'http://127.0.0.1:9/postback' : null,
    successUrl: null,
    metadata: null,
    customer: billingType === 'BOLETO' ? PAYER : null,
    customerId: null,
    productId: null,
    paymentLinkId: null,
    split: [],
    installments: null,
    maxInstallments: 12,
    interestByPayer: false,
    expiresInSeconds: 86_400,
    boletoTerms: billingType === 'BOLETO' ? TERMS : null,
  };
}

function itemOf(
  charges: readonly Charge[],
  created: readonly Charge[],
  given: NewNotice,
  run: number,
): KnownPayment {
  const place = given.place % charges.length;
  const charge = (given.isStale ? created : charges)[place] as Charge;
  const { method, installments } = given;
  const paidAt = new Date(given.paidAt);
  const due = expectedCents(charge, { paidAt, method });
  const payment: Payment = {
    provider: 'sandbox',
    paymentReference: `E${run}-${place}-${given.payment}`,
    chargeReference: charge.pixTxid ?? charge.id,
    method,
    amountCents: given.isAmountRight ? due : cents(due + 1n),
    paidAt,
    ...(method === 'CREDIT_CARD' && { installments, card: { brand: 'visa', lastFour: '4242' } }),
  };
  return { payment, charge };
}

type Strategy = (items: readonly KnownPayment[]) => ReturnType<typeof receiveInTransactions>;

const strategies: [Strategy, Strategy] = [
  async (items) => {
    const atOnce = await receiveAtOnce(gateway.deps, items);
    used[atOnce ? 'atOnce' : 'inTransactions'] += 1;
    return atOnce ?? receiveInTransactions(gateway.deps, items);
  },
  (items) => receiveInTransactions(gateway.deps, items),
];

const RECORDS = {
  charges: `select status, billing_type, payer_chooses, value_cents, platform_fee_cents, net_value_cents, reserve_cents,
      reserve_held_cents, paid_cents, refunded_cents, returned_count, installments, card, payment_provider,
      payment_reference, paid_at, case when paid_at is not null then due_at end as due_at, event_sequence
    from charges where account_id = $1 and id = any($2) order by array_position($2, id)`,
  events: `select array_position($2, charge_id) as charge, type, sequence, audience, billing_type, previous_billing_type,
      status, previous_status, data
    from events where account_id = $1 and charge_id = any($2) order by charge, sequence`,
  deliveries: `select array_position($2, charge_id) as charge, event, webhook_id is not null as is_webhook, url,
      left(queue, 4) as queue
    from deliveries where account_id = $1 and charge_id = any($2) order by charge, event, url`,
  entries: `select array_position($2, charge_id) as charge, fact, withdrawal_id,
      case when fact like 'charge:%' then occurred_at end as occurred_at
    from ledger_entries where account_id = $1 and charge_id = any($2) order by charge, fact like 'stray:%', fact`,
  postings: `select sequence - $3::bigint as sequence, available_after_cents - $4::bigint as available_after,
      array_position($2, charge_id) as charge, split_part(fact, ':', 1) as fact, from_bucket, to_bucket, amount_cents,
      category, type
    from ledger_postings p where account_id = $1 and charge_id = any($2) order by p.sequence`,
  strays: `select array_position($2, charge_id) as charge, reference, amount_cents, reason, status, provider
    from stray_receipts where account_id = $1 and charge_id = any($2) order by charge, reference`,
  jobs: `select kind, count(*) from jobs where account_id = $1 and $2::uuid[] is not null group by kind
    order by kind`,
} as const;

type Balance = Record<string, bigint>;

async function balanceOf(accountId: string): Promise<Balance> {
  const [row] = await gateway.db.query<Balance>('select * from ledger_balances where account_id = $1', [
    accountId,
  ]);
  if (!row) throw new Error('an account has a balance');
  return row;
}

function changeOf(before: Balance, after: Balance): Balance {
  const sums = Object.entries(after).filter(([, value]) => typeof value === 'bigint');
  return Object.fromEntries(sums.map(([name, value]) => [name, value - (before[name] ?? 0n)]));
}

/** Everything that a seller's books say of these charges, without ids and times. */
async function recordsOf(accountId: string, ids: readonly string[], before: Balance) {
  const names = Object.entries(RECORDS);
  const rows = await Promise.all(
    names.map(([name, sql]) => {
      const base = name === 'postings' ? [before.last_sequence, before.available_cents] : [];
      return gateway.db.query(sql, [accountId, ids, ...base]);
    }),
  );
  const balance = changeOf(before, await balanceOf(accountId));
  const text = JSON.stringify(
    { balance, records: names.map(([name], index) => [name, rows[index]]) },
    (_, value) => (typeof value === 'bigint' ? `${value}` : value),
  );
  const named = ids.reduce((all, id, place) => all.replaceAll(id, `charge ${place}`), text);
  return JSON.parse(named.replaceAll(/stray:[0-9a-f-]{36}/g, 'stray'));
}

type Story = Parameters<Parameters<typeof story.map>[0]>[0];

/** What was answered, and what the seller's books say after the story, received by one of the two strategies. */
async function afterStory({ charges, batches }: Story, run: number, which: 0 | 1) {
  const { id: accountId } = sellers[which];
  const before = await balanceOf(accountId);
  const created = await Promise.all(
    charges.map((each) => createCharge(gateway.deps, requestOf(accountId, each))),
  );
  const current = [...created];
  const outcomes: string[][] = [];
  for (const batch of batches) {
    const items = batch.map((each) => itemOf(current, created, each, run));
    const receipts = await strategies[which](items);
    for (const { charge } of receipts) current[created.findIndex(({ id }) => id === charge.id)] = charge;
    outcomes.push(
      receipts.map(({ outcome, charge }) => `${outcome} ${charge.status} ${charge.netValueCents}`),
    );
  }
  const ids = created.map(({ id }) => id);
  return { outcomes, ...(await recordsOf(accountId, ids, before)) };
}

/** The same text is sealed differently each time. */
function withoutSeals(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^~1\.[\w-]+$/, 'sealed');
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map(withoutSeals);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutSeals(each)]));
}

it('payments in one statement leave what payments in a transaction leave', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(story, async (each) => {
      run += 1;
      const [atOnce, inTransactions] = await Promise.all([
        afterStory(each, run, 0),
        afterStory(each, run, 1),
      ]);
      expect(withoutSeals(atOnce)).toEqual(withoutSeals(inTransactions));
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // Both ways were really taken.
  expect(used.atOnce).toBeGreaterThan(RUNS / 4);
  expect(used.inTransactions).toBeGreaterThan(RUNS / 4);
});
