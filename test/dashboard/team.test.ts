import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { PAGES, ROLES, TEAM_ROLES, type TeamRole } from '../../server/src/kit/permissions.ts';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, type Person, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { linkToken } from '../support/outbox.ts';
import { examineViews, examineWords, LOCALES } from '../support/views.ts';

const PASSWORD = 'quatro cavalos azuis';

let dashboard: Dashboard;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
});
afterEach(() => dashboard.closePages());

const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** The token of the newest invitation of an account. */
async function invitationToken(owner: Seller): Promise<string> {
  const { gateway } = dashboard;
  await gateway.runDue();
  const { body } = await owner.call('GET', '/api/v1/sandbox/mails');
  const mail = body.data.find(({ kind }: { kind: string }) => kind === 'team_invitation');
  return linkToken((await owner.call('GET', `/api/v1/sandbox/mails/${mail.id}`)).body.link);
}

let made = 0;
async function invited(
  owner: Seller,
  role: TeamRole,
  email?: string,
): Promise<{ email: string; token: string }> {
  made += 1;
  const address = email ?? `pessoa-${made}@example.com`;
  await dashboard.gateway.call('POST', '/api/v1/team/invitations', { email: address, role }, bearer(owner));
  return { email: address, token: await invitationToken(owner) };
}

async function member(owner: Seller, role: TeamRole): Promise<Person> {
  const { email, token } = await invited(owner, role);
  const accepted = { token, name: 'Ana Souza', password: PASSWORD };
  await dashboard.gateway.call('POST', '/api/v1/auth/accept-invitation', accepted);
  return { email, password: PASSWORD };
}

