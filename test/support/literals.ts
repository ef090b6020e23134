import type { Actor } from '../../server/src/audit/record.ts';
import { NO_PAYOUT, type WithdrawalRow } from '../../server/src/balance/withdrawals.ts';
import type { SplitItem } from '../../server/src/catalog/split-rules.ts';
import type { Boleto, Charge } from '../../server/src/charges/charge.ts';
import { INITIAL_CHARGE } from '../../server/src/charges/columns.ts';
import { type Cents, cents } from '../../server/src/kit/money.ts';
import type { Rails } from '../../server/src/providers/rails.ts';
import { type Decision, type Effects, isRefusal, type RowWrite } from '../../server/src/write/effects.ts';

const CHANGERS = ['set', 'add', 'delete', 'clear', 'setTime'];

/** The value and all in it: a change of any of it throws. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || Object.isFrozen(value))
    return value;
  if (value instanceof Map || value instanceof Set) for (const each of value) frozen(each);
  for (const name of CHANGERS.filter((each) => each in value && !Array.isArray(value))) {
    const refuse = () => {
      throw new TypeError(`${name} on a frozen value`);
    };
    if (!Object.hasOwn(value, name)) Object.defineProperty(value, name, { value: refuse, enumerable: false });
  }
  for (const each of Object.values(value)) frozen(each);
  return Object.freeze(value);
}

/** A Tuesday, noon in São Paulo. */
export const NOW = frozen(new Date('2026-03-10T15:00:00Z'));

const UNITS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 } as const;

/** `now`, or a time from now: `+30d`, `-11s`. */
export function at(text: string): Date {
  if (text === 'now') return NOW;
  const unit = UNITS[text.slice(-1) as keyof typeof UNITS];
  return frozen(new Date(NOW.getTime() + Number(text.slice(0, -1)) * unit));
}

function when(date: Date): string {
  const ms = date.getTime() - NOW.getTime();
  if (ms === 0) return 'now';
  const [unit, length] = Object.entries(UNITS).find(([, each]) => ms % each === 0) ?? ['ms', 1];
  return `${ms > 0 ? '+' : ''}${ms / length}${unit}`;
}

/** `100.00` in cents. */
export function reais(text: string): Cents {
  if (!/^-?\d+\.\d\d$/.test(text)) throw new Error(`${text} is no amount with two decimals`);
  return cents(BigInt(text.replace('.', '')));
}

function inReais(amount: bigint): string {
  return amount
    .toString()
    .padStart(3, '0')
    .replace(/(\d\d)$/, '.$1');
}

