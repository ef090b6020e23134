import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { type Dashboard, settled } from '../support/dashboard.ts';
import { type Person, registered, signIn } from '../support/outbox.ts';
import { examineViews, examineWords, LOCALES } from '../support/views.ts';

const NEXT = 'quatro cavalos azuis';

let dashboard: Dashboard;
let used = 0;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
});
afterEach(() => dashboard.closePages());

async function newPerson(): Promise<Person> {
  used += 1;
  return (await registered(dashboard.gateway, `mail-links-${used}@example.com`)).person;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const pathOf = (link: string) => link.slice(dashboard.origin.length);

/** The path of the link in the newest mail of a kind. */
async function linkOf(person: Person, kind: string): Promise<string> {
  return pathOf((await person.mail(kind)).link);
}

describe('a password that was forgotten', () => {
  it('is recovered from the sign-in page by keyboard and mail; the link works once and leaves the address bar', async () => {
    const person = await newPerson();
    const { page, complaints } = await dashboard.open(null, '/login');
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click();
    await page.getByLabel('E-mail').fill(person.email);
    await page.keyboard.press('Enter');
    await page.getByText(`Se houver uma conta com ${person.email}`).waitFor();
    const link = await linkOf(person, 'recover_password');
    await page.goto(dashboard.origin + link);
    await page.getByText(`Conta de ${person.email}`).waitFor();
    await page.getByLabel('Nova senha').fill('senha123');
    expect(page.url()).toBe(`${dashboard.origin}/new-password`);
    await page.keyboard.press('Enter');
    await page.locator('input[name=password][aria-invalid=true]').waitFor();
    await page.getByLabel('Nova senha').fill(NEXT);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Senha alterada' }).waitFor();
    await page.getByRole('link', { name: 'Entrar' }).click();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Senha', { exact: true }).fill(NEXT);
    await press(page, 'Entrar');
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    await page.goto(dashboard.origin + link);
    // Before anything is typed.
    await page.getByRole('heading', { name: 'Este link não é mais válido' }).waitFor();
    expect(await page.getByLabel('Nova senha').count()).toBe(0);
    await page.getByRole('link', { name: 'Pedir outro link' }).click();
    expect(complaints.filter((each) => !each.includes('400'))).toEqual([]);
  });

  it('of an address without an account says the same: where the sandbox keeps the link', async () => {
    const person = await newPerson();
    const shown = [];
    for (const email of [person.email, 'ninguem@example.com']) {
      const { page } = await dashboard.open(null, '/forgot-password');
      await page.getByText('O sandbox não envia e-mails').waitFor();
      await page.getByLabel('E-mail').fill(email);
      await press(page, 'Criar link');
      await page.getByText(`Se houver uma conta com ${email}`).waitFor();
      const text = await page.getByRole('main').innerText();
      expect(text).toContain('GET /api/v1/sandbox/mails');
      expect(text).not.toContain('spam');
      shown.push(text.replaceAll(email, 'EMAIL'));
    }
    expect(shown[0]).toBe(shown[1]);
  });
});

describe('an address that is not confirmed', () => {
  it('is asked for quietly on every page, and no more once it is closed', async () => {
    const person = await newPerson();
    const { page } = await dashboard.open(person, '/');
    const banner = page.getByRole('region', { name: 'Confirmação do e-mail' });
    await banner.getByRole('link', { name: 'E-mails enviados' }).waitFor();
    await banner.getByRole('button', { name: 'Reenviar' }).click();
    await banner.getByText('Enviamos outro link').waitFor();
    expect((await person.kinds()).filter((kind) => kind === 'verify_email')).toHaveLength(2);
    await banner.getByRole('button', { name: 'Lembrar depois' }).click();
    await page.getByRole('link', { name: 'Cobranças' }).first().click();
    await page.getByRole('heading', { name: 'Cobranças' }).waitFor();
    expect(await banner.count()).toBe(0);
  });

  it('is confirmed by a click on the page of the link, signed in or not; opening the page alone does nothing', async () => {
    const person = await newPerson();
    const link = await linkOf(person, 'verify_email');
    const isVerified = async () => (await person.call('GET', '/api/v1/account')).body.email_verified;
    const { page, complaints } = await dashboard.open(person, link);
    await page.getByRole('heading', { name: 'Confirmar e-mail' }).waitFor();
    await page.getByText(person.email, { exact: true }).waitFor();
    expect(await isVerified()).toBe(false);
    await press(page, 'Confirmar e-mail');
    await page.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
    expect(await isVerified()).toBe(true);
    await page.getByRole('link', { name: 'Abrir o painel' }).click();
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    await settled(page);
    expect(await page.getByRole('region', { name: 'Confirmação do e-mail' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    const other = await newPerson();
    const { page: signedOut } = await dashboard.open(null, await linkOf(other, 'verify_email'));
    await press(signedOut, 'Confirmar e-mail');
    await signedOut.getByRole('heading', { name: 'E-mail confirmado' }).waitFor();
    const { page: again } = await dashboard.open(null, await linkOf(person, 'verify_email'));
    await again.getByText(`Tudo certo: ${person.email}`).waitFor();
    expect(await again.getByRole('button', { name: 'Confirmar e-mail' }).count()).toBe(0);
    const { page: dead } = await dashboard.open(null, '/verify-email#nothing.real');
    await dead.getByRole('heading', { name: 'Este link não é mais válido' }).waitFor();
  });
});

describe('registering an address that has an account', () => {
  it('leads into a new account, and both sign in', async () => {
    const person = await newPerson();
    const { page } = await dashboard.open(null, '/register');
    await page.getByLabel('Pessoa física').check();
    await page.getByLabel('Nome completo').fill('Outra Pessoa');
    await page.getByLabel('CPF').fill('529.982.247-25');
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Senha', { exact: true }).fill(NEXT);
    await press(page, 'Criar conta');
    await page.getByRole('navigation', { name: 'Principal' }).waitFor();
    const [mine, other] = [person.password, NEXT].map((password) =>
      signIn(dashboard.gateway, person.email, password),
    );
    expect((await mine)?.body.account.id).toBe(person.id);
    expect((await other)?.body.account.name).toBe('Outra Pessoa');
  });
});

describe('the outbox of the sandbox', () => {
  it('lists the mails of the account and shows one as it looks; its link opens in a new tab', async () => {
    const person = await newPerson();
    await person.kinds();
    const { page, complaints } = await dashboard.open(person, '/');
    await page.getByRole('link', { name: 'E-mails enviados' }).first().click();
    await page.getByRole('link', { name: 'Confirme seu e-mail' }).click();
    await page.getByRole('heading', { name: 'Confirme seu e-mail' }).waitFor();
    const frame = page.frameLocator('iframe');
    await frame.getByRole('heading', { name: 'Confirme seu e-mail' }).waitFor();
    const shown = await page.frames()[1]?.evaluate(`getComputedStyle(document.querySelector('a')).color`);
    expect(shown).toBe('rgb(255, 255, 255)');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: 'Confirmar e-mail' }).click(),
    ]);
    await tab.getByRole('heading', { name: 'Confirmar e-mail' }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe('every page of this', () => {
  it.for([
    ['forgot-password', async () => '/forgot-password', null],
    ['new-password', (person: Person) => recovery(person), null],
    ['new-password-dead', async () => '/new-password', null],
    ['verify-email', (person: Person) => linkOf(person, 'verify_email'), null],
    ['outbox', async () => '/outbox', 'signed in'],
    ['outbox-mail', (person: Person) => mailPath(person), 'signed in'],
    ['overview-with-reminder', async () => '/', 'signed in'],
  ] as const)(
    '%s is for everyone: by day and by night, on a phone and on a desk, in both languages',
    async ([name, path, who]) => {
      const person = await newPerson();
      const place = await path(person);
      for (const [language, locale] of Object.entries(LOCALES)) {
        const { page, complaints } = await dashboard.open(who && person, place, { locale });
        await settled(page);
        const picture = `dashboard-${name}-${language}`;
        if (language === 'en') await examineWords(page, picture);
        else await examineViews(page, picture);
        expect(complaints).toEqual([]);
      }
    },
  );

  async function recovery(person: Person): Promise<string> {
    await dashboard.gateway.call('POST', '/api/v1/auth/recover', { email: person.email });
    return linkOf(person, 'recover_password');
  }

  async function mailPath(person: Person): Promise<string> {
    await person.kinds();
    const { body } = await person.call('GET', '/api/v1/sandbox/mails');
    return `/outbox/${body.data[0].id}`;
  }
});
