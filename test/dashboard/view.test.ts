import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { until } from '../support/until.ts';

let dashboard: Dashboard;
let shop: Seller;
let operator: Seller;
let charge: string;
const PAYER = { name: 'Zulmira Prado', email: 'zulmira@payer.example', cpf_cnpj: '11144477735' };

it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  shop = await dashboard.gateway.seller('Padaria São Jorge');
  operator = await dashboard.gateway.operator();
  const { body } = await shop.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'PIX', value: 50, customer: PAYER, description: 'Bolo' },
  });
  charge = body.id;
});

/** The pages of a customer, a product, a link, a coupon and a webhook of the shop. */
async function onesOf(seller: Seller): Promise<string[]> {
  const make = async (name: string, body: object) => {
    const answer = await seller.call('POST', `/api/v1/${name}`, body);
    expect(answer.status, answer.raw).toBe(201);
    return (answer.body.webhook ?? answer.body).id as string;
  };
  const hook = { url: 'https://loja.example/avisos', events: ['payment.received'] };
  return [
    `/customers/${await make('customers', { name: 'Rui' })}`,
    `/products/${await make('products', { name: 'Bolo', price: 10 })}`,
    `/links/${await make('payment-links', { name: 'Rifa', value: 10 })}`,
    `/coupons/${await make('coupons', { code: 'DEZ', percent: 10 })}`,
    `/integrations/webhooks/${await make('webhooks', hook)}`,
  ];
}

async function look(path = `/admin/accounts/${shop.id}`): Promise<Page> {
  const { page } = await dashboard.open(operator, path);
  await page.getByRole('button', { name: 'Ver como o vendedor vê' }).click();
  await page.getByLabel('Motivo').fill('Chamado 4711');
  await page.getByRole('button', { name: 'Ver o painel' }).click();
  await barOf(page).waitFor();
  return page;
}
const barOf = (page: Page) => page.getByRole('region', { name: 'Visualização do painel de um vendedor' });

describe('an operator who looks at a dashboard', () => {
  it('says why, sees whose it is on every page, reads, and comes back', async () => {
    const { page } = await dashboard.open(operator, `/admin/accounts/${shop.id}`);
    await page.getByRole('button', { name: 'Ver como o vendedor vê' }).click();
    await page.getByRole('button', { name: 'Ver o painel' }).click();
    await page.getByText('Preencha este campo').waitFor();
    await page.getByLabel('Motivo').fill('oi');
    await page.getByRole('button', { name: 'Ver o painel' }).click();
    await page.getByText('Escreva pelo menos 5 caracteres').waitFor();
    await page.getByLabel('Motivo').fill('Chamado 4711: saldo diferente');
    await page.getByRole('button', { name: 'Ver o painel' }).click();
    await barOf(page).waitFor();
    await page.waitForURL(`${dashboard.origin}/`);
    expect(await barOf(page).innerText()).toMatch(
      /painel de Padaria São Jorge, somente leitura\. Termina em (29|30) min/,
    );
    await page.goto(`${dashboard.origin}/charges/${charge}`);
    await settled(page);
    await barOf(page).waitFor();
    const text = await page.locator('main').innerText();
    expect(text).toContain('Zulmira Prado');
    expect(text).toContain('z…@payer.example');
    expect(text).not.toContain('zulmira@');
    expect(await page.content()).not.toContain(PAYER.email);
    await barOf(page).getByRole('button', { name: 'Encerrar' }).click();
    await page.waitForURL(`**/admin/accounts/${shop.id}`);
    await page.getByRole('button', { name: 'Ver como o vendedor vê' }).waitFor();
    expect(await barOf(page).count()).toBe(0);
  });

  it('has no button that writes, exports or leads to the operators’ pages', async () => {
    const page = await look();
    for (const path of [
      ...(await onesOf(shop)),
      '/',
      '/charges',
      `/charges/${charge}`,
      '/customers',
      '/products',
      '/links',
      '/statement',
      '/withdrawals',
      '/disputes',
      '/integrations/webhooks',
      '/settings/notifications',
    ]) {
      await page.goto(dashboard.origin + path);
      await settled(page);
      const names = await page
        .locator('main')
        .getByRole('button', { disabled: false })
        .or(page.locator('main').getByRole('link'))
        .allInnerTexts();
      const writing =
        /Exportar|Importar|^(Criar|Nov[ao]|Adicionar|Cancelar|Estornar|Sacar|Salvar|Editar|Excluir|Enviar(?! por WhatsApp)|Solicitar|Desativar|Pausar|Trocar|Escolher|Reenviar)\b/;
      expect.soft([path, names.filter((name) => writing.test(name.trim()))]).toEqual([path, []]);
    }
    const refused = await page.goto(`${dashboard.origin}/admin/accounts`);
    expect(refused?.status()).toBe(403);
    await barOf(page).waitFor();
    await barOf(page).getByRole('button', { name: 'Encerrar' }).click();
    await page.waitForURL(`**/admin/accounts/${shop.id}`);
  });

  it('is brought back when the time is over, and by another tab', async () => {
    const page = await look();
    const other = await page.context().newPage();
    await other.goto(`${dashboard.origin}/charges`);
    await barOf(other).waitFor();
    await dashboard.gateway.db.query(
      `update account_views set expires_at = now() + interval '2 seconds' where viewed_account_id = $1 and ended_at is null`,
      [shop.id],
    );
    await until('the view has ended', async () => {
      const { body } = await dashboard.gateway.call('GET', '/api/v1/auth/session', undefined, {
        cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
      });
      return body.view === null;
    });
    // A page that asks for anything learns it, and leaves.
    await other.getByRole('link', { name: 'Clientes', exact: true }).first().click();
    await other.waitForURL(`**/admin/accounts/${shop.id}`);
    await other.getByRole('button', { name: 'Ver como o vendedor vê' }).waitFor();
    await page.reload();
    await until('the first page is the operator’s', async () => (await barOf(page).count()) === 0);
  });
});

it('a seller reads that the platform’s team looked, and when, but not who or why', async () => {
  const page = await look();
  await barOf(page).getByRole('button', { name: 'Encerrar' }).click();
  await page.waitForURL(`**/admin/accounts/${shop.id}`);
  const { page: own } = await dashboard.open(shop, '/notifications');
  await own.getByText('A equipe da plataforma viu seu painel').first().click();
  await own.waitForURL('**/settings/audit-log');
  await settled(own);
  const text = await own.locator('main').innerText();
  expect(text).toContain('Deixou de ver o painel');
  expect(text).not.toContain('Chamado 4711');
  expect(text).not.toContain(operator.email);
});