/** A table in text: a heading, then one case per line; cells are separated by bars. */
export function table<Column extends string>(text: string): Record<Column, string>[] {
  const cellsOf = (line: string) => line.split('|').map((cell) => cell.trim());
  const [heading = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  const columns = cellsOf(heading) as Column[];
  return lines.map((line) => {
    const cells = cellsOf(line);
    if (cells.length !== columns.length) throw new Error(`${line.trim()} has ${cells.length} cells`);
    return Object.fromEntries(columns.map((column, index) => [column, cells[index]])) as Record<
      Column,
      string
    >;
  });
}

/** PIX of 100.00 under the plan of the specification, payable for a day. */
export function charge(set: Partial<Charge> = {}): Charge {
  return frozen({
    ...structuredClone(INITIAL_CHARGE),
    accountId: 'shop',
    id: 'C',
    number: 1n,
    billingType: 'PIX',
    payerChooses: false,
    valueCents: reais('100.00'),
    feeBasisPoints: 599,
    feeFixedCents: reais('2.50'),
    reserveBasisPoints: 500,
    reserveDays: 30,
    platformFeeCents: reais('8.49'),
    netValueCents: reais('91.51'),
    maxInstallments: 12,
    interestByPayer: false,
    token: 'token',
    pixTxid: 'txid',
    pixCopyPaste: '000201',
    pixExpiresAt: at('+1d'),
    dueAt: at('+1d'),
    createdAt: NOW,
    ...set,
  } as Charge);
}

/** The same, paid at the sandbox: 86.93 for the seller, 4.58 held for 30 days. */
export function paidCharge(set: Partial<Charge> = {}): Charge {
  return charge({
    status: 'RECEIVED',
    paidCents: reais('100.00'),
    platformFeeCents: reais('8.49'),
    netValueCents: reais('86.93'),
    reserveCents: reais('4.58'),
    reserveHeldCents: reais('4.58'),
    paymentProvider: 'sandbox',
    paymentReference: 'E0',
    paidAt: NOW,
    dueAt: at('+30d'),
    eventSequence: 2,
    ...set,
  });
}

export const amountTo = (recipientId: string, amount: string): SplitItem =>
  frozen({ recipientId, share: { type: 'amount', amountCents: reais(amount) }, description: null });
export const percentTo = (recipientId: string, basisPoints: number): SplitItem =>
  frozen({ recipientId, share: { type: 'percent', basisPoints }, description: null });

/** Due today, a fine of 2%, interest of 1% a month, written off after 30 days. */
export function boleto(set: Partial<Boleto> = {}): Boleto {
  return frozen({
    dueDate: '2026-03-10',
    fineBasisPoints: 200,
    interestMonthlyBasisPoints: 100,
    discount: null,
    cancelAfterDays: 30,
    barcode: '',
    digitableLine: '',
    ourNumber: '00000001',
    ...set,
  });
}

export function withdrawal(set: Partial<WithdrawalRow> = {}): WithdrawalRow {
  return frozen({
    account_id: 'shop',
    id: 'W',
    amount_cents: reais('50.00'),
    status: 'pending',
    pix_key: 'ana@example.com',
    reason: null,
    payout_started_at: null,
    to_pay_since: null,
    payment_reference: null,
    created_at: NOW,
    decided_at: null,
    ...NO_PAYOUT,
    ...set,
  });
}

export function actor(accountId: string, set: Partial<Actor> = {}): Actor {
  const nowhere = { address: null, userAgent: null, requestId: null };
  return frozen({
    kind: 'user',
    userId: `${accountId}’s user`,
    credentialId: null,
    accountId,
    ...nowhere,
    ...set,
  });
}

const untouched = () => {
  throw new Error('a decision asks no provider');
};
const refunder = { refund: untouched };
const pix = { ...refunder, newTxid: untouched, createPix: untouched };

/** The sandbox, where everything is done at once, and a bank, which answers later. */
const rails: Rails = frozen({
  pix: [
    { ...pix, name: 'sandbox', refundsAtOnce: true, remote: null },
    { ...pix, name: 'bank', refundsAtOnce: false, remote: {} },
  ],
  boleto: [
    { name: 'sandbox', refunder: { ...refunder, name: 'sandbox', refundsAtOnce: true }, remote: null },
  ],
  card: [
    {
      ...refunder,
      name: 'sandbox',
      refundsAtOnce: true,
      takes: ['number', 'token', 'stored'],
      authorise: untouched,
      findCard: untouched,
    },
  ],
  payout: [],
} as unknown as Rails);

export const context = frozen({ now: NOW, rails });

/** The code and the message of a refusal; null when the decision is none. */
export function refusalOf(decision: Decision<unknown>): string | null {
  return isRefusal(decision) ? `${decision.code}: ${decision.message}` : null;
}

export function resultOf<R>(decision: Decision<R>): R {
  if (isRefusal(decision)) throw decision;
  return decision.result;
}

/** Only what there is. */
type ShownEffects = {
  /** The name of the statement, and the row; of one that was read before, the fields that change. */
  rows?: [string, object][];
  events?: string[];
  /** By fact and its time. */
  entries?: Record<string, string[]>;
  jobs?: string[];
  audit?: string[];
  counts?: string[];
};

/** The effects of a decision in short literals. */
export function effectsOf(decision: Decision<unknown>): ShownEffects {
  if (isRefusal(decision)) throw decision;
  const { rows, events, entries, jobs, audit, counts } = decision.effects;
  const all = {
    rows: rows?.map(shownRow),
    events: events?.map(shownEvent),
    entries: Object.fromEntries((entries ?? []).map(shownEntry)),
    jobs: jobs?.map(
      ({ accountId, kind, id, payload, runAt }) =>
        `${accountId} ${kind}${id ? ` ${id}` : ''} ${JSON.stringify(payload)} ${when(runAt)}`,
    ),
    audit: audit?.map(
      ({ actor, accountId, action, target, details }) =>
        `${actor.accountId} ${action} ${accountId}/${target?.id} ${JSON.stringify(details)}`,
    ),
    counts: counts?.map(({ accountId, list, change }) => `${accountId} ${list} ${change}`),
  };
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one && Object.keys(one).length > 0));
}

function shownRow({ writer, row }: RowWrite): [string, object] {
  return [writer.statement.name, isChange(row) ? changesIn(row) : (row as object)];
}

type Change = { before: Record<string, unknown>; after: Record<string, unknown> };

function isChange(row: unknown): row is Change {
  return typeof row === 'object' && row !== null && 'before' in row && 'after' in row;
}

function changesIn({ before, after }: Change): object {
  return Object.fromEntries(Object.entries(after).filter(([field, value]) => value !== before[field]));
}

function shownEvent(event: NonNullable<Effects['events']>[number]): string {
  const { accountId, type, previousStatus, status, sequence, audience, data } = event;
  const { cause, split_amount: part } = data as { cause?: string; split_amount?: number };
  const move = `${previousStatus ?? '-'} → ${status}`;
  const to = audience === 'owner' ? '' : ` part ${part}`;
  return `${accountId} ${type} ${move} #${sequence}${to}${cause ? ` because ${cause}` : ''}`;
}

function shownEntry({ fact, occurredAt, postings, mustCover }: NonNullable<Effects['entries']>[number]) {
  const lines = postings.map(
    ({ accountId, from, to, amountCents, category }) =>
      `${accountId} ${from} → ${to} ${inReais(amountCents)} ${category}`,
  );
  const covered = mustCover ? [`covered by ${mustCover.join(', ')}`] : [];
  return [`${fact} ${when(occurredAt)}`, [...lines, ...covered]] as const;
}

/** As the API shows it. */
export const ADDRESS = {
  postal_code: '01310100',
  street: 'Avenida Paulista',
  number: '1578',
  complement: 'apto 42',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
} as const;
export const ADDRESS_LINE = 'Avenida Paulista, 1578, apto 42 — Bela Vista — São Paulo/SP — 01310-100';
