import { expect } from 'vitest';
import { civilDateOf } from '../../server/src/brazil/calendar.ts';
import { receiveOrLog } from '../../server/src/charges/boletos/comparison.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import { cents } from '../../server/src/kit/money.ts';
import type { BoletoPayment } from '../../server/src/providers/boleto.ts';
import { reconcileDue } from '../../server/src/reconciliation/due.ts';
import { endOfCivilDate } from '../../server/src/reconciliation/schedule.ts';
import { it } from '../support/browser-fixtures.ts';
import { choose, settled } from '../support/dashboard.ts';
import { listingBoletoBank } from '../support/listing-banks.ts';
import { examineViews } from '../support/views.ts';

it.afterEach(({ dashboard }) => dashboard.closePages());

const PAID_AT = new Date();
const DAY = civilDateOf(PAID_AT);
const payment = (name: string, ourNumber: string, reais: number): BoletoPayment => ({
  ...{ paymentReference: name, reference: null, bankReference: null, ourNumber, by: 'boleto' },
  ...{ amountCents: cents(BigInt(reais * 100)), bankFeeCents: null, paidAt: PAID_AT },
});

it('an operator reads what a bank lists and what the books have, and resolves a difference', async ({
  dashboard,
}) => {
  const { gateway } = dashboard;
  const seller = await gateway.seller('Padaria São Jorge');
  const { bank, provider } = listingBoletoBank('paper');
  Object.assign(gateway.deps.rails, { boleto: [provider] });
  const { deps } = gateway;
  const customer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };
  const asked = { billing_type: 'BOLETO', value: 150, customer };
  for (const name of ['B1', 'B2']) {
    const { body } = await seller.call('POST', '/api/v1/charges', asked);
    const paid = payment(name, body.boleto.our_number, 150);
    await receiveOrLog(deps, 'paper', paid);
    if (name === 'B1') bank.paid.push({ day: DAY, payment: paid });
  }
  bank.paid.push({ day: DAY, payment: payment('OUTRO-SISTEMA-77', 'x', 80) });
  const reconcile = async () => {
    const now = new Date(endOfCivilDate(DAY).getTime() + 5 * DAY_MS);
    while ((await reconcileDue(deps, now)) > 0);
  };

  const { page, complaints } = await dashboard.open(await gateway.operator(), '/admin/reconciliation');
  await page.getByText('Nenhum dia comparado').waitFor();
  await reconcile();
  await page.reload();
  await settled(page);
  const row = page.getByRole('row').filter({ hasText: '2 diferenças abertas' });
  expect((await row.innerText()).replaceAll('\u00a0', ' ')).toMatch(
    /R\$ 230,00[\s\S]*R\$ 300,00[\s\S]*2 diferenças abertas/,
  );
  await examineViews(page, 'operator-reconciliation');
  await row.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: /^Boletos de paper, / }).waitFor();
  await page
    .getByText(/O provedor lista R\$.230,00, e os nossos registros têm R\$.300,00: diferença de R\$.70,00\./)
    .waitFor();
  await page.getByText('paper:B2', { exact: true }).waitFor();
  await settled(page);
  await examineViews(page, 'operator-reconciled-day');

  await page.getByRole('button', { name: 'Resolver paper:OUTRO-SISTEMA-77' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Resolver' }).click();
  await dialog.getByText('Preencha este campo').waitFor();
  await dialog.getByLabel('O que foi verificado').fill('Venda de outro sistema');
  await dialog.getByRole('button', { name: 'Resolver' }).click();
  await page.getByText('A diferença foi resolvida.', { exact: true }).waitFor();
  await page.getByText('Venda de outro sistema').first().waitFor();
  await choose(page.getByRole('region', { name: 'Diferenças' }).getByLabel('Mostrar'), 'open');
  await page.getByText('paper:OUTRO-SISTEMA-77').waitFor({ state: 'detached' });

  bank.isSilent = true;
  await page.getByRole('button', { name: 'Comparar de novo' }).click();
  await page.getByText('O dia será comparado em alguns segundos.', { exact: true }).waitFor();
  await reconcile();
  await page.getByText(/O provedor não listou o dia inteiro: no answer/).waitFor();
  expect(complaints).toEqual([]);
});
