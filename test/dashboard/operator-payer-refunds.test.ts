import { expect } from 'vitest';
import { sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import { it } from '../support/browser-fixtures.ts';
import { settled } from '../support/dashboard.ts';
import { visitorOf } from '../support/pages.ts';
import { examineViews } from '../support/views.ts';

it.afterEach(({ dashboard }) => dashboard.closePages());

const PROOF = 'E00000000202601011200abcdefghijk';

it('an operator pays the refund of a boleto by hand and records it', async ({ dashboard }) => {
  const { gateway } = dashboard;
  const boleto = [sandboxBoletoBank(gateway.db, { registersAfterMs: 0 })];
  Object.assign(gateway.deps.rails, { boleto, payout: [] });
  const seller = await gateway.seller('Padaria São Jorge');
  const customer = { name: 'Ana Souza', cpf_cnpj: '52998224725' };
  const asked = { billing_type: 'BOLETO', value: 150, customer };
  const { body: charge } = await seller.call('POST', '/api/v1/charges', asked);
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
  const { body: refund } = await seller.call('POST', `/api/v1/charges/${charge.id}/refund`, { amount: 90 });

  const { page, complaints } = await dashboard.open(await gateway.operator(), '/admin/withdrawals');
  await settled(page);
  expect(await page.getByText('Boletos a devolver').count()).toBe(0);
  const payer = visitorOf(gateway);
  const refundPath = new URL(refund.payer_url).pathname;
  await payer.post(refundPath, { pix_key: 'ana@example.com' });
  expect((await payer.get(refundPath)).html).toContain('em até um dia útil');
  await page.reload();
  await page.getByText('Boletos a devolver').waitFor();
  await settled(page);
  await examineViews(page, 'operator-payer-refunds');
  await page.getByRole('button', { name: 'Recusar chave da devolução de R$ 90,00' }).click();
  await page.getByRole('dialog').getByLabel('Motivo').fill('A conta é de outra pessoa');
  await page.getByRole('dialog').getByRole('button', { name: 'Recusar chave' }).click();
  await page.getByText('Chave recusada: o pagador vai informar outra.', { exact: true }).waitFor();
  await page.getByText('Boletos a devolver').waitFor({ state: 'detached' });
  expect((await payer.get(refundPath)).html).toContain('O banco não aceitou essa chave');
  await payer.post(refundPath, { pix_key: 'ana.souza@example.com' });
  await page.reload();
  await page.getByRole('button', { name: 'Registrar pagamento de R$ 90,00' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('ana.souza@example.com').waitFor();
  await dialog.getByText('529.982.247-25').waitFor();
  await dialog.getByLabel('ID da transação').fill(PROOF);
  await dialog.getByRole('button', { name: 'Registrar pagamento' }).click();
  await page.getByText('Devolução de R$ 90,00 registrada.', { exact: true }).waitFor();
  await page.getByText('Boletos a devolver').waitFor({ state: 'detached' });
  expect((await payer.get(refundPath)).html).toContain('Dinheiro devolvido');
  const { body: after } = await seller.call('GET', `/api/v1/charges/${charge.id}`);
  expect(after).toMatchObject({ refunded_amount: 90 });
  expect(await gateway.audit()).toEqual([]);
  expect(complaints).toEqual([]);
});
