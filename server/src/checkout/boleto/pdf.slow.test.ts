import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inflateSync } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { ADDRESS, ADDRESS_LINE } from '../../../../test/support/literals.ts';
import { createdCharge } from '../../../../test/support/pages.ts';
import { addressText } from '../../brazil/address.ts';
import { formatDigitableLine } from '../../brazil/boleto-code.ts';
import { findChargeByToken } from '../../charges/find.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import { pageOf } from '../../html/page.ts';
import { openContact } from '../../kit/sealed-text.ts';
import type { BoletoPaying } from './page.ts';
import { boletoPdf } from './pdf.ts';

const run = promisify(execFile);
const works = (command: string, option: string) =>
  run(command, [option]).then(
    () => true,
    () => false,
  );
const hasPoppler = (await works('pdftoppm', '-v')) && (await works('pdftotext', '-v'));
const hasReaders = hasPoppler && (await works('zbarimg', '--version'));

const TERMS = {
  due_date: '2030-03-07',
  fine: { percent: 2 },
  interest: { percent: 1 },
  discount: { amount: 15, until: '2030-03-01' },
};

let gateway: TestGateway;
let seller: Seller;
let folder: string;

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Escola São José');
  folder = await mkdtemp(join(tmpdir(), 'guiche-boleto-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await gateway.stop();
});

async function boleto(more: object = {}, lang = 'pt') {
  const charge = await createdCharge(seller, {
    billing_type: 'BOLETO',
    value: 1350.45,
    description: 'Mensalidade de março – 3º ano',
    customer: { name: 'Ana Conceição', cpf_cnpj: '52998224725' },
    ...more,
  });
  const token = charge.path.replace('/pay/', '');
  const answer = await gateway.app.inject({ url: `/boleto/${token}.pdf?lang=${lang}` });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/pdf');
  expect(answer.headers['content-disposition']).toMatch(/^inline; filename="boleto-\d{8}\.pdf"$/);
  return { charge, token, pdf: answer.rawPayload };
}

/** The same boleto with texts longer and stranger than the API lets in. */
async function boletoWith(text: string): Promise<Buffer> {
  const { token } = await boleto(TERMS);
  const charge = await findChargeByToken(gateway.db, token);
  if (!charge?.boleto || !charge.customer) throw new Error('a boleto has a payer');
  const request = { query: {}, headers: {}, url: '/' } as unknown as FastifyRequest;
  const address = {
    ...{ postal_code: '01310100', street: text, number: text, complement: text, district: text },
    ...{ city: text, state: 'SP' as const },
  };
  const paying: BoletoPaying = {
    page: pageOf(request, gateway.deps),
    charge: {
      ...charge,
      description: text,
      customer: {
        ...openContact(gateway.deps.vault, charge.customer),
        name: text,
        address: addressText(address),
      },
    },
    seller: {
      name: text,
      legalName: text,
      document: '12ABC34501DE35',
      address: null,
      contact: { email: null, phone: null, whatsapp: null },
      ...{ logo: null, checkoutMessage: text, receiptMessage: text },
    },
    picture: null,
    isSelling: true,
    methods: [],
    lacksAddress: false,
    isLinkFull: false,
    publicUrl: '',
    now: gateway.clock.now(),
    hasChecked: false,
    hasJustPaid: false,
    boleto: charge.boleto,
    beneficiary: { name: text, document: '12ABC34501DE35', address },
  };
  return boletoPdf(paying, null);
}

/** The drawing commands of the PDF's pages, as plain text. */
function commandsIn(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode\s*>>\s*stream\n([\s\S]*?)\nendstream/g);
  return [...streams]
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .join('\n');
}

type Rectangle = { x: number; y: number; width: number; height: number };

