import { expect } from 'vitest';
import { runTransaction } from '../../server/src/db/transaction.ts';
import { enqueue } from '../../server/src/jobs/queue.ts';
import { MAX_ATTEMPTS, runDueJobs } from '../../server/src/jobs/run.ts';
import { it } from '../support/browser-fixtures.ts';
import { choose, settled } from '../support/dashboard.ts';
import type { TestGateway } from '../support/gateway.ts';
import { examineViews } from '../support/views.ts';

it.afterEach(({ dashboard }) => dashboard.closePages());

async function failJob({ deps, db }: TestGateway, accountId: string): Promise<void> {
  const id = deps.ids.next();
  const payload = { refund_id: deps.ids.next() };
  const job = { accountId, id, kind: 'refund.send', payload, runAt: deps.clock.now() };
  await runTransaction(db, (tx) => enqueue(tx, [job]));
  await db.query('update jobs set attempts = $2 where id = $1', [id, MAX_ATTEMPTS - 1]);
  await runDueJobs(deps, {
    'refund.send': async () => ({ done: false, reason: 'the provider answered 503 Service Unavailable' }),
  });
}

it('an operator sees why a job failed, retries it, and it leaves the list', async ({ dashboard }) => {
  const { gateway } = dashboard;
  const seller = await gateway.seller('Padaria São Jorge');
  await failJob(gateway, seller.id);
  const { page, complaints } = await dashboard.open(await gateway.operator(), '/admin/jobs');
  await settled(page);
  const row = page.getByRole('row').filter({ hasText: 'refund.send' });
  expect(await row.innerText()).toMatch(
    /503 Service Unavailable[\s\S]*Padaria São Jorge[\s\S]*1\.020[\s\S]*Falhou/,
  );
  await examineViews(page, 'operator-jobs');
  await page.getByRole('button', { name: 'Repetir refund.send de Padaria São Jorge' }).click();
  await page.getByText('refund.send de Padaria São Jorge será executada de novo.', { exact: true }).waitFor();
  await page.getByText('Nenhuma tarefa falhou').waitFor();
  await choose(page.getByLabel('Status'), 'pending');
  await row.getByText('Pendente').waitFor();
  expect(complaints).toEqual([]);
});