describe('the team', () => {
  it('is invited, comes in by the mail with a password of its own, changes role and leaves', {
    timeout: 300_000,
  }, async () => {
    const owner = await dashboard.gateway.seller('Padaria São Jorge');
    const { page, complaints } = await dashboard.open(owner, '/settings/team');
    await press(page, 'Convidar pessoa');
    await page.getByLabel('E-mail').fill('bia@example.com');
    await page.getByRole('radio', { name: /^Financeiro/ }).check();
    await press(page, 'Enviar convite');
    await page.getByText('Convite enviado para bia@example.com.', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Convites pendentes' }).waitFor();
    await press(page, 'Convidar pessoa');
    await page.getByLabel('E-mail').fill('bia@example.com');
    await press(page, 'Enviar convite');
    await page.getByText('Este e-mail já tem um convite pendente').waitFor();
    await page.keyboard.press('Escape');

    const guest = await dashboard.open(null, `/invitation#${await invitationToken(owner)}`);
    await guest.page.getByText('Você foi convidado para a conta Padaria São Jorge.').waitFor();
    expect(guest.page.url()).toBe(`${dashboard.origin}/invitation`);
    await guest.page.getByLabel('Seu nome').fill('Bia Lima');
    await guest.page.getByLabel('Crie uma senha').fill(PASSWORD);
    await guest.page.keyboard.press('Enter');
    const menu = guest.page.getByRole('navigation', { name: 'Principal' });
    await menu.waitFor();
    expect(await menu.getByRole('link').allInnerTexts()).toEqual([
      ...['Visão geral', 'Cobranças', 'Links de pagamento', 'Cupons', 'Clientes', 'Produtos'],
      ...['Extrato', 'Recebíveis', 'Saques', 'Contestações', 'Taxas', 'Configurações'],
      ...['Segurança', 'Notificações', 'Auditoria', 'Documentação'],
    ]);

    await page.reload();
    await page.getByText('Bia Lima').waitFor();
    await press(page, 'Mudar a função de bia@example.com');
    await page.getByRole('radio', { name: /^Somente leitura/ }).check();
    await press(page, 'Mudar função');
    await page.getByText('Agora bia@example.com tem a função Somente leitura.', { exact: true }).waitFor();
    await guest.page.goto(`${dashboard.origin}/withdrawals`);
    await settled(guest.page);
    expect(await guest.page.getByRole('button', { name: /Sacar|Pedir saque|Solicitar/ }).count()).toBe(0);

    await press(page, 'Remover bia@example.com');
    await press(page, 'Remover da equipe');
    await page.getByText('bia@example.com saiu da equipe.', { exact: true }).waitFor();
    await guest.page.reload();
    await guest.page.getByRole('heading', { name: 'Entrar' }).waitFor();
    expect(complaints.filter((each) => !each.includes('400'))).toEqual([]);
  });

  it('takes a person who has a password, who then chooses the account and switches', async () => {
    const { gateway } = dashboard;
    const [owner, person] = [await gateway.seller('Loja Azul'), await gateway.seller('Loja Verde')];
    const { token } = await invited(owner, 'support', person.email);
    const { page } = await dashboard.open(null, `/invitation#${token}`);
    await page.getByRole('radio', { name: 'Já tenho senha' }).check();
    await page.getByLabel('Sua senha').fill(person.password);
    await press(page, 'Entrar e aceitar');
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    await page.getByText('Loja Azul').first().waitFor();
    await press(page, person.email);
    await page.getByRole('menuitem', { name: /Loja Verde/ }).click();
    await page.getByText('Loja Verde').first().waitFor();

    const again = await dashboard.open(null, '/login');
    await again.page.getByLabel('E-mail').fill(person.email);
    await again.page.getByLabel('Senha', { exact: true }).fill(person.password);
    await again.page.keyboard.press('Enter');
    await again.page.getByRole('heading', { name: 'Em qual conta?' }).waitFor();
    await examineViews(again.page, 'dashboard-choose-account-pt');
    await again.page.getByRole('button', { name: /Loja Azul/ }).click();
    await again.page.getByRole('navigation', { name: 'Principal' }).waitFor();
    await again.page.getByText('Loja Azul').first().waitFor();
  });

  it('sees an invitation that is dead before anything is typed', async () => {
    const owner = await dashboard.gateway.seller();
    const { token } = await invited(owner, 'support');
    const { body } = await dashboard.gateway.call(
      'GET',
      '/api/v1/team/invitations',
      undefined,
      bearer(owner),
    );
    await dashboard.gateway.call(
      'DELETE',
      `/api/v1/team/invitations/${body.data[0].id}`,
      undefined,
      bearer(owner),
    );
    const { page } = await dashboard.open(null, `/invitation#${token}`);
    await page.getByRole('heading', { name: 'Este convite não vale mais' }).waitFor();
  });
});

// The pages of an owner are those of every-page.test.ts.
describe.each(TEAM_ROLES.filter((role) => role !== 'owner'))('with the role %s', (role) => {
  it('each page is shown, or says that the role does not allow it', { timeout: 180_000 }, async () => {
    const owner = await dashboard.gateway.seller('Loja Azul');
    const person = await member(owner, role);
    const { page, complaints } = await dashboard.open(person, '/');
    const refused: string[] = [];
    const pages = Object.entries(PAGES).filter(([path]) => !path.includes(':'));
    for (const [path] of pages) {
      await page.goto(dashboard.origin + path);
      await settled(page);
      const heading = await page.locator('h1').first().innerText();
      if (heading === 'Sua função não dá acesso a esta página') refused.push(path);
    }
    const own: readonly string[] = ROLES[role];
    expect(refused).toEqual(pages.filter(([, needed]) => !own.includes(needed)).map(([path]) => path));
    // No page that is shown asks for what the role may not see.
    expect(complaints).toEqual([]);
  });
});

describe('an API key', () => {
  it('is made with scopes, addresses and an end, and changed', async () => {
    const owner = await dashboard.gateway.seller();
    const { page } = await dashboard.open(owner, '/integrations');
    await page
      .getByRole('button', { name: /Criar chave/ })
      .first()
      .click();
    await page.getByLabel('Nome').fill('Loja virtual');
    await page.getByRole('radio', { name: 'Só o que eu escolher' }).check();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Criar chave/ })
      .click();
    await page.getByText('Escolha ao menos uma permissão.').waitFor();
    await page.getByLabel('Criar e cancelar cobranças').check();
    await page.getByLabel('Ver cobranças').check();
    await page.getByLabel('Endereços IP permitidos').fill('loja');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Criar chave/ })
      .click();
    await page.getByText('“loja” não é um endereço IP').waitFor();
    await page.getByLabel('Endereços IP permitidos').fill('203.0.113.7\n2001:db8::/32');
    await page.getByLabel('Vale até').fill('2099-12-31');
    await examineViews(page, 'dashboard-new-key-pt');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Criar chave/ })
      .click();
    await page.getByText(/guiche_\w{36}/).waitFor();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByText('2 permissões').waitFor();
    const { body } = await dashboard.gateway.call('GET', '/api/v1/keys', undefined, bearer(owner));
    expect(body.keys[0]).toMatchObject({
      scopes: ['charges:read', 'charges:write'],
      allowed_ips: ['203.0.113.7', '2001:db8::/32'],
      expires_at: '2100-01-01T03:00:00.000Z',
    });
    await press(page, 'Editar a chave Loja virtual');
    await page.getByLabel('Endereços IP permitidos').fill('');
    await page.getByLabel('Vale até').fill('');
    await press(page, 'Salvar');
    await page.getByText('A chave Loja virtual foi alterada.', { exact: true }).waitFor();
    const after = await dashboard.gateway.call('GET', '/api/v1/keys', undefined, bearer(owner));
    expect(after.body.keys[0]).toMatchObject({ allowed_ips: null, expires_at: null });
  });
});

type Place = { owner: Person; clerk: Person; link: string };
let place: Place | undefined;

/** One account for all pages that are only looked at. */
async function lookedAt(): Promise<Place> {
  if (place) return place;
  const owner = await dashboard.gateway.seller('Padaria São Jorge');
  await member(owner, 'finance');
  const clerk = await member(owner, 'support');
  place = { owner, clerk, link: (await invited(owner, 'developer')).token };
  return place;
}

const VIEWS: [name: string, who: 'owner' | 'clerk' | null, path: (place: Place) => string][] = [
  ['team', 'owner', () => '/settings/team'],
  ['not-allowed', 'clerk', () => '/withdrawals'],
  ['invitation', null, ({ link }) => `/invitation#${link}`],
  ['dead-invitation', null, ({ link }) => `/invitation#${link}x`],
  ['overview-of-support', 'clerk', () => '/'],
];

describe.each(VIEWS)('the page %s', (name, who, path) => {
  it('is for everyone, in both languages', { timeout: 120_000 }, async () => {
    const shown = await lookedAt();
    for (const [language, locale] of Object.entries(LOCALES)) {
      const { page } = await dashboard.open(who && shown[who], path(shown), { locale });
      await settled(page);
      const picture = `dashboard-${name}-${language}`;
      if (language === 'en') await examineWords(page, picture);
      else await examineViews(page, picture);
    }
  });
});