/** In millimetres. */
function rectanglesIn(pdf: Buffer): Rectangle[] {
  return [...commandsIn(pdf).matchAll(/([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re/g)].map((match) => {
    const [x = 0, y = 0, width = 0, height = 0] = match.slice(1).map((each) => (Number(each) * 25.4) / 72);
    return { x, y, width, height };
  });
}

async function textOf(pdf: Buffer, ...options: string[]): Promise<string> {
  const file = join(folder, 'text.pdf');
  await writeFile(file, pdf);
  const { stdout } = await run('pdftotext', [...options, file, '-']);
  return stdout;
}

const pagesIn = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

describe('the PDF of a boleto', () => {
  it('has one barcode of 103 × 13 mm that begins 5 mm inside the slip', async () => {
    const { pdf } = await boleto();
    expect(pagesIn(pdf)).toBe(1);
    const rectangles = rectanglesIn(pdf);
    const bars = rectangles.filter(({ width, height }) => width < 1 && Math.abs(height - 13) < 0.01);
    // Start has two bars, each of 22 pairs five, stop two.
    expect(bars).toHaveLength(2 + 22 * 5 + 2);
    const left = Math.min(...bars.map(({ x }) => x));
    const right = Math.max(...bars.map(({ x, width }) => x + width));
    expect(right - left).toBeCloseTo(103, 1);
    expect(left - Math.min(...rectangles.map(({ x }) => x))).toBeCloseTo(5, 1);
  });

  it.skipIf(!hasReaders)('is read by an independent reader: the barcode and the hybrid PIX', async () => {
    const { charge, pdf } = await boleto();
    await writeFile(join(folder, 'boleto.pdf'), pdf);
    const image = join(folder, 'boleto');
    await run('pdftoppm', ['-r', '200', '-png', '-singlefile', join(folder, 'boleto.pdf'), image]);
    const { stdout } = await run('zbarimg', ['-q', `${image}.png`]);
    expect(stdout.trim().split('\n').sort()).toEqual(
      [`I2/5:${charge.boleto.barcode}`, `QR-Code:${charge.pix.copy_paste}`].sort(),
    );
  });

  it.skipIf(!hasPoppler)('says everything a bank and a payer look for', async () => {
    const { charge, pdf } = await boleto(TERMS);
    const text = await textOf(pdf, '-layout');
    const line = formatDigitableLine(charge.boleto.digitable_line);
    expect(text.split(line)).toHaveLength(3);
    const labels = [
      ...['Recibo do pagador', 'Local de pagamento', 'Vencimento', 'Beneficiário', 'Data do documento'],
      ...[
        'Agência/Código do beneficiário',
        'Nº do documento',
        'Espécie doc.',
        'Aceite',
        'Data processamento',
      ],
      ...[
        'Nosso número',
        'Uso do banco',
        'Carteira',
        'Espécie moeda',
        'Quantidade',
        '(=) Valor do documento',
      ],
      ...['Instruções', '(-) Desconto/Abatimento', '(-) Outras deduções', '(+) Mora/Multa', 'Pagador'],
      ...['(+) Outros acréscimos', '(=) Valor cobrado', 'Sacador/Avalista', 'Autenticação mecânica – Recibo'],
      'Autenticação mecânica – Ficha de Compensação',
    ];
    const values = [
      ...['341-7', '07/03/2030', '7 de março de 2030', '1234/56789-7', `109/${charge.boleto.our_number}-`],
      ...['Escola São José – CPF 529.982.247-25', 'Ana Conceição – CPF 529.982.247-25'],
      ...['Mensalidade de março – 3º ano', 'R$ 1.350,45', 'Não receber após 6 de abril de 2030.'],
      'Desconto de R$ 15,00 para pagamento até 1 de março de 2030.',
      'Após o vencimento, multa de 2% (R$ 27,00).',
      'Após o vencimento, juros de 1% ao mês (R$ 13,50 a cada 30 dias).',
      'R$ 1.335,45',
    ];
    for (const each of [...labels, ...values]) expect(text).toContain(each);
  });

  it.skipIf(!hasPoppler)('speaks the payer’s language above the cut and the banks’ below it', async () => {
    const text = await textOf((await boleto(TERMS, 'en')).pdf, '-layout');
    const [above = '', below = ''] = text.split('Cut along the dotted line');
    for (const each of ['Payer’s copy', 'R$ 1,350.45', 'March 7, 2030', 'a fine of 2% (R$ 27.00)'])
      expect(above).toContain(each);
    for (const each of ['Vencimento', '07/03/2030', 'R$ 1.350,45', 'multa de 2% (R$ 27,00)'])
      expect(below).toContain(each);
  });

  it.skipIf(!hasPoppler)('says until when a PIX code of what is owed today is right', async () => {
    const hint = /Código de R\$\s1\.335,45: só até 1 de março de 2030/;
    const shown = async (more: object) => (await textOf((await boleto(more)).pdf)).replace(/\s+/g, ' ');
    expect(await shown(TERMS)).toMatch(hint);
    expect(await shown({})).not.toMatch(/Código de R/);
  });

  it.skipIf(!hasPoppler)('has the addresses of seller and payer above and below the cut', async () => {
    await seller.call('PATCH', '/api/v1/account', {
      address: { ...ADDRESS, complement: null, number: 's/n' },
    });
    const { pdf } = await boleto({ customer: { name: 'Ana', cpf_cnpj: '52998224725', address: ADDRESS } });
    const text = await textOf(pdf);
    expect(text.split('Avenida Paulista, s/n — Bela Vista — São Paulo/SP — 01310-100')).toHaveLength(3);
    expect(text.split(ADDRESS_LINE)).toHaveLength(3);
    await seller.call('PATCH', '/api/v1/account', { address: null });
  });
});

/** Transparent ones are stored as PNG, all others as JPEG. */
const LOGOS = { png: { r: 32, g: 64, b: 96, alpha: 0.5 }, jpeg: { r: 32, g: 64, b: 96, alpha: 1 } };

async function setLogo(background: (typeof LOGOS)['png'], [width, height] = [300, 100]): Promise<string> {
  const picture = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  const type = { 'content-type': 'image/png' };
  const { body } = await seller.call('POST', '/api/v1/files?purpose=logo', picture, type);
  const logo_file_id = body.id as string;
  const changed = await seller.call('PATCH', '/api/v1/account/branding', { logo_file_id });
  expect(changed.status, changed.raw).toBe(200);
  await waitForCacheExpiry();
  return logo_file_id;
}

/** Kind, width and height of each. */
async function imagesIn(pdf: Buffer): Promise<string[]> {
  await writeFile(join(folder, 'images.pdf'), pdf);
  const { stdout } = await run('pdfimages', ['-list', join(folder, 'images.pdf')]);
  const rows = stdout.trim().split('\n').slice(2);
  return rows.map((row) => row.trim().split(/\s+/).slice(2, 5).join(' '));
}

async function codesIn(pdf: Buffer): Promise<string[]> {
  await writeFile(join(folder, 'codes.pdf'), pdf);
  const image = join(folder, 'codes');
  await run('pdftoppm', ['-r', '200', '-png', '-singlefile', join(folder, 'codes.pdf'), image]);
  const { stdout } = await run('zbarimg', ['-q', `${image}.png`]);
  return stdout.trim().split('\n').sort();
}

describe('the PDF of a seller with a logo', () => {
  it.skipIf(!hasReaders).each(Object.entries(LOGOS))(
    'shows it (%s) with the name above the cut; barcode and QR code are read as before',
    async (_type, background) => {
      await setLogo(background);
      const { charge, pdf } = await boleto(TERMS);
      expect(pagesIn(pdf)).toBe(1);
      expect(await imagesIn(pdf)).toContain('image 300 100');
      expect(await codesIn(pdf)).toHaveLength(2);
      expect((await codesIn(pdf))[0]).toBe(`I2/5:${charge.boleto.barcode}`);
      const [above = '', below = ''] = (await textOf(pdf, '-layout')).split('Corte na linha pontilhada');
      expect(above.trimStart().startsWith('Escola São José')).toBe(true);
      expect(above).toContain('Autenticação mecânica – Recibo');
      expect(below).toContain('Ficha de Compensação');
    },
  );

  it.skipIf(!hasPoppler).each([
    [512, 10],
    [10, 512],
  ])('keeps one of %i by %i on the sheet', async (...size) => {
    await setLogo(LOGOS.jpeg, size);
    const { pdf } = await boleto();
    expect(pagesIn(pdf)).toBe(1);
    const drawn = [...commandsIn(pdf).matchAll(/([\d.]+) 0 0 -?([\d.]+) [\d.]+ [\d.]+ cm/g)];
    const sizes = drawn.map(([, width, height]) => [Number(width), Number(height)]);
    const points = (millimetres: number) => (millimetres * 72) / 25.4;
    const fitting = sizes.filter(
      ([width = 0, height = 0]) => Math.abs(width / height - size[0] / size[1]) < 0.01 * (size[0] / size[1]),
    );
    expect(fitting).toHaveLength(1);
    expect(fitting[0]?.[0]).toBeLessThanOrEqual(points(50) + 0.01);
    expect(fitting[0]?.[1]).toBeLessThanOrEqual(points(13) + 0.01);
  });

  it.skipIf(!hasReaders)('is made without it where its content is gone or is another one', async () => {
    const id = await setLogo(LOGOS.png);
    for (const change of [`data = '\\x00'`, 'data = null', 'is_stored = false']) {
      await gateway.db.query(`update files set ${change} where id = $1`, [id]);
      const { charge, pdf } = await boleto();
      expect(await imagesIn(pdf)).not.toContain('image 300 100');
      expect(await codesIn(pdf)).toContain(`I2/5:${charge.boleto.barcode}`);
    }
    await seller.call('PATCH', '/api/v1/account/branding', { logo_file_id: null });
    await waitForCacheExpiry();
  });
});

const HOSTILE = [
  ['10,000 letters without a space', 'W'.repeat(10_000)],
  ['10,000 words', 'palavra '.repeat(1_250)],
  ['right to left', 'مرحبا שלום \u202eabc '.repeat(700)],
  ['emoji and line breaks', '🎂👨‍👩‍👧\n\r\t\u2028 <b>'.repeat(800)],
  ['the syntax of a PDF', ') Tj ET (\\) endstream endobj '.repeat(300)],
  ['halves of characters', `\ud83c\udf82\ud83c${'\u0301'.repeat(500)}`],
  ['nothing', ''],
] as const;

type Word = { text: string; left: number; top: number; right: number; bottom: number };

async function wordsOf(pdf: Buffer): Promise<Word[]> {
  const xml = await textOf(pdf, '-bbox');
  const word = /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g;
  return [...xml.matchAll(word)].map(([, left, top, right, bottom, text = '']) => {
    return { text, left: Number(left), top: Number(top), right: Number(right), bottom: Number(bottom) };
  });
}

/** A little may be shared: the boxes of a font are larger than its letters. */
const SHARED_POINTS = 1.8;

function overlaps(a: Word, b: Word): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > SHARED_POINTS && down > SHARED_POINTS;
}

describe.each(HOSTILE)('a boleto with %s', (_name, text) => {
  it.skipIf(!hasPoppler)('keeps every word on the sheet and none over another', async () => {
    const pdf = await boletoWith(text);
    expect(pagesIn(pdf)).toBe(1);
    const words = await wordsOf(pdf);
    const [left, right] = [(15 * 72) / 25.4, (195 * 72) / 25.4];
    expect(words.filter((word) => word.left < left - 1 || word.right > right + 1)).toEqual([]);
    const clashes = words.flatMap((word, index) =>
      words.slice(index + 1).flatMap((other) => (overlaps(word, other) ? [[word, other]] : [])),
    );
    expect(clashes).toEqual([]);
  });

  it.skipIf(!hasReaders)('still has its documents and its barcode', async () => {
    const pdf = await boletoWith(text);
    const shown = await textOf(pdf, '-layout');
    expect(shown.split('CNPJ 12.ABC.345/01DE-35')).toHaveLength(3);
    expect(shown.split('CPF 529.982.247-25')).toHaveLength(3);
    await writeFile(join(folder, 'hostile.pdf'), pdf);
    const image = join(folder, 'hostile');
    await run('pdftoppm', ['-r', '150', '-png', '-singlefile', join(folder, 'hostile.pdf'), image]);
    expect((await readFile(`${image}.png`)).length).toBeGreaterThan(0);
    const { stdout } = await run('zbarimg', ['-q', `${image}.png`]);
    expect(stdout).toMatch(/^I2\/5:341\d{41}$/m);
  });
});
