import PDFDocument from 'pdfkit';
import { formatDigitableLine } from '../kit/boleto-code.ts';
import { itfBars } from '../kit/itf.ts';
import {
  BARCODE_HEIGHT_MM,
  BARCODE_WIDTH_MM,
  type BoletoPaying,
  boletoFacts,
  boletoInstructions,
} from './boleto-page.ts';
import { isPixPayable } from './pay-page.ts';

const POINTS_PER_MM = 72 / 25.4;
const MARGIN = 15 * POINTS_PER_MM;
const WIDTH = 180 * POINTS_PER_MM;
const QR_SIZE = 40 * POINTS_PER_MM;
const LINE_GAP = 8;
const QUIET = '#555555';
const INK = '#000000';

/** One A4 page. The bars are drawn, not written in a font, so that they print exactly. */
export async function boletoPdf(paying: BoletoPaying): Promise<Buffer> {
  const { page, boleto } = paying;
  const { texts } = page;
  const title = onePage(`${texts.boleto} ${boleto.ourNumber}`);
  const pdf = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: title },
    lang: texts.languageTag,
  });
  const finished = collect(pdf);
  pdf.font('Helvetica-Bold').fontSize(18).text(title);
  if (page.sandbox) quietLine(pdf, `${texts.sandbox}. ${texts.sandboxMeaning}`);
  pdf.moveDown();
  pdf.font('Courier-Bold').fontSize(12).fillColor(INK).text(formatDigitableLine(boleto.digitableLine));
  pdf.moveDown();
  for (const [label, value] of boletoFacts(paying)) fact(pdf, label, value);
  quietLine(pdf, texts.boletoInstructions);
  for (const line of boletoInstructions(paying)) plainLine(pdf, line);
  pdf.moveDown(2);
  drawBarcode(pdf, boleto.barcode);
  drawPix(pdf, paying);
  pdf.end();
  return finished;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}

function quietLine(pdf: PDFKit.PDFDocument, text: string): void {
  pdf.font('Helvetica').fontSize(9).fillColor(QUIET).text(onePage(text), { width: WIDTH });
}

function plainLine(pdf: PDFKit.PDFDocument, text: string): void {
  pdf.font('Helvetica').fontSize(11).fillColor(INK).text(onePage(text), { width: WIDTH });
}

function fact(pdf: PDFKit.PDFDocument, label: string, value: string): void {
  quietLine(pdf, label);
  plainLine(pdf, value);
  pdf.y += LINE_GAP;
}

const LONGEST_TEXT = 300;
const NOT_LATIN = /[^\u0020-\u007e\u00a0-\u00ff–—‘’“”•…]/gu;

/** The built-in fonts write Latin letters only, and a description must not push the barcode off the page. */
function onePage(text: string): string {
  const line = text.normalize('NFC').replace(/\s+/g, ' ').replace(NOT_LATIN, '?');
  return line.length > LONGEST_TEXT ? `${line.slice(0, LONGEST_TEXT - 1)}…` : line;
}

function drawBarcode(pdf: PDFKit.PDFDocument, digits: string): void {
  const widths = itfBars(digits);
  const modules = widths.reduce((total, width) => total + width, 0);
  const module = (BARCODE_WIDTH_MM * POINTS_PER_MM) / modules;
  const { y } = pdf;
  let x = MARGIN;
  widths.forEach((width, index) => {
    if (index % 2 === 0) pdf.rect(x, y, width * module, BARCODE_HEIGHT_MM * POINTS_PER_MM);
    x += width * module;
  });
  pdf.fill(INK);
  pdf.y = y + BARCODE_HEIGHT_MM * POINTS_PER_MM;
  pdf.moveDown(2);
}

function drawPix(pdf: PDFKit.PDFDocument, paying: BoletoPaying): void {
  const { pixQrPng } = paying.charge;
  if (!pixQrPng || !isPixPayable(paying)) return;
  pdf.x = MARGIN;
  plainLine(pdf, paying.page.texts.boletoPixTitle);
  pdf.image(pixQrPng, MARGIN, pdf.y + LINE_GAP, { width: QR_SIZE });
}
