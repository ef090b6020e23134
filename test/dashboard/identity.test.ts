import type { Page } from 'playwright-core';
import { afterEach, describe, expect } from 'vitest';
import { it } from '../support/browser-fixtures.ts';
import { choose, type Dashboard, settled } from '../support/dashboard.ts';
import type { Seller } from '../support/gateway.ts';
import { decideBoth, PDF, photograph, REFUSED, submitted } from '../support/identity.ts';

let dashboard: Dashboard;
let one: Seller;
let two: Seller;
it.beforeAll(async ({ dashboard: opened }) => {
  dashboard = opened;
  [one, two] = [await dashboard.gateway.operator(), await dashboard.gateway.operator()];
});
afterEach(() => dashboard.closePages());

const PAGE = '/settings/identity';
const told = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const identityOf = async (seller: Seller) => (await seller.call('GET', '/api/v1/account/identity')).body;

async function give(page: Page, label: string, buffer: Buffer, mimeType = 'image/jpeg'): Promise<void> {
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: label, exact: true }) });
  await row.locator('input[type=file]').last().setInputFiles({ name: 'RG da Maria.jpg', mimeType, buffer });
  await row.getByText('Pronto').waitFor();
}

describe('a seller', () => {
  it('is led through every document, with what is missing named, and sends them', async () => {
    const seller = await dashboard.gateway.seller('Ateliê da Ana');
    const { page, complaints } = await dashboard.open(seller, PAGE);
    await told(page, '0 de 3 obrigatórios');
    await press(page, 'Enviar para análise');
    expect(await page.getByRole('alert').allTextContents()).toEqual(Array(3).fill('Envie este documento'));
    expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toContain(
      'Frente do documento',
    );
    // A large photograph is made smaller before it is sent.
    await give(page, 'Frente do documento', await photograph(3_200));
    await give(page, 'Verso do documento', PDF, 'application/pdf');
    await give(page, 'Selfie com o documento', await photograph());
    await told(page, '3 de 3 obrigatórios');
    await page.getByRole('img', { name: 'Selfie com o documento' }).waitFor();
    await press(page, 'Enviar para análise');
    await page.getByRole('heading', { name: 'Documentos enviados' }).waitFor();
    const { state, submission } = await identityOf(seller);
    expect([state, submission.documents.map(({ kind }: { kind: string }) => kind)]).toEqual([
      'submitted',
      ['identity_front', 'identity_back', 'selfie'],
    ]);
    const [file] = await dashboard.gateway.db.query<{ width: number; name: string | null }>(
      'select width, name from files where id = $1',
      [submission.documents[0].file_id],
    );
    expect([file?.name, file?.width]).toEqual([null, 2_400]);
    expect(complaints).toEqual([]);
  });

  it('is asked for one page of a passport, and for what founded a company', async () => {
    const seller = await dashboard.gateway.seller('Comércio Ltda');
    await dashboard.gateway.db.query(`update accounts set person_type = 'PJ' where id = $1`, [seller.id]);
    const { page } = await dashboard.open(seller, PAGE);
    await page.getByRole('heading', { name: 'Contrato social ou CCMEI' }).waitFor();
    await told(page, /Do sócio que responde pela empresa/);
    await choose(page.getByRole('combobox', { name: /Qual documento/ }), 'passport');
    await page.getByRole('heading', { name: 'Página com a foto' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Verso do documento' }).count()).toBe(0);
  });

  it('is told what is wrong with a file', async () => {
    const seller = await dashboard.gateway.seller();
    const { page } = await dashboard.open(seller, PAGE);
    const input = page.locator('[data-kind=selfie] input[type=file]').last();
    await input.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<script>') });
    await page.locator('[data-kind=selfie]').getByRole('alert').waitFor();
    const front = page.locator('[data-kind=identity_front] input[type=file]').last();
    const buffer = Buffer.alloc(5 * 1_024 * 1_024 + 1, '%PDF-1.7');
    await front.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer });
    await told(page, 'O arquivo tem mais de 5 MB.');
  });

  it('who was refused sends only what was wrong again', async () => {
    const seller = await dashboard.gateway.seller('Oficina do Zé');
    await decideBoth([one, two], await submitted(seller), REFUSED);
    const { page } = await dashboard.open(seller, PAGE);
    await page.getByRole('heading', { name: 'Precisamos de outros documentos' }).waitFor();
    await told(page, 'Não dá para ler. Tire outra foto, com luz e sem reflexo.');
    await told(page, '1 de 3 obrigatórios');
    await give(page, 'Verso do documento', await photograph());
    await give(page, 'Selfie com o documento', await photograph());
    await press(page, 'Enviar para análise');
    await page.getByRole('heading', { name: 'Documentos enviados' }).waitFor();
    expect(await identityOf(seller)).toMatchObject({ state: 'submitted' });
    // It is replaced while nobody has looked.
    await press(page, 'Trocar documentos');
    await told(page, '3 de 3 obrigatórios');
  });

  it('takes the pictures with the camera of a phone', async () => {
    const seller = await dashboard.gateway.seller();
    const { page } = await dashboard.open(seller, PAGE, { hasTouch: true, isMobile: true });
    await page.getByRole('button', { name: 'Tirar foto: Selfie com o documento' }).waitFor();
    const captures = await page
      .locator('input[capture]')
      .evaluateAll((inputs) =>
        inputs.map((input) =>
          (input as { getAttribute(name: string): string | null }).getAttribute('capture'),
        ),
      );
    expect(captures).toEqual(['environment', 'environment', 'user', 'environment']);
  });
});

