import { describe, expect } from 'vitest';
import { it as base } from '../../../test/support/fixtures.ts';
import type { TestGateway } from '../../../test/support/gateway.ts';
import { runTransaction } from '../db/transaction.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import { enqueue } from '../jobs/queue.ts';
import { MAX_ATTEMPTS, runDueJobs } from '../jobs/run.ts';

const PATH = '/api/v1/admin/jobs';

const it = base.extend('people', { scope: 'file' }, async ({ gateway }) => {
  const [operator, seller] = await Promise.all([gateway.operator(), gateway.seller('Padaria São Jorge')]);
  await waitForCacheExpiry();
  return { operator, seller };
});

it.beforeEach(async ({ gateway }) => {
  await gateway.db.query('delete from jobs');
});

async function addJob({ deps }: TestGateway, accountId: string, payload: object = {}): Promise<string> {
  const id = deps.ids.next();
  const runAt = deps.clock.now();
  await runTransaction(deps.db, (tx) => enqueue(tx, [{ accountId, id, kind: 'test.pay', payload, runAt }]));
  return id;
}

const failing = { 'test.pay': async () => ({ done: false as const, reason: 'the bank is closed' }) };

async function failedJob(gateway: TestGateway, accountId: string, payload?: object): Promise<string> {
  const id = await addJob(gateway, accountId, payload);
  await gateway.db.query('update jobs set attempts = $2 where id = $1', [id, MAX_ATTEMPTS - 1]);
  await runDueJobs(gateway.deps, failing);
  return id;
}

describe('the list of jobs', () => {
  it('shows failed jobs of every account, newest first, and says why they failed', async ({
    gateway,
    people,
  }) => {
    const { operator, seller } = people;
    const other = await gateway.seller('Loja Azul');
    const first = await failedJob(gateway, seller.id, { charge_id: 'c1' });
    const second = await failedJob(gateway, other.id);
    await addJob(gateway, seller.id);
    const { status, body } = await operator.call('GET', PATH);
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'list',
      data: [
        expect.objectContaining({ id: second, account_id: other.id, account_name: 'Loja Azul' }),
        {
          ...{ object: 'job', id: first, account_id: seller.id, account_name: 'Padaria São Jorge' },
          ...{ kind: 'test.pay', status: 'failed', payload: { charge_id: 'c1' }, attempts: MAX_ATTEMPTS },
          ...{ last_error: 'the bank is closed', run_at: null },
          ...{ created_at: expect.any(String), failed_at: expect.any(String) },
        },
      ],
      ...{ total: 2, has_more: false, next_cursor: null },
    });
  });

  it('shows pending jobs with their next attempt when asked for them', async ({ gateway, people }) => {
    const { operator, seller } = people;
    await failedJob(gateway, seller.id);
    const id = await addJob(gateway, seller.id);
    await runDueJobs(gateway.deps, failing);
    const { body } = await operator.call('GET', `${PATH}?status=pending`);
    expect(body).toMatchObject({ total: 1, data: [{ id, status: 'pending', attempts: 1, failed_at: null }] });
    expect(new Date(body.data[0].run_at).getTime()).toBeGreaterThan(gateway.clock.now().getTime());
  });

  it('is read page by page, by cursor and by offset', async ({ gateway, people }) => {
    const { operator, seller } = people;
    const ids: string[] = [];
    for (let made = 0; made < 5; made += 1) ids.unshift(await failedJob(gateway, seller.id));
    const first = (await operator.call('GET', `${PATH}?limit=2`)).body;
    expect([first.total, first.has_more]).toEqual([5, true]);
    const second = (await operator.call('GET', `${PATH}?limit=2&cursor=${first.next_cursor}`)).body;
    const last = (await operator.call('GET', `${PATH}?limit=2&offset=4`)).body;
    const shown = [first, second, last].flatMap(({ data }) => data.map(({ id }: { id: string }) => id));
    expect(shown).toEqual(ids);
    expect(last.has_more).toBe(false);
  });

  it('refuses a status that does not exist', async ({ people }) => {
    const { status, body } = await people.operator.call('GET', `${PATH}?status=done`);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});

describe('an operator who retries a failed job', () => {
  it('sees it pending with no attempt used, and it runs', async ({ gateway, people }) => {
    const { operator, seller } = people;
    const id = await failedJob(gateway, seller.id);
    const { status, body } = await operator.call('POST', `${PATH}/${seller.id}/${id}/retry`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'job', id, status: 'pending', attempts: 0, failed_at: null });
    expect((await operator.call('GET', PATH)).body.total).toBe(0);
    expect(await runDueJobs(gateway.deps, { 'test.pay': async () => ({ done: true }) })).toBe(1);
    expect((await operator.call('GET', `${PATH}?status=pending`)).body.total).toBe(0);
  });

  it('leaves a line in the audit log of the account, once', async ({ gateway, people }) => {
    const { operator, seller } = people;
    const id = await failedJob(gateway, seller.id);
    const retry = () => operator.call('POST', `${PATH}/${seller.id}/${id}/retry`);
    const answers = await Promise.all([retry(), retry()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const query = `account_id=${seller.id}&action=job.retried`;
    const { body } = await operator.call('GET', `/api/v1/admin/audit-log?${query}`);
    const lines = body.data.filter(({ target }: { target: { id: string } }) => target.id === id);
    expect(lines).toMatchObject([
      {
        ...{ action: 'job.retried', target: { kind: 'job', id }, actor: { email: operator.email } },
        details: { kind: 'test.pay', attempts: MAX_ATTEMPTS },
      },
    ]);
  });

  it('is refused where it has not failed, and finds no job that is not there', async ({
    gateway,
    people,
  }) => {
    const { operator, seller } = people;
    const pending = await addJob(gateway, seller.id);
    const retry = async (account: string, id: string) =>
      (await operator.call('POST', `${PATH}/${account}/${id}/retry`)).body.code;
    expect(await retry(seller.id, pending)).toBe('INVALID_STATE');
    expect(await retry(seller.id, gateway.deps.ids.next())).toBe('NOT_FOUND');
    expect(await retry(operator.id, pending)).toBe('NOT_FOUND');
    expect(await retry(seller.id, 'no-id')).toBe('NOT_FOUND');
  });
});

describe('/metrics', () => {
  it('counts pending and failed jobs and the age of the oldest', async ({ gateway, people }) => {
    const { seller } = people;
    await failedJob(gateway, seller.id);
    await failedJob(gateway, seller.id);
    await addJob(gateway, seller.id);
    const before = new Date(gateway.clock.now().getTime() - 90_000);
    await gateway.db.query('update jobs set run_at = $1 where failed_at is null', [before]);
    const { raw } = await gateway.call('GET', '/metrics');
    const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(raw)?.[1]);
    expect(figure('guiche_jobs_failed')).toBe(2);
    expect(figure('guiche_jobs_pending')).toBe(1);
    expect(figure('guiche_jobs_oldest_age_seconds')).toBeGreaterThanOrEqual(90);
    expect(figure('guiche_jobs_oldest_age_seconds')).toBeLessThan(150);
  });
});
