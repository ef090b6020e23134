import type { ErrorObject } from 'ajv';
import { holdsCardNumber } from '../../brazil/card-numbers.ts';
import type { AccountFacts } from '../../http/account-facts.ts';
import { cardNumberProblems } from '../../http/card-numbers.ts';
import { validationFailure, validatorCompiler } from '../../http/validation.ts';
import { GatewayError, invalidField } from '../../kit/errors.ts';
import type { Cents } from '../../kit/money.ts';
import { requireOffered } from '../../providers/offered.ts';
import { needsPayerAddress } from '../boletos/register.ts';
import { type CreateCharge, decideCharge } from '../create.ts';
import type { ChargeDeps } from '../deps.ts';
import { readCreateCharge } from '../read-request.ts';
import { type CreateChargeBody, createChargeBody } from '../shapes.ts';
import { type CsvRow, readCsv } from './read-csv.ts';
import { bodyOf, type Field, readHeader } from './read-row.ts';

export type RowError = { field: string; message: string };
export type CheckedRow = {
  line: number;
  body: Record<string, unknown>;
  valueCents: Cents | null;
  /** Empty: a charge would be made. */
  errors: RowError[];
};

/** Rows between two turns of the event loop: other requests are answered meanwhile. */
const ROWS_PER_TURN = 100;

type Validate = ((body: unknown) => boolean) & { errors: ErrorObject[] | null };
const validate = validatorCompiler({
  ...{ schema: createChargeBody, httpPart: 'body', method: 'POST', url: '/charges' },
}) as unknown as Validate;

/** Every row by the rules of POST /charges, and nothing is made. */
export async function checkRows(deps: ChargeDeps, accountId: string, csv: string): Promise<CheckedRow[]> {
  const [header, ...rows] = readCsv(csv);
  const fields = readColumns(csv, header);
  const account = await deps.accountFacts(accountId);
  const checked: CheckedRow[] = [];
  for (const row of rows) {
    const found = checkRow(deps, account, row.line, bodyOf(fields, row));
    checked.push(hasMoreCells(row, fields) ? { ...found, errors: [MORE_CELLS, ...found.errors] } : found);
    if (checked.length % ROWS_PER_TURN === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return checked;
}

const MORE_CELLS: RowError = {
  field: 'row',
  message: 'has more cells than the file has columns: put a value that holds the separator in quotes',
};

/** Of `Pix,19,90` in a file with commas, 19 would be charged. */
function hasMoreCells({ cells }: CsvRow, fields: readonly Field[]): boolean {
  return cells.slice(fields.length).some((cell) => cell !== '');
}

/** Enough for the names of all columns. */
const MAX_HEADER_LENGTH = 10_000;

/** The message of a bad header repeats what it holds, which must not be a card number, however it is spelt. */
function readColumns(csv: string, header: CsvRow | undefined): Field[] {
  try {
    return readHeader(header);
  } catch (error) {
    if (holdsCardNumber(csv.slice(0, MAX_HEADER_LENGTH)))
      throw invalidField('csv', 'must not hold a card number');
    throw error;
  }
}

function checkRow(
  deps: ChargeDeps,
  account: AccountFacts,
  line: number,
  body: Record<string, unknown>,
): CheckedRow {
  const read = readRow(deps, account.id, deps.ids.next(), body);
  if (read instanceof GatewayError) return { line, body, valueCents: null, errors: errorsOf(read) };
  const state = {
    account,
    product: null,
    customer: null,
    activeRecipients: new Set<string>(),
    boletoNeedsAddress: needsPayerAddress(deps.rails, account),
  };
  const decided = decideCharge(state, read, { now: deps.clock.now(), token: '' });
  const errors = decided instanceof GatewayError ? errorsOf(decided) : [];
  return { line, body, valueCents: read.valueCents, errors };
}

/** The request of a row, as the route of POST /charges reads it. */
export function readRow(
  deps: ChargeDeps,
  accountId: string,
  id: string,
  body: Record<string, unknown>,
): CreateCharge | GatewayError {
  const problems = cardNumberProblems(body);
  const [first] = Object.entries(problems);
  if (first) return new GatewayError('VALIDATION_ERROR', `${first[0]}: ${first[1]}`, problems);
  if (!validate(body)) return validationFailure((validate.errors ?? []) as never, 'row');
  try {
    const request = readCreateCharge(deps, accountId, id, body as CreateChargeBody);
    requireOffered(deps.rails, request.billingType, 'billing_type');
    return request;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

export function errorsOf({ code, message, details }: GatewayError): RowError[] {
  const named = Object.entries(details).filter(
    (each): each is [string, string] => typeof each[1] === 'string',
  );
  if (named.length === 0) return [{ field: code, message }];
  return named.map(([field, text]) => ({ field, message: text }));
}
