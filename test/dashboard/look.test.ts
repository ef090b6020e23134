import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled, visitorsOf } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';

let dashboard: Dashboard;
let seller: Seller;
const visit = visitorsOf(() => dashboard);
const SMALL_DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 } };

it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  seller = await dashboard.gateway.seller('Loja da Ana');
});

const chargeOf = async (body: object) => {
  const { body: charge } = await seller.call('POST', '/api/v1/charges', {
    billing_type: 'PIX',
    value: 50,
    ...body,
  });
  return charge.id as string;
};
const play = (id: string, action: string) => seller.call('POST', `/api/v1/sandbox/charges/${id}/${action}`);

describe('a small desk screen', () => {
  it('shows the whole menu, and an empty page does not scroll', async () => {
    const newcomer = await dashboard.gateway.seller('Loja Nova');
    const { page } = await visit(newcomer, '/customers', SMALL_DESK);
    await settled(page);
    const end = await page.getByRole('link', { name: 'Documentação' }).boundingBox();
    expect((end?.y ?? 900) + (end?.height ?? 0)).toBeLessThanOrEqual(800);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(800);
  });

  it('has appearance, language and the way out in the menu of the user', async () => {
    const user = await dashboard.gateway.seller('Loja Bilíngue');
    const { page } = await visit(user, '/', SMALL_DESK);
    await page.getByRole('button', { name: user.email }).click();
    await page.getByRole('menuitemradio', { name: 'Escura' }).click();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: user.email }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });
});

