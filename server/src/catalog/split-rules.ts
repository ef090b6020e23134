import { Type } from 'typebox';
import type { Db } from '../db/pool.ts';
import { namedObject, nullable } from '../http/fields.ts';
import { fail, GatewayError } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import {
  basisPointsFromPercent,
  type Cents,
  centsFromReais,
  percentFromBasisPoints,
  reaisFromCents,
} from '../kit/money.ts';

const MAX_SPLITS = 10;
const MIN_BASIS_POINTS = 1;
const MAX_BASIS_POINTS = 9_999;

/** A configured share of a charge: a fixed amount or a percentage of its value. */
export type SplitItem = {
  recipientId: string;
  share: { type: 'amount'; amountCents: Cents } | { type: 'percent'; basisPoints: number };
  description: string | null;
};

/** As the API describes it. */
const shownSplit = Type.Array(
  namedObject('SplitItem', {
    recipient_id: Type.String({ description: 'Account id, status active' }),
    amount: Type.Optional(
      nullable(Type.Number({ minimum: 0.01, description: 'Reais; one of amount and percent' })),
    ),
    percent: Type.Optional(
      nullable(Type.Number({ minimum: 0.01, maximum: 99.99, description: 'One of amount and percent' })),
    ),
    description: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  }),
  { maxItems: MAX_SPLITS },
);

/** Loose on purpose: the rules below answer with the messages of the specification. */
export const splitBody = Type.Array(
  Type.Object({
    recipient_id: Type.Optional(Type.Unknown()),
    amount: Type.Optional(Type.Unknown()),
    percent: Type.Optional(Type.Unknown()),
    description: Type.Optional(nullable(Type.String({ maxLength: 200 }))),
  }),
  { 'x-shown': shownSplit },
);
type SplitBodyItem = {
  recipient_id?: unknown;
  amount?: unknown;
  percent?: unknown;
  description?: string | null;
};

export const splitShape = Type.Array(
  namedObject('Split', {
    recipient_id: Type.String(),
    type: Type.Enum(['percent', 'amount']),
    amount: nullable(Type.Number()),
    percent: nullable(Type.Number()),
    description: nullable(Type.String()),
  }),
);

/** Rules for single items. Recipients and sums are checked once the whole list is known. */
export function readSplit(items: readonly SplitBodyItem[]): SplitItem[] {
  return items.map((item, index) => readItem(item, `split.${index}`));
}

function readItem(item: SplitBodyItem, at: string): SplitItem {
  const { recipient_id: recipientId, amount, percent } = item;
  if (typeof recipientId !== 'string' || recipientId === '') {
    refuse(`${at}.recipient_id`, 'recipient_id is required in each split');
  }
  const hasAmount = amount !== undefined && amount !== null;
  const hasPercent = percent !== undefined && percent !== null;
  if (hasAmount === hasPercent) refuse(at, 'each split must have amount OR percent');
  const share = hasAmount ? readAmount(amount, at) : readPercent(percent, at);
  return { recipientId, share, description: item.description ?? null };
}

function readAmount(amount: unknown, at: string): SplitItem['share'] {
  const amountCents = typeof amount === 'number' ? centsFromReais(amount) : null;
  if (amountCents === null || amountCents <= 0n) {
    refuse(`${at}.amount`, 'amount must be a positive number with at most two decimals');
  }
  return { type: 'amount', amountCents };
}

function readPercent(percent: unknown, at: string): SplitItem['share'] {
  const basisPoints = typeof percent === 'number' ? basisPointsFromPercent(percent) : null;
  if (basisPoints === null || basisPoints < MIN_BASIS_POINTS || basisPoints > MAX_BASIS_POINTS) {
    refuse(`${at}.percent`, 'percent must be between 0.01 and 99.99 with at most two decimals');
  }
  return { type: 'percent', basisPoints };
}

function refuse(field: string, message: string): never {
  fail('INVALID_SPLIT', message, { [field]: message });
}

const WHOLE_BASIS_POINTS = 10_000;

/** Percentages must add up to less than 100. */
export function refusedPercentages(split: readonly SplitItem[]): GatewayError | null {
  const given = split.reduce((sum, { share }) => sum + (share.type === 'percent' ? share.basisPoints : 0), 0);
  return given >= WHOLE_BASIS_POINTS ? refusedSplit('the percentages must add up to less than 100') : null;
}

/** Rules over the whole list: how many, each recipient once, never the owner, every recipient an active account. */
export async function requireGoodRecipients(
  db: Db,
  ownerId: string,
  split: readonly SplitItem[],
): Promise<void> {
  const ids = split.map((item) => item.recipientId);
  const refusal = refusedRecipients(ownerId, split, await activeAccounts(db, ids));
  if (refusal) throw refusal;
}

/** At most ten, each once, none of them the owner, all of them active. */
export function refusedRecipients(
  ownerId: string,
  split: readonly SplitItem[],
  active: ReadonlySet<string>,
): GatewayError | null {
  if (split.length > MAX_SPLITS) return refusedSplit(`at most ${MAX_SPLITS} splits are allowed`);
  const ids = split.map((item) => item.recipientId);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated) return refusedSplit(`recipient ${repeated} is listed twice`);
  if (ids.includes(ownerId)) return refusedSplit('the owner of the charge cannot be a recipient');
  const missing = ids.find((id) => !active.has(id));
  return missing ? refusedSplit(`recipient ${missing} does not exist or is not active`) : null;
}

function refusedSplit(message: string): GatewayError {
  return new GatewayError('INVALID_SPLIT', message, { split: message });
}

/** Those of the recipients that are active accounts. */
export async function activeAccounts(
  db: Pick<Db, 'query'>,
  recipients: readonly string[],
): Promise<Set<string>> {
  const ids = recipients.filter(isId);
  if (ids.length === 0) return new Set();
  const rows = await db.query<{ id: string }>(
    `select id from accounts where id = any($1::uuid[]) and status = 'active'`,
    [ids],
  );
  return new Set(rows.map((row) => row.id));
}

export function presentSplit(split: readonly SplitItem[]) {
  return split.map(({ recipientId, share, description }) => ({
    recipient_id: recipientId,
    type: share.type,
    amount: share.type === 'amount' ? reaisFromCents(share.amountCents) : null,
    percent: share.type === 'percent' ? percentFromBasisPoints(share.basisPoints) : null,
    description,
  }));
}

/** An item as JSON in a row. Cents are text: JSON numbers are doubles. */
export type StoredSplitItem = {
  recipient_id: string;
  amount_cents?: string;
  basis_points?: number;
  description: string | null;
};

export function storedSplit(split: readonly SplitItem[]): StoredSplitItem[] {
  return split.map(({ recipientId, share, description }) => ({
    recipient_id: recipientId,
    ...(share.type === 'amount'
      ? { amount_cents: share.amountCents.toString() }
      : { basis_points: share.basisPoints }),
    description,
  }));
}

export function storeSplit(split: readonly SplitItem[]): string {
  return JSON.stringify(storedSplit(split));
}

export function loadSplit(stored: unknown): SplitItem[] {
  return ((stored as StoredSplitItem[] | null) ?? []).map((item) => ({
    recipientId: item.recipient_id,
    share:
      item.amount_cents === undefined
        ? { type: 'percent', basisPoints: item.basis_points ?? 0 }
        : { type: 'amount', amountCents: BigInt(item.amount_cents) as Cents },
    description: item.description,
  }));
}
