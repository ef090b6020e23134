import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { answering, type Receiver } from '../support/receiver.ts';

const HOSTILE = '<script>alert(1)</script> "x" \u202Eحساب 🎉';

let dashboard: Dashboard;
let seller: Seller;
let receiver: Receiver;
it.beforeAll(async ({ dashboard: opened, receiver: started }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
  receiver = started;
});
afterEach(() => dashboard.closePages());

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole('dialog');
const secretIn = (page: Page) => dialogOf(page).locator('[data-secret]').innerText();
const callWith = (key: string) =>
  fetch(`${dashboard.origin}/api/v1/balance`, { headers: { 'X-API-Key': key } }).then(({ status }) => status);

describe('API keys', () => {
  it('are shown once, work, and stop at once when revoked', async () => {
    const { page, complaints } = await dashboard.open(seller, '/integrations');
    await press(page, 'Criar chave');
    await dialogOf(page).getByLabel('Nome').fill(HOSTILE);
    await dialogOf(page).getByRole('button', { name: 'Criar chave' }).click();
    await page.getByText('não será exibida novamente').waitFor();
    const key = await secretIn(page);
    expect(await callWith(key)).toBe(200);
    await press(page, 'Já copiei, fechar');
    await page.getByRole('cell', { name: HOSTILE, exact: true }).waitFor();
    expect(await page.content()).not.toContain(key);
    await press(page, `Revogar a chave ${HOSTILE}`);
    await dialogOf(page).getByText(HOSTILE).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Revogar' }).click();
    await page.getByText(`Chave “${HOSTILE}” revogada.`).first().waitFor();
    expect(await callWith(key)).toBe(401);
    expect(complaints).toEqual([]);
  });
});

/** Notifications go out when the test says so. */
const send = () => dashboard.gateway.runDue();

async function createWebhook(page: Page, path: string): Promise<string> {
  await press(page, 'Criar webhook');
  const dialog = dialogOf(page);
  await dialog.getByLabel('URL').fill(`${receiver.url}${path}`);
  await dialog.getByLabel('charge.refunded').check();
  await dialog.getByRole('button', { name: 'Criar webhook' }).click();
  await dialog.getByText('Webhook criado').waitFor();
  const secret = await secretIn(page);
  await press(page, 'Já copiei, fechar');
  await page.getByRole('heading', { name: 'Webhook', exact: true }).waitFor();
  return secret;
}

describe('webhooks', () => {
  it('are made, tried, paused, resumed, given a new secret and deleted by clicking', async () => {
    const { page } = await dashboard.open(seller, '/integrations/webhooks');
    const secret = await createWebhook(page, '/story');
    await press(page, 'Enviar teste');
    await press(page, 'Enviar agora');
    await dialogOf(page).getByText('Pendente', { exact: true }).waitFor();
    await send();
    await dialogOf(page).getByText('Entregue').waitFor();
    expect(receiver.received.at(-1)?.headers['x-webhook-secret']).toBe(secret);
    await press(page, 'Fechar');

    await press(page, 'Pausar');
    await page.getByText('Pausado', { exact: true }).waitFor();
    await press(page, 'Reativar');
    await page.getByText('Ativo', { exact: true }).waitFor();

    await press(page, 'Trocar chave secreta');
    await dialogOf(page).getByRole('button', { name: 'Trocar chave secreta' }).click();
    await dialogOf(page).getByText('Sua nova chave secreta').waitFor();
    expect(await secretIn(page)).not.toBe(secret);
    await press(page, 'Já copiei, fechar');

    await press(page, 'Excluir');
    await dialogOf(page).getByText(`${receiver.url}/story`).waitFor();
    await dialogOf(page).getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Webhook excluído.').first().waitFor();
    await page.getByText('Nenhum webhook ainda').waitFor();
  });

  it('of another seller do not exist', async () => {
    const other = await dashboard.gateway.seller('Outra');
    const made = await other.call('POST', '/api/v1/webhooks', {
      url: `${receiver.url}/other`,
      events: ['charge.paid'],
    });
    const { page } = await dashboard.open(seller, `/integrations/webhooks/${made.body.webhook.id}`);
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
  });
});

describe('deliveries', () => {
  it('show each attempt with its answer, and are sent again one by one or all that failed', async () => {
    receiver.respondWith(answering(500, HOSTILE));
    const fresh = await dashboard.gateway.seller('Loja');
    const webhook = await fresh.call('POST', '/api/v1/webhooks', {
      url: `${receiver.url}/log`,
      events: ['charge.paid'],
    });
    const charge = await fresh.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    await fresh.call('POST', `/api/v1/sandbox/charges/${charge.body.id}/pay`);
    await dashboard.gateway.advance(120_000);
    const { page } = await dashboard.open(fresh, `/integrations/deliveries?charge_id=${charge.body.id}`);
    await page.getByRole('link', { name: 'charge.paid' }).click();
    await page.getByText('Tentativa 3').waitFor();
    await page.getByText('A resposta não foi 2xx.').first().waitFor();
    await page.getByText('Resposta do seu sistema').first().click();
    await page.getByText(HOSTILE).first().waitFor();
    receiver.respondWith(answering(200));

    await page.goto(`${dashboard.origin}/integrations/deliveries?status=failed`);
    await press(page, 'Reenviar falhas');
    await dialogOf(page).getByRole('button', { name: 'Reenviar falhas' }).click();
    await page.getByText('1 notificação sendo reenviada.').first().waitFor();
    await send();
    await page.goto(`${dashboard.origin}/integrations/deliveries?status=delivered`);
    await page.getByRole('link', { name: 'charge.paid' }).first().click();
    await press(page, 'Reenviar');
    await page.getByText('A entrega está sendo reenviada.').first().waitFor();
    const before = receiver.received.length;
    await send();
    expect(receiver.received.length).toBe(before + 1);

    await fresh.call('PATCH', `/api/v1/webhooks/${webhook.body.webhook.id}`, { active: false });
    await page.reload();
    await press(page, 'Reenviar');
    await page.getByRole('alert').getByText('O webhook desta entrega está pausado').waitFor();
  });
});

describe('requests', () => {
  it('list the calls of programs with status and code, and the errors alone', async () => {
    await seller.call('GET', '/api/v1/charges/none');
    await seller.call('GET', '/api/v1/balance');
    await dashboard.gateway.deps.requestLog.save();
    const { page } = await dashboard.open(seller, '/integrations/requests?outcome=error');
    await page.getByRole('cell', { name: 'GET /api/v1/charges/none' }).waitFor();
    await page.getByText('NOT_FOUND').first().waitFor();
    await settled(page);
    expect(await page.getByRole('cell', { name: 'GET /api/v1/balance' }).count()).toBe(0);
  });
});
