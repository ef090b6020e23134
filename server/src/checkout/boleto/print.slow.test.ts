import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../../../../test/support/chromium.ts';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { createdCharge } from '../../../../test/support/pages.ts';

const run = promisify(execFile);
const works = (command: string, option: string) =>
  run(command, [option]).then(
    () => true,
    () => false,
  );
const hasReaders = (await works('pdftoppm', '-v')) && (await works('zbarimg', '--version'));

const LONG = {
  description: 'ação \u202e🎂 <b>'.repeat(60).slice(0, 500),
  customer: { name: 'Nome comprido '.repeat(14), cpf_cnpj: '52998224725' },
};

let gateway: TestGateway;
let seller: Seller;
let browser: Browser;
let origin: string;
let folder: string;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Escola São José');
  origin = await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'guiche-print-'));
  browser = await chromium.launch(CHROMIUM);
});
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
  await gateway?.stop();
});

async function open(path: string, width: number) {
  const context = await browser.newContext({
    locale: 'pt-BR',
    colorScheme: 'dark',
    viewport: { width, height: 800 },
  });
  const page = await context.newPage();
  await page.goto(origin + path);
  return page;
}

async function printed(path: string): Promise<{ pages: number; text: string; codes: string }> {
  const page = await open(path, 1280);
  const file = join(folder, 'page.pdf');
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await writeFile(file, pdf);
  await run('pdftoppm', ['-r', '200', '-png', '-singlefile', file, join(folder, 'page')]);
  const { stdout: text } = await run('pdftotext', ['-layout', file, '-']);
  const { stdout: codes } = await run('zbarimg', ['-q', join(folder, 'page.png')]);
  return { pages: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0, text, codes };
}

const boleto = (more: object = {}) =>
  createdCharge(seller, {
    billing_type: 'BOLETO',
    value: 350,
    customer: { name: 'Ana Souza', cpf_cnpj: '52998224725' },
    ...more,
  });
const receiptOf = async (body: object) => {
  const charge = await createdCharge(seller, { billing_type: 'PIX', value: 100, ...body });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, {});
  return charge.path.replace('/pay/', '/receipt/');
};

describe('printed from a browser', () => {
  it.skipIf(!hasReaders).each([
    ['a boleto', {}],
    ['a boleto with long texts', LONG],
  ])('%s is one sheet that can be paid', async (_name, more) => {
    const charge = await boleto(more);
    const { pages, text, codes } = await printed(charge.path.replace('/pay/', '/boleto/'));
    expect(pages).toBe(1);
    expect(codes).toContain(`I2/5:${charge.boleto.barcode}\n`);
    expect(codes).toContain(`QR-Code:${charge.pix.copy_paste}\n`);
    expect(text).toContain('(529.982.247-25)');
    expect(text).not.toContain('Baixar PDF');
  });

  it.skipIf(!hasReaders).each([
    ['a receipt', { success_url: 'https://loja.example/ok' }],
    ['a receipt with long texts', LONG],
  ])('%s is one sheet with an address that leads back to it', async (_name, more) => {
    const path = await receiptOf(more);
    const { pages, text, codes } = await printed(path);
    expect(pages).toBe(1);
    expect(codes).toContain(`QR-Code:http://gateway.test${path}\n`);
    expect(text).toContain('Pagamento recebido');
    expect(text).not.toContain('Voltar para a loja');
  });
});

describe('on the screen of a desk', () => {
  it.skipIf(!hasReaders).each(['/pay/', '/boleto/'])(
    'the bars of %s are read at one dot per point',
    async (place) => {
      const charge = await boleto();
      const page = await open(charge.path.replace('/pay/', place), 1280);
      const picture = join(folder, 'screen.png');
      await page.locator('.barcode').screenshot({ path: picture });
      const { stdout } = await run('zbarimg', ['-q', picture]);
      expect(stdout).toContain(`I2/5:${charge.boleto.barcode}\n`);
    },
  );
});

describe('on a small phone', () => {
  it('neither document scrolls sideways', async () => {
    const document = (await boleto(LONG)).path.replace('/pay/', '/boleto/');
    for (const path of [document, await receiptOf(LONG)]) {
      const page = await open(path, 320);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    }
  });
});