it('has the buttons of a row on the line of its text', async () => {
  const middleOf = async (what: Locator) => {
    const box = await what.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  const { page } = await visit(seller, '/settings/audit-log', SMALL_DESK);
  await settled(page);
  const line = page.getByRole('row').filter({ hasText: 'Entrou' }).first();
  const opener = await middleOf(line.getByRole('button', { name: 'Detalhes' }));
  expect(Math.abs(opener - (await middleOf(line.getByText('Entrou'))))).toBeLessThan(2);
  await page.goto(`${dashboard.origin}/charges/${await chargeOf({})}`);
  await settled(page);
  const copy = page.getByRole('button', { name: 'Copiar: ID', exact: true });
  const word = page.getByText('ID', { exact: true });
  expect(Math.abs((await middleOf(copy)) - (await middleOf(word)))).toBeLessThan(3);
});

describe('the list of charges', () => {
  it.each([SMALL_DESK, { viewport: { width: 1024, height: 800 } }, PHONE])(
    'keeps a long description inside its column: %j',
    async (size) => {
      await chargeOf({ description: 'Aula '.repeat(30), customer: { name: 'Ana Souza' } });
      const { page } = await visit(seller, '/charges', size);
      await settled(page);
      const cell = page.getByRole('cell', { name: 'Ana Souza' }).first();
      const rightOf = async (what: Locator) => {
        const box = await what.boundingBox();
        return (box?.x ?? 0) + (box?.width ?? 0);
      };
      const texts = await cell.locator('[title]:visible').all();
      const rights = await Promise.all(texts.map(rightOf));
      expect(Math.max(...rights)).toBeLessThanOrEqual(await rightOf(cell));
      expect(rights.length).toBeGreaterThan(1);
    },
  );

  it('tells disputed, partly refunded, expired and cancelled charges apart', async () => {
    const owner = await dashboard.gateway.seller('Loja dos Status');
    const make = async (name: string) => {
      const body = { billing_type: 'PIX', value: 30, description: name };
      return (await owner.call('POST', '/api/v1/charges', body)).body.id as string;
    };
    const act = (id: string, action: string) => owner.call('POST', `/api/v1/sandbox/charges/${id}/${action}`);
    const disputed = await make('contestada');
    await act(disputed, 'pay');
    await act(disputed, 'med');
    const part = await make('devolvida em parte');
    await act(part, 'pay');
    await owner.call('POST', `/api/v1/charges/${part}/refund`, { amount: 10 });
    await act(await make('sem pagamento'), 'expire');
    await owner.call('POST', `/api/v1/charges/${await make('desistiu')}/cancel`);
    const { page } = await visit(owner, '/charges', SMALL_DESK);
    for (const [name, status] of [
      ['contestada', 'Em disputa'],
      ['devolvida em parte', 'Parcialmente estornada'],
      ['sem pagamento', 'Expirada'],
      ['desistiu', 'Cancelada'],
    ] as const) {
      await page.getByRole('row', { name }).getByText(status, { exact: true }).first().waitFor();
    }
    await page.goto(`${dashboard.origin}/charges/${part}`);
    await page.getByText('Parte do valor foi devolvida ao cliente.').waitFor();
    const refunded = page.getByRole('listitem').filter({ hasText: 'Estorno ao cliente' });
    await refunded.getByText('Parcialmente estornada').waitFor();
    expect(await refunded.getByText('Paga', { exact: true }).count()).toBe(0);
  });

  it('comes first on a phone, with the customer; the filters are behind a button that counts them', async () => {
    await chargeOf({ customer: { name: 'Joana Prado' } });
    const { page } = await visit(seller, '/charges?billing_type=PIX', PHONE);
    await page.getByRole('row', { name: 'Joana Prado' }).waitFor();
    const method = page.getByLabel('Forma de pagamento');
    expect(await method.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Filtros (1)' }).click();
    await choose(method, 'BOLETO');
    await page.getByRole('button', { name: 'Filtros (1)' }).waitFor();
    await page.getByText('Nenhum resultado com esses filtros.').waitFor();
  });
});

describe('a day', () => {
  it('is typed as Brazilians write it, or picked by keyboard', async () => {
    const id = await chargeOf({ description: 'de hoje' });
    await play(id, 'pay');
    const { page } = await visit(seller, '/charges', SMALL_DESK);
    await choose(page.getByLabel('Período'), 'custom');
    const from = page.getByLabel('De', { exact: true });
    await from.pressSequentially('31122030');
    expect(await from.inputValue()).toBe('31/12/2030');
    await page.getByText('Nenhum resultado com esses filtros.').waitFor();
    expect(page.url()).toContain('from=2030-12-31');
    await from.fill('31/02/2026');
    await from.blur();
    await page.getByText('Data inválida: use dd/mm/aaaa').waitFor();
    await from.fill('10/12/2030');
    await page.getByRole('button', { name: 'Escolher no calendário' }).first().click();
    await page.getByRole('grid').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('PageDown');
    await page.keyboard.press('Enter');
    await page.getByRole('grid').waitFor({ state: 'detached' });
    expect(await from.inputValue()).toBe('11/01/2031');
    await page.getByRole('button', { name: 'Limpar filtros' }).click();
    await page.getByRole('row', { name: 'de hoje' }).waitFor();
  });
});

describe('a list to choose from', () => {
  it('works by keyboard alone, and is named for screen readers', async () => {
    const { page } = await visit(seller, '/charges', SMALL_DESK);
    const method = page.getByRole('combobox', { name: 'Forma de pagamento' });
    await method.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Boleto' }).waitFor();
    await page.keyboard.press('b');
    await page.keyboard.press('o');
    await page.keyboard.press('l');
    await page.keyboard.press('Enter');
    await page.waitForURL(/billing_type=BOLETO/);
    expect(await method.textContent()).toBe('Boleto');
  });
});

describe('a blocked seller', () => {
  it('reads why new charges, links and withdrawals are closed, instead of forms that would be refused', async () => {
    const blocked = await dashboard.gateway.seller('Loja Parada');
    const operator = await dashboard.gateway.operator();
    const answer = await operator.call('POST', `/api/v1/admin/accounts/${blocked.id}/block`, {
      reason: 'documentos',
    });
    expect(answer.status, answer.raw).toBe(200);
    const { page } = await visit(blocked, '/charges/new', SMALL_DESK);
    await page.getByRole('heading', { name: 'Novas cobranças estão fechadas' }).waitFor();
    expect(await page.getByRole('button', { name: 'Criar cobrança' }).count()).toBe(0);
    await page.goto(`${dashboard.origin}/links/new`);
    await page.getByRole('heading', { name: 'Novos links estão fechados' }).waitFor();
    expect(await page.getByRole('button', { name: 'Criar link' }).count()).toBe(0);
    await page.goto(`${dashboard.origin}/withdrawals`);
    await page.getByRole('heading', { name: 'Saques estão fechados' }).waitFor();
    expect(await page.getByRole('button', { name: 'Solicitar saque' }).count()).toBe(0);
  });
});

describe('a refusal', () => {
  it('of a wrong password has no code for the support', async () => {
    const { page } = await visit(null, '/login', SMALL_DESK);
    await page.getByLabel('E-mail').fill(seller.email);
    await page.getByLabel('Senha', { exact: true }).fill('não é esta');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('E-mail ou senha incorretos.').waitFor();
    expect(await page.getByText('Código para o suporte').count()).toBe(0);
  });
});
