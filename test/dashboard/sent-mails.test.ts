import { afterEach, describe, expect } from 'vitest';
import { it as base } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import { registered } from '../support/outbox.ts';
import { until } from '../support/until.ts';
import { examineViews } from '../support/views.ts';

/** A port where no mail server listens: mails wait. */
const environment = {
  GUICHE_SMTP_URL: 'smtp://127.0.0.1:9',
  GUICHE_MAIL_FROM: 'Guichê <no-reply@pay.example>',
};
const it = base.extend('options', { scope: 'file' }, { environment });

let dashboard: Dashboard;
it.beforeAll(({ dashboard: opened }) => {
  dashboard = opened;
});
afterEach(() => dashboard.closePages());

describe('a sandbox with a mail server', () => {
  it('shows the log of mails, and does not say that none leaves', async () => {
    const { person } = await registered(dashboard.gateway, 'sent-mails@example.com');
    await dashboard.gateway.runDue();
    const { page, complaints } = await dashboard.open(person, '/');
    await page.getByRole('link', { name: 'E-mails enviados' }).click();
    await page.getByText('Registro dos e-mails enviados').waitFor();
    await page.getByText('Confirme seu e-mail', { exact: true }).waitFor();
    await settled(page);
    const text = await page.getByRole('main').innerText();
    expect(text).toContain('s…@example.com');
    expect(text).toContain('Na fila');
    expect(text).not.toContain('os e-mails não são enviados');
    expect(complaints).toEqual([]);
    await examineViews(page, 'dashboard-mail-log');
  });

  it('sends people who forgot the password to their mailbox', async () => {
    const { page } = await dashboard.open(null, '/forgot-password');
    await page.getByLabel('E-mail').fill('someone@example.com');
    await page.getByRole('button', { name: 'Enviar link' }).click();
    await until('the page says so', async () => (await page.getByText('caixa de spam').count()) === 1);
    expect(await page.getByText('sandbox/mails').count()).toBe(0);
  });
});