describe('two operators', () => {
  it('refuse together: one opens and proposes, the other confirms', async () => {
    const seller = await dashboard.gateway.seller('Doces <b>da</b> Bia');
    const id = await submitted(seller);
    const first = (await dashboard.open(one, '/admin/identities')).page;
    await first.getByRole('link', { name: /Doces/ }).click();
    await first.getByRole('heading', { name: 'Identidade de Doces <b>da</b> Bia' }).waitFor();
    await press(first, 'Abrir: Frente do documento');
    const picture = first.getByRole('img', { name: 'Frente do documento' });
    await picture.waitFor();
    const width = 'document.images[0].decode().then(() => document.images[0].naturalWidth)';
    expect(await first.evaluate(width)).toBeGreaterThan(0);
    await press(first, 'Ampliar: Frente do documento');
    await first.keyboard.press('Escape');
    await press(first, 'Propor recusa');
    await first.getByRole('dialog').getByRole('button', { name: 'Propor recusa' }).click();
    await told(first, 'Marque o motivo de pelo menos um documento.');
    await choose(first.getByRole('combobox', { name: 'Selfie com o documento' }), 'unreadable');
    await first
      .getByRole('dialog')
      .getByLabel(/Nota interna/)
      .fill('Foto tremida');
    await first.getByRole('dialog').getByRole('button', { name: 'Propor recusa' }).click();
    await told(first, 'A proposta é sua: outro operador precisa confirmar.');
    expect(await first.getByRole('button', { name: 'Confirmar recusa' }).count()).toBe(0);

    const second = (await dashboard.open(two, `/admin/identities/${id}`)).page;
    await told(second, 'Nota interna: Foto tremida');
    await press(second, 'Confirmar recusa');
    await second.getByRole('dialog').getByRole('button', { name: 'Confirmar recusa' }).click();
    await told(second, 'Identidade recusada.');
    await settled(second);
    expect(await identityOf(seller)).toMatchObject({
      ...{ state: 'refused', submission: { reasons: [{ kind: 'selfie', code: 'unreadable' }] } },
    });
  });

  it('send back what one of them proposed', async () => {
    const id = await submitted(await dashboard.gateway.seller());
    await one.call('POST', `/api/v1/admin/identities/${id}/decide`, { decision: 'approve' });
    const { page } = await dashboard.open(two, `/admin/identities/${id}`);
    await press(page, 'Devolver');
    await page.getByRole('dialog').getByLabel('O que conferir de novo').fill('O nome da mãe');
    await page.getByRole('dialog').getByRole('button', { name: 'Devolver' }).click();
    await told(page, 'O nome da mãe');
    await press(page, 'Propor aprovação');
    await page.getByRole('dialog').getByRole('button', { name: 'Propor aprovação' }).click();
    await told(page, 'A proposta é sua: outro operador precisa confirmar.');
  });
});
