import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeEach, describe, expect } from 'vitest';
import { addDays, civilDateOf } from '../../server/src/brazil/calendar.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import { it as base } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import { daysLater } from '../support/due-days.ts';
import type { GatewayOptions, Seller } from '../support/gateway.ts';
import { createdCharge } from '../support/pages.ts';
import { until } from '../support/until.ts';
import { examineViews, NARROW_VIEW } from '../support/views.ts';

const CUSTOMER = { name: 'Ana Souza', cpf_cnpj: '52998224725' };
const ENGLISH = { locale: 'en-US' };

let isSilent = false;
/** The sandbox's bank, which may give no answer to a change. */
const options: GatewayOptions = {
  rails: (rails, db) => {
    const bank = sandboxBoletoBank(db, { registersAfterMs: 0 });
    const remote: typeof bank.remote = {
      ...bank.remote,
      changeDueDate: async (name, dueDate) =>
        isSilent
          ? { ok: false, kind: 'unavailable', reason: 'no answer' }
          : bank.remote.changeDueDate(name, dueDate),
    };
    return { ...rails, boleto: [{ ...bank, remote }] };
  },
};
const it = base.extend('options', { scope: 'file' }, options);

let dashboard: Dashboard;
let seller: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Padaria São Jorge');
});
beforeEach(() => {
  isSilent = false;
});
afterEach(() => dashboard.closePages());
afterAll(async () => {
  expect(await dashboard.gateway.audit()).toEqual([]);
});

const today = () => civilDateOf(dashboard.gateway.clock.now());
const boleto = async () =>
  (await createdCharge(seller, { billing_type: 'BOLETO', value: 150, customer: CUSTOMER })).id;
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const sees = (page: Page, text: string | RegExp) =>
  page.getByText(text).filter({ visible: true }).first().waitFor();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(id: string, context: BrowserContextOptions = {}): Promise<Page> {
  const { page } = await dashboard.open(seller, `/charges/${id}`, context);
  await settled(page);
  return page;
}

/** DD/MM/YYYY, or with the month first. */
function typed(day: string, order: 'day first' | 'month first' = 'day first'): string {
  const [year, month, date] = day.split('-');
  return (order === 'day first' ? [date, month, year] : [month, date, year]).join('/');
}

async function ask(page: Page, day: string): Promise<void> {
  await button(page, 'Alterar vencimento').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Novo vencimento').fill(typed(day));
  await dialog.getByRole('button', { name: 'Alterar vencimento' }).click();
}

describe('the due date of a boleto', () => {
  it('is changed on the page of its charge, which shows it at once', async () => {
    const id = await boleto();
    const before = (await read(id)).boleto;
    const page = await open(id);
    const wanted = daysLater(today(), 40);
    await ask(page, wanted);
    await sees(page, /O boleto agora vence em/);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { boleto: after } = await read(id);
    expect(after.due_date).toBe(wanted);
    await sees(page, after.digitable_line);
    expect(await page.getByText(before.digitable_line).count()).toBe(0);
    await sees(page, /Vencimento alterado para/);
  });

  it('is changed by keyboard alone, in English', async () => {
    const id = await boleto();
    const page = await open(id, ENGLISH);
    await button(page, 'Change due date').focus();
    await page.keyboard.press('Enter');
    const field = page.getByRole('dialog').getByLabel('New due date');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ControlOrMeta+a');
    const wanted = daysLater(today(), 41);
    await page.keyboard.type(typed(wanted, 'month first'));
    await page.keyboard.press('Enter');
    await sees(page, /The boleto is now due on/);
    expect((await read(id)).boleto.due_date).toBe(wanted);
    await button(page, 'Change due date').and(page.locator(':focus')).waitFor();
  });

  it('in the past is refused at its field, and Escape leaves everything as it was', async () => {
    const id = await boleto();
    const before = (await read(id)).boleto;
    const page = await open(id);
    await ask(page, addDays(today(), -1));
    await sees(page, 'Esta data já passou');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await read(id)).boleto).toEqual(before);
  });

  it('that the bank refuses is shown with its reason', async () => {
    const page = await open(await boleto());
    const year = today().slice(0, 4);
    await ask(page, `${year}-12-31`);
    await sees(page, /O banco não aceitou o novo vencimento/);
    await sees(page, /O banco não aceitou o vencimento .*Sem expediente bancário/);
    expect(await button(page, 'Alterar vencimento').isVisible()).toBe(true);
  });

  it('that the bank has not answered is shown as asked for, and cannot be asked for twice', async () => {
    isSilent = true;
    const id = await boleto();
    const page = await open(id);
    await ask(page, daysLater(today(), 42));
    await sees(page, /Novo vencimento pedido ao banco/);
    expect(await button(page, 'Alterar vencimento').count()).toBe(0);
    await examineViews(page, 'dashboard-charge-due-date-pending', NARROW_VIEW);
    isSilent = false;
    await until('the bank has answered', async () => {
      await dashboard.gateway.advance(3 * MINUTE_MS);
      return (await read(id)).boleto.due_date_change === undefined;
    });
    await button(page, 'Alterar vencimento').waitFor();
  });

  it('of a charge that is overdue or no boleto cannot be changed', async () => {
    const late = await boleto();
    await seller.call('POST', `/api/v1/sandbox/charges/${late}/overdue`);
    const pix = await createdCharge(seller, { billing_type: 'PIX', value: 10 });
    for (const id of [late, pix.id]) {
      const page = await open(id);
      await button(page, 'Cancelar cobrança').waitFor();
      expect(await button(page, 'Alterar vencimento').count()).toBe(0);
    }
  });
});
