import type { Actor } from '../../audit/record.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { GatewayError, invalidField, notFound } from '../../kit/errors.ts';
import { isId } from '../../kit/ids.ts';
import { cents, ZERO } from '../../kit/money.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import type { ChargeDeps } from '../deps.ts';
import { checkRows } from './check-rows.ts';
import { type ChargeImport, findImport, insertImport, lockImport, saveImport } from './store.ts';

export const IMPORT_JOB = 'charges.import';
export const EXPIRE_JOB = 'charges.import.expire';
export const SEAL = 'charge imports';
/** How long a checked file waits to be confirmed. */
const LIFE_MS = DAY_MS;

/** One row that is to become a charge. */
export type ReadyRow = { line: number; body: Record<string, unknown> };

export type NewImport = { accountId: string; id: string; fileName: string; csv: string };

/** The dry run: every row is checked and its outcome kept, and no charge is made. */
export async function checkImport(
  deps: ChargeDeps,
  { accountId, id, fileName, csv }: NewImport,
  answer?: Answer<ChargeImport>,
): Promise<ChargeImport> {
  const rows = await checkRows(deps, accountId, csv);
  if (rows.length === 0) throw invalidField('csv', 'has no rows');
  const good = rows.filter(({ errors }) => errors.length === 0);
  const ready: ReadyRow[] = good.map(({ line, body }) => ({ line, body }));
  const now = deps.clock.now();
  const made: ChargeImport = {
    account_id: accountId,
    id,
    file_name: fileName,
    status: 'checked',
    rows_count: rows.length,
    refused_count: rows.length - good.length,
    made_count: 0,
    failed_count: 0,
    ready_cents: good.reduce((sum, { valueCents }) => cents(sum + (valueCents ?? 0n)), ZERO),
    made_through: 0,
    base_id: null,
    created_at: now,
    confirmed_at: null,
    finished_at: null,
  };
  const stored = {
    ...made,
    sealed_rows: deps.vault.seal(SEAL, JSON.stringify(ready)),
    rows: rows.map(({ line, valueCents, errors }) => ({
      line,
      status: errors.length === 0 ? ('ready' as const) : ('refused' as const),
      value_cents: valueCents,
      errors: errors.length === 0 ? null : errors,
      charge_id: null,
    })),
  };
  const expiry = { accountId, kind: EXPIRE_JOB, payload: { id }, runAt: new Date(now.getTime() + LIFE_MS) };
  return deps.writer.commit(
    {
      load: (tx) => findImport(tx, accountId, id),
      decide: (earlier): Decision<ChargeImport> =>
        earlier ? done(earlier) : done(made, { rows: [rowWrite(insertImport, stored)], jobs: [expiry] }),
    },
    answer,
  );
}

/** From now on the charges are made in the background. A second call changes nothing. */
export async function confirmImport(
  deps: ChargeDeps,
  { accountId, id, by }: { accountId: string; id: string; by: Actor },
  answer?: Answer<ChargeImport>,
): Promise<ChargeImport> {
  if (!isId(id)) throw notFound('Import');
  const now = deps.clock.now();
  const baseId = deps.ids.next();
  return deps.writer.commit(
    {
      load: (tx) => lockImport(tx, accountId, id),
      decide: (before) => decideConfirm(before, { now, baseId, by }),
    },
    answer,
  );
}

function decideConfirm(
  before: ChargeImport | null,
  { now, baseId, by }: { now: Date; baseId: string; by: Actor },
): Decision<ChargeImport> {
  if (!before) return notFound('Import');
  if (before.status === 'running' || before.status === 'done') return done(before);
  if (before.status === 'expired')
    return new GatewayError('INVALID_STATE', 'The import has expired: send it again');
  const ready = before.rows_count - before.refused_count;
  if (ready === 0) return new GatewayError('INVALID_STATE', 'No row of the import can become a charge');
  const { account_id: accountId, id } = before;
  const after: ChargeImport = { ...before, status: 'running', base_id: baseId, confirmed_at: now };
  return done(after, {
    rows: [rowWrite(saveImport, { accountId, after })],
    jobs: [{ accountId, kind: IMPORT_JOB, payload: { id, after: 0 }, runAt: now }],
    audit: [
      {
        ...{ actor: by, accountId, action: 'charge.imported' },
        ...{ target: { kind: 'charge_import', id }, details: { rows: ready } },
      },
    ],
  });
}

/** A file that was not confirmed in time is forgotten; its outcomes stay. */
export function expireImport(deps: ChargeDeps, accountId: string, id: string): Promise<null> {
  return deps.writer.commit({
    load: (tx) => lockImport(tx, accountId, id),
    decide: (before): Decision<null> => {
      if (before?.status !== 'checked') return done(null);
      const after = { ...before, status: 'expired' as const, finished_at: deps.clock.now() };
      return done(null, { rows: [rowWrite(saveImport, { accountId, after })] });
    },
  });
}
