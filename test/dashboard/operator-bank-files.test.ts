import { expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { ADDRESS, addCnab, COMPANY_DOCUMENT, upload } from '../support/cnab-gateway.ts';
import { settled } from '../support/dashboard.ts';
import { bytesOfLines, FakeBank } from '../support/file-bank.ts';
import { examineViews } from '../support/views.ts';

it.afterEach(({ dashboard }) => dashboard.closePages());

it('an operator makes a file for a bank, reads what it answers and books it', async ({ dashboard }) => {
  const { gateway } = dashboard;
  addCnab(gateway, 'bradesco', { CUT_OFF: 'none' });
  const seller = await gateway.seller('Padaria São Jorge');
  const customer = { name: 'Ana Souza', cpf_cnpj: '52998224725', address: ADDRESS };
  const asked = { billing_type: 'BOLETO', value: 150, customer };
  const { body: charge } = await seller.call('POST', '/api/v1/charges', asked);
  const operator = await gateway.operator();
  const { page, complaints } = await dashboard.open(operator, '/admin/bank-files');
  await page.getByText('1 instrução espera o próximo arquivo').waitFor();
  await settled(page);
  await examineViews(page, 'operator-bank-files-empty');
  await page.getByRole('button', { name: 'Fazer arquivo agora' }).click();
  await page.getByRole('row').filter({ hasText: 'Remessa' }).waitFor();

  const { body: files } = await operator.call('GET', '/api/v1/admin/bank-files');
  const content = await operator.call('GET', `/api/v1/admin/bank-files/${files.data[0].id}/content`);
  const bank = new FakeBank('237', COMPANY_DOCUMENT);
  bank.take(content.raw, '25112026');
  await page.locator('input[type=file]').setInputFiles({
    ...{ name: 'retorno.ret', mimeType: 'text/plain', buffer: bytesOfLines(bank.returnFile()) },
  });
  await page.getByRole('button', { name: 'Ler retorno' }).click();
  await page.getByText('Registrado').first().waitFor();
  await settled(page);
  await examineViews(page, 'operator-bank-file-checked');
  await page.getByRole('button', { name: 'Contabilizar' }).first().click();
  await page.getByText('Retorno contabilizado').first().waitFor();
  await gateway.advance(1_000);
  const { body } = await seller.call('GET', `/api/v1/charges/${charge.id}`);
  expect(body.boleto).toMatchObject({ status: 'registered' });
  const [title] = bank.titles.values();
  if (!title) throw new Error('the bank has a title');
  let returned = '';
  for (const creditedOn of ['26112026', '27112026']) {
    const payment = { title, code: '06', paid: title.cents, on: '25112026', creditedOn };
    const file = await upload(operator.call, bytesOfLines(bank.returnFile([payment])));
    returned = `/admin/bank-files/${file.body.id}`;
    await operator.call('POST', `/api/v1${returned}/book`);
  }
  await page.goto(new URL(returned, page.url()).href);
  await page.getByRole('button', { name: 'Contabilizar a linha 3 como outro pagamento' }).click();
  await page.getByLabel('Como você sabe').fill('Os dois créditos estão no extrato');
  await settled(page);
  await examineViews(page, 'operator-bank-file-second-payment');
  await page.getByRole('dialog').getByRole('button', { name: 'É outro pagamento' }).click();
  await page.getByText('Segundo pagamento contabilizado').first().waitFor();
  await gateway.advance(1_000);
  const refunds = await operator.call('GET', '/api/v1/admin/payer-refunds');
  expect(refunds.body.data).toMatchObject([{ charge_id: charge.id, amount: 150 }]);
  await page.goto(new URL('/admin/bank-files', page.url()).href);
  await page.getByRole('row').filter({ hasText: 'Contabilizado' }).first().waitFor();
  await settled(page);
  await examineViews(page, 'operator-bank-files');
  expect(complaints).toEqual([]);
});
