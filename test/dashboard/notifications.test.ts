import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect } from 'vitest';
import { HOUR_MS, systemMs } from '../../server/src/kit/clock.ts';
import { notifyOperators } from '../../server/src/notifications/operator-alerts.ts';
import { sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { charged, type LoggedMail, mailsOf, PAYER, pay, untilMailed } from '../support/mailed.ts';
import { FakeBank } from '../support/payout-bank.ts';
import { until } from '../support/until.ts';
import { examineViews } from '../support/views.ts';

let dashboard: Dashboard;
it.beforeAll(({ dashboard: opened }) => {
  dashboard = opened;
});
afterEach(() => dashboard.closePages());

const settingsOf = async (seller: Seller) => (await seller.call('GET', '/api/v1/account/notifications')).body;

describe('the page of notifications', () => {
  it('shows what is sent, and saves what the seller chooses', async () => {
    const seller = await dashboard.gateway.seller('Loja da Ana');
    const { page, complaints } = await dashboard.open(seller, '/settings/notifications');
    await settled(page);
    await page.getByText('Loja da Ana via Guichê').waitFor();
    expect(await page.getByLabel('Comprovante').isChecked()).toBe(true);
    expect(await page.getByLabel('Outras cobranças criadas por você').isChecked()).toBe(false);
    await page.getByLabel('Comprovante').uncheck();
    await page.getByLabel('7 dias antes').check();
    await page.getByLabel('3 dias depois').uncheck();
    await page.getByLabel('Nome do remetente').fill('Ateliê da Ana');
    await page.getByText('Ateliê da Ana via Guichê').waitFor();
    await page.getByLabel('Respostas vão para').fill('sem arroba');
    await page.getByRole('button', { name: 'Salvar notificações' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    await page.getByLabel('Respostas vão para').fill('contato@loja.example');
    await page.getByRole('button', { name: 'Salvar notificações' }).click();
    await page.getByText('Notificações salvas').first().waitFor();
    expect(await settingsOf(seller)).toMatchObject({
      ...{ receipt_to_payer: false, boleto_to_payer: true, reminder_days: [-7, -3, -1, 0, 1, 7] },
      ...{ sender_name: 'Ateliê da Ana', reply_to: 'contato@loja.example' },
      ...{ sent_as: 'Ateliê da Ana via Guichê', replies_to: 'contato@loja.example' },
    });
    expect(complaints.filter((each) => !each.includes('400'))).toEqual([]);
  });
});

describe('the page of a charge', () => {
  it('shows its mails, sends it again, and writes a message for WhatsApp', async () => {
    const { gateway } = dashboard;
    const seller = await gateway.seller('Loja da Ana');
    const phone = '(11) 99999-0000';
    const { id } = await charged(seller, { billing_type: 'BOLETO', customer: { ...PAYER, phone } });
    await untilMailed(gateway, seller, ['charge_issued']);
    const { page, complaints } = await dashboard.open(seller, `/charges/${id}`);
    await settled(page);
    await page.getByRole('link', { name: 'Cobrança enviada' }).waitFor();
    const href = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href');
    const message = new URL(href ?? '');
    expect([message.origin, message.pathname]).toEqual(['https://wa.me', '/5511999990000']);
    expect(message.searchParams.get('text')).toMatch(
      /^Olá, Bia! Segue o boleto de R\$\s100,00 referente a “Pedido 12”, com vencimento em \d\d\/\d\d\/\d{4}\. Para pagar, acesse: http.+\/pay\/\S+$/,
    );
    await page.getByRole('button', { name: 'Enviar de novo' }).click();
    await page.getByText('E-mail a caminho de b…@payer.example').first().waitFor();
    await untilMailed(gateway, seller, ['charge_issued', 'charge_issued']);
    await page.getByRole('link', { name: 'Cobrança enviada' }).nth(1).waitFor();
    expect(complaints).toEqual([]);
    await examineViews(page, 'dashboard-charge-mails');
  });

  it('asks for an address where none is known', async () => {
    const seller = await dashboard.gateway.seller();
    const { id } = await charged(seller, { customer: undefined });
    const { page } = await dashboard.open(seller, `/charges/${id}`);
    await settled(page);
    await page.getByRole('button', { name: 'Enviar por e-mail' }).click();
    await page.getByLabel('E-mail', { exact: true }).fill('caio@payer.example');
    await page.getByRole('button', { name: 'Enviar', exact: true }).click();
    await page.getByText('E-mail a caminho de c…@payer.example').first().waitFor();
  });
});

describe('the bell', () => {
  it('counts what is new, leads to what happened, and is silent once it was read', async () => {
    const seller = await dashboard.gateway.seller('Loja da Ana');
    const { id } = await charged(seller, { value: 80 });
    await pay(seller, id);
    const { body } = await seller.call('POST', `/api/v1/sandbox/charges/${id}/med`, {});
    const { page, complaints } = await dashboard.open(seller, '/charges');
    await page.getByRole('link', { name: /^Avisos: \d+ não lidos?$/ }).click();
    await page.getByRole('heading', { name: 'Avisos' }).waitFor();
    await page.getByRole('link', { name: 'Avisos', exact: true }).waitFor();
    await page.getByRole('link', { name: /Contestação de R\$\s80,00 aberta \(novo\)/ }).click();
    await page.waitForURL(`**/disputes/${body.id}`);
    await page.goto(`${dashboard.origin}/notifications`);
    await page.getByRole('link', { name: /Contestação de R\$\s80,00 aberta Responda até/ }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('the mails themselves', () => {
  it('fit on a phone and on a desk, by day and by night', async () => {
    const { gateway } = dashboard;
    const seller = await gateway.seller('Padaria São Jorge');
    await seller.call('PATCH', '/api/v1/account', { page_color: '#ffcc00' });
    await charged(seller, { billing_type: 'BOLETO' });
    const { id } = await charged(seller, { value: 1234.56 });
    await pay(seller, id);
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 200 });
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/med`, {});
    const expected = [
      ...['charge_issued', 'payment_receipt', 'payment_received'],
      ...['payment_refunded', 'refund_sent', 'dispute_opened'],
    ];
    const mails = await untilMailed(gateway, seller, expected);
    for (const mail of mails) await examineMail(seller, mail, mail.kind);
  });

  it('fit also where the payer of a boleto is asked for a Pix key, and where operators are alerted', async () => {
    const { gateway } = dashboard;
    const seller = await gateway.seller('Padaria São Jorge');
    const rails = { ...gateway.deps.rails };
    const boletos = sandboxBoletoBank(gateway.db, { registersAfterMs: 0 });
    const payouts = new FakeBank();
    Object.assign(gateway.deps.rails, { boleto: [boletos], payout: [payouts.provider()] });
    await pay(seller, (await charged(seller, { billing_type: 'BOLETO' })).id);
    const { id } = await charged(seller, { billing_type: 'BOLETO' });
    await pay(seller, id);
    const refund = await seller.call('POST', `/api/v1/charges/${id}/refund`);
    payouts.faultOf = (operation) => (operation === 'payout' ? 'refused' : 'none');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const path = new URL(refund.body.payer_url).pathname;
    await gateway.call('POST', path, 'pix_key=ana%40example.com', form);
    const [refused, asked] = await untilSent(seller, 'payer_refund', 2);
    await gateway.db.query(
      `insert into jobs (account_id, id, kind, payload, run_at, created_at)
       values ($1, gen_random_uuid(), 'payer_refund.expire', json_build_object('id', $2::uuid), now(), now())`,
      [seller.id, refund.body.id],
    );
    const [ended] = await untilSent(seller, 'payer_refund_ended');
    await examineMail(seller, asked, 'payer_refund');
    await examineMail(seller, refused, 'payer_refund_refused');
    await examineMail(seller, ended, 'payer_refund_ended');
    const operator = await gateway.operator();
    await gateway.db.query('update users set email_verified_at = now() where account_id = $1', [operator.id]);
    for (const kind of ['payout_other_owner', 'coverage_low']) {
      await gateway.db.query(
        `insert into alerts (id, kind, source, owner_account_id, provider, amount_cents, raised_at)
         values ($1, $2, $3, $4, 'inter', 123456, now())`,
        [gateway.deps.ids.next(), kind, `${kind}:drawn`, seller.id],
      );
    }
    await notifyOperators(gateway.deps, new Date(systemMs() + HOUR_MS));
    const [alerts] = await untilSent(operator, 'operator_alerts');
    await examineMail(operator, alerts, 'operator_alerts');
    Object.assign(gateway.deps.rails, rails);
  });
});

/** Newest first. */
async function untilSent(reader: Seller, kind: string, count = 1): Promise<LoggedMail[]> {
  let found: LoggedMail[] = [];
  await until(`${count} mails are ${kind}`, async () => {
    found = (await mailsOf(dashboard.gateway, reader)).filter((mail) => mail.kind === kind);
    return found.length === count;
  });
  return found;
}

async function examineMail(reader: Seller, mail: LoggedMail | undefined, name: string): Promise<void> {
  const { html } = (await reader.call('GET', `/api/v1/sandbox/mails/${mail?.id}`)).body;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      const page = await dashboard.browser.newPage({ colorScheme, viewport: { width, height: 900 } });
      await page.setContent(html);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect([name, width, overflow]).toEqual([name, width, 0]);
      await keepPicture(`mail-${name}-${width}-${colorScheme}`, () => page.screenshot({ fullPage: true }));
      await page.close();
    }
  }
}

async function keepPicture(name: string, draw: () => Promise<Buffer>): Promise<void> {
  const folder = process.env.GUICHE_SCREENSHOTS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}.png`, await draw());
}
