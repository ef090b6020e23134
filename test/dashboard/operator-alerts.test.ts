import { expect } from 'vitest';
import { approveWithdrawal } from '../../server/src/balance/decide-withdrawal.ts';
import { readPayoutNotice } from '../../server/src/balance/payouts/notices.ts';
import { it } from '../support/browser-fixtures.ts';
import { choose, settled } from '../support/dashboard.ts';
import { FakeBank } from '../support/payout-bank.ts';
import { examineViews } from '../support/views.ts';

it.afterEach(({ dashboard }) => dashboard.closePages());

it('an operator is notified of what a bank says, reads it, and says what it was', async ({ dashboard }) => {
  const { gateway } = dashboard;
  const seller = await gateway.seller('Padaria São Jorge');
  const bank = new FakeBank();
  Object.assign(gateway.deps.rails, { payout: [bank.provider()] });
  const sale = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 200 });
  await seller.call('POST', `/api/v1/sandbox/charges/${sale.body.id}/pay`);
  const paidOut = async (amount: number) => {
    const { body } = await seller.call('POST', '/api/v1/withdrawals', {
      amount,
      pix_key: 'loja@example.com',
    });
    await approveWithdrawal(gateway.deps, seller.id, body.id);
    return String(body.id);
  };
  const [failed, other] = [await paidOut(40), await paidOut(55)];
  bank.hold(failed).payout = { ...bank.hold(failed).payout, state: 'failed' };
  bank.hold(other).payout = { ...bank.hold(other).payout, receiverDocument: '***.444.777-**' };
  const operator = await gateway.operator();
  const payouts = [{ reference: failed }, { reference: other }];
  await readPayoutNotice(gateway.deps, 'bank', { headers: {}, rawBody: Buffer.alloc(0), body: { payouts } });
  await gateway.runDue();

  const { page, complaints } = await dashboard.open(operator, '/notifications');
  await page.getByText('Saque pago consta como falho no banco').waitFor();
  await examineViews(page, 'operator-alert-notices');
  await page.getByRole('link', { name: /Saque pago a outro titular/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Alertas' }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Saque pago a outro titular' });
  await row.getByText('***.444.777-**').waitFor();
  expect((await row.innerText()).replaceAll('\u00a0', ' ')).toContain('R$ 55,00');
  await settled(page);
  await examineViews(page, 'operator-alerts');

  await row.getByRole('button', { name: 'Resolver: Saque pago a outro titular' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resolver' }).click();
  await dialog.getByText('Preencha este campo').waitFor();
  await dialog.getByLabel('O que foi verificado').fill('É o sócio: conferido por telefone');
  await dialog.getByRole('button', { name: 'Resolver' }).click();
  await page.getByText('O alerta foi resolvido.', { exact: true }).waitFor();
  await row.waitFor({ state: 'detached' });
  await choose(page.getByLabel('Mostrar'), 'resolved');
  await page.getByText('É o sócio: conferido por telefone').waitFor();

  await page.goto(`${new URL(page.url()).origin}/admin/withdrawals?status=approved`);
  await page.getByText('Recebido por ***.444.777-**, que não é o titular da conta').waitFor();
  await settled(page);
  await examineViews(page, 'operator-withdrawal-receiver');
  expect(complaints).toEqual([]);
});
