import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { SECOND_MS } from '../../kit/clock.ts';
import { assert, GatewayError } from '../../kit/errors.ts';
import { derivedIdAt } from '../../kit/ids.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import { createCharge } from '../create.ts';
import type { ChargeDeps } from '../deps.ts';
import { errorsOf, readRow } from './check-rows.ts';
import { expireImport, IMPORT_JOB, type ReadyRow, SEAL } from './import.ts';
import {
  type ChargeImport,
  findImport,
  lockImport,
  type Outcome,
  readSealedRows,
  saveImport,
  saveOutcomes,
} from './store.ts';

/** Few at a time and a pause between: an import of thousands takes minutes and never the place of others. */
const ROWS_PER_STEP = 20;
const PAUSE_MS = SECOND_MS;
const CLIENT_FAULT_BELOW = 500;

type Step = { id: string; after: number };

export async function expire(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  await expireImport(deps, job.account_id, (job.payload as { id: string }).id);
  return { done: true };
}

/**
 * Makes the charges of the next rows. The id of a charge follows from the import and its line: a step that is done again,
 * after a crash or by two workers, finds the charges of the first. Only the step that the import waits for is recorded.
 */
export async function makeCharges(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { id, after } = job.payload as Step;
  const { account_id: accountId } = job;
  const [found, sealed] = await Promise.all([
    findImport(deps.db, accountId, id),
    readSealedRows(deps.db, accountId, id),
  ]);
  if (found?.status !== 'running' || found.made_through !== after || !sealed) return { done: true };
  const account = await deps.accountFacts(accountId);
  if (account.status !== 'active') return { done: false, reason: 'the account is not active' };
  const rows = JSON.parse(deps.vault.open(SEAL, sealed)) as ReadyRow[];
  const left = rows.filter(({ line }) => line > after);
  const step = left.slice(0, ROWS_PER_STEP);
  const outcomes = await Promise.all(step.map((row) => makeCharge(deps, found, row)));
  await record(deps, found, { after, outcomes, isLast: left.length <= ROWS_PER_STEP });
  return { done: true };
}

async function makeCharge(deps: ChargeDeps, made: ChargeImport, row: ReadyRow): Promise<Outcome> {
  const { account_id: accountId, id: importId, base_id: baseId } = made;
  assert(baseId, 'a running import has been confirmed');
  const place = { accountId, importId, line: row.line };
  const chargeId = derivedIdAt(baseId, importId, `line ${row.line}`);
  const failed = (error: GatewayError): Outcome => ({
    ...place,
    ...{ status: 'failed', errors: errorsOf(error), charge_id: null },
  });
  const request = readRow(deps, accountId, chargeId, row.body);
  if (request instanceof GatewayError) return failed(request);
  try {
    const charge = await createCharge(deps, request);
    return { ...place, status: 'made', errors: null, charge_id: charge.id };
  } catch (error) {
    // What the row itself is to blame for. Anything else is tried again with the whole step.
    if (error instanceof GatewayError && error.status < CLIENT_FAULT_BELOW) return failed(error);
    throw error;
  }
}

type Recorded = { after: number; outcomes: readonly Outcome[]; isLast: boolean };

function record(
  deps: ChargeDeps,
  { account_id: accountId, id }: ChargeImport,
  step: Recorded,
): Promise<null> {
  const now = deps.clock.now();
  return deps.writer.commit({
    load: (tx) => lockImport(tx, accountId, id),
    decide: (before) => decideStep(before, step, now),
  });
}

function decideStep(
  before: ChargeImport | null,
  { after, outcomes, isLast }: Recorded,
  now: Date,
): Decision<null> {
  if (before?.status !== 'running' || before.made_through !== after) return done(null);
  const { account_id: accountId, id } = before;
  const madeThrough = outcomes.at(-1)?.line ?? after;
  const made = outcomes.filter(({ status }) => status === 'made').length;
  const saved: ChargeImport = {
    ...before,
    made_through: madeThrough,
    made_count: before.made_count + made,
    failed_count: before.failed_count + outcomes.length - made,
    ...(isLast && { status: 'done', finished_at: now }),
  };
  const runAt = new Date(now.getTime() + PAUSE_MS);
  return done(null, {
    rows: [
      rowWrite(saveImport, { accountId, after: saved }),
      ...outcomes.map((outcome) => rowWrite(saveOutcomes, outcome)),
    ],
    jobs: isLast ? [] : [{ accountId, kind: IMPORT_JOB, payload: { id, after: madeThrough }, runAt }],
  });
}
