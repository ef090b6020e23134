import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { createdCharge, type Visitor, visitorOf } from '../../../test/support/pages.ts';
import { formatDigitableLine } from '../kit/boleto-code.ts';

const run = promisify(execFile);
const works = (command: string, option: string) =>
  run(command, [option]).then(
    () => true,
    () => false,
  );
const hasReaders = (await works('pdftoppm', '-v')) && (await works('zbarimg', '--version'));

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Escola São José');
  visitor = visitorOf(gateway);
});
afterAll(() => gateway.stop());

const boleto = (more: object = {}) =>
  createdCharge(seller, {
    billing_type: 'BOLETO',
    value: 350,
    description: 'Mensalidade',
    customer: { name: 'Ana Souza', cpf_cnpj: '52998224725' },
    ...more,
  });
const documentOf = (path: string) => path.replace('/pay/', '/boleto/');

describe('the payment page of a boleto', () => {
  it('shows the line, the barcode, the due date, the hybrid PIX and where the document is', async () => {
    const charge = await boleto({ due_date: '2030-03-07' });
    const { html } = await visitor.get(charge.path);
    expect(html).toContain(`>${formatDigitableLine(charge.boleto.digitable_line)}</textarea>`);
    expect(html).toContain('src="data:image/svg+xml;base64,');
    expect(html).toContain('Vence em 7 de março de 2030');
    expect(html).toContain(charge.pix.copy_paste);
    expect(html).toContain(`href="${documentOf(charge.path)}"`);
    expect(html).toContain(`href="${documentOf(charge.path)}.pdf"`);
  });
});

describe('the boleto itself', () => {
  it('shows who pays whom, how much, until when, and on what terms', async () => {
    const charge = await boleto({
      due_date: '2030-03-07',
      fine: { percent: 2 },
      interest: { percent: 1 },
      discount: { amount: 15, until: '2030-03-01' },
    });
    const { status, html } = await visitor.get(documentOf(charge.path));
    expect(status).toBe(200);
    const texts = [
      'Escola São José (529.982.247-25)',
      'Ana Souza (529.982.247-25)',
      '7 de março de 2030',
      charge.boleto.our_number,
      'R$ 350,00',
      'Valor para pagamento hoje',
      'R$ 335,00',
      'multa de 2%',
      'juros de 1% ao mês',
      'Desconto de R$ 15,00 para pagamento até 1 de março de 2030',
      formatDigitableLine(charge.boleto.digitable_line),
    ];
    for (const text of texts) expect(html).toContain(text);
  });

  it('is not shown once it is paid, cancelled, or where there is none', async () => {
    const paid = await boleto();
    await seller.call('POST', `/api/v1/sandbox/charges/${paid.id}/pay`);
    const cancelled = await boleto();
    await seller.call('POST', `/api/v1/charges/${cancelled.id}/cancel`);
    const pix = await createdCharge(seller, { billing_type: 'PIX', value: 10 });
    for (const { path } of [paid, cancelled, pix]) {
      for (const suffix of ['', '.pdf']) {
        expect(await visitor.get(documentOf(path) + suffix)).toMatchObject({ status: 303, location: path });
      }
    }
  });
});

async function pdfOf(path: string): Promise<Buffer> {
  const answer = await gateway.app.inject({ url: `${documentOf(path)}.pdf` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toMatch(/^inline; filename="boleto-\d{8}\.pdf"$/);
  return answer.rawPayload;
}

/** The drawing commands of the PDF's pages, as plain text. */
function commandsIn(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g);
  return [...streams]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .join('\n');
}

describe('the PDF of a boleto', () => {
  it('is one page with 113 bars on 103 × 13 mm', async () => {
    const pdf = await pdfOf((await boleto()).path);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
    const bars = [...commandsIn(pdf).matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((bar) =>
      bar.map(Number),
    );
    // Start has two bars, each of 22 pairs five, stop two.
    expect(bars).toHaveLength(2 + 22 * 5 + 2);
    const [first, last] = [bars.at(0) ?? [], bars.at(-1) ?? []];
    const widthMm = (((last[1] ?? 0) + (last[3] ?? 0) - (first[1] ?? 0)) * 25.4) / 72;
    expect(widthMm).toBeCloseTo(103, 1);
    expect(((first[4] ?? 0) * 25.4) / 72).toBeCloseTo(13, 1);
  });

  it('stays one page whatever the seller writes, in any alphabet', async () => {
    const description = `${'Ω 漢字 🎂 <b> \n '.repeat(30)}`.slice(0, 500);
    const customer = { name: 'Å'.repeat(200), cpf_cnpj: '52998224725' };
    const pdf = await pdfOf((await boleto({ description, customer })).path);
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1);
  });

  it.skipIf(!hasReaders)('is read by an independent reader: the barcode and the hybrid PIX', async () => {
    const charge = await boleto();
    const folder = await mkdtemp(join(tmpdir(), 'guiche-boleto-'));
    try {
      await writeFile(join(folder, 'boleto.pdf'), await pdfOf(charge.path));
      await run('pdftoppm', ['-r', '200', '-png', join(folder, 'boleto.pdf'), join(folder, 'page')]);
      const image = (await readdir(folder)).find((name) => name.endsWith('.png')) ?? '';
      const { stdout } = await run('zbarimg', ['-q', join(folder, image)]);
      expect(stdout).toContain(`I2/5:${charge.boleto.barcode}`);
      expect(stdout).toContain(`QR-Code:${charge.pix.copy_paste}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
