import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { addDays, civilDateOf } from '../brazil/calendar.ts';
import { DAY_MS } from '../kit/clock.ts';
import { oldRows } from '../worker.ts';

const KEPT_DAYS = 100;

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway({ environment: { GUICHE_KEEP_RECONCILIATION_DAYS: String(KEPT_DAYS) } });
});
afterAll(() => gateway.stop());

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

async function day(provider: string, daysOld: number): Promise<string> {
  const { db, deps } = gateway;
  const id = deps.ids.next();
  await db.query(
    `insert into reconciliation_days (id, provider, kind, day, state, runs, compared_at)
     values ($1, $2, 'pix', $3, 'complete', 5, now())`,
    [id, provider, addDays(civilDateOf(new Date()), -daysOld)],
  );
  return id;
}

async function difference(dayId: string, reference: string, resolvedDaysAgo: number | null): Promise<void> {
  const { db, deps } = gateway;
  const resolvedAt = resolvedDaysAgo === null ? null : daysAgo(resolvedDaysAgo);
  await db.query(
    `insert into reconciliation_differences (id, day_id, provider, kind, verdict, reference, listed_cents, occurred_at,
       state, resolved_by, resolved_at, first_seen_at, last_seen_at, last_run)
     values ($1, $2, 'psp', 'pix', 'unknown', $3, 100, now(), $4, $5, $6, now(), now(), 5)`,
    [
      ...[deps.ids.next(), dayId, reference, resolvedAt ? 'resolved' : 'open'],
      ...[resolvedAt ? 'operator' : null, resolvedAt],
    ],
  );
}

const sweep = () => gateway.deps.retention.run(oldRows(gateway.deps));
const left = async () => {
  const days = await gateway.db.query<{ provider: string }>(
    'select provider from reconciliation_days order by provider',
  );
  const differences = await gateway.db.query<{ reference: string }>(
    'select reference from reconciliation_differences order by reference',
  );
  return {
    days: days.map(({ provider }) => provider),
    differences: differences.map(({ reference }) => reference),
  };
};

describe('reconciled days', () => {
  it('go when they are old, with what was resolved long ago; an open difference keeps its day', async () => {
    await day('old', KEPT_DAYS + 1);
    await day('young', KEPT_DAYS - 1);
    const resolved = await day('old, resolved', KEPT_DAYS + 50);
    await difference(resolved, 'resolved long ago', KEPT_DAYS + 1);
    const late = await day('old, resolved lately', KEPT_DAYS + 50);
    await difference(late, 'resolved lately', KEPT_DAYS - 1);
    const open = await day('old, open', KEPT_DAYS + 900);
    await difference(open, 'open', null);
    await difference(open, 'resolved beside it', KEPT_DAYS + 1);
    await sweep();
    expect(await left()).toEqual({
      days: ['old, open', 'old, resolved lately', 'young'],
      differences: ['open', 'resolved lately'],
    });
  });

  it('stay as they are when it runs again, and the last go when the difference is resolved and old', async () => {
    await sweep();
    expect((await left()).days).toHaveLength(3);
    await gateway.db.query(
      `update reconciliation_differences
       set state = 'resolved', resolved_by = 'operator', resolved_at = $1
       where reference = 'open'`,
      [daysAgo(KEPT_DAYS + 1)],
    );
    await sweep();
    expect(await left()).toEqual({
      days: ['old, resolved lately', 'young'],
      differences: ['resolved lately'],
    });
  });
});
