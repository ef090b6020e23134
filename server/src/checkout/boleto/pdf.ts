import PDFDocument from 'pdfkit';
import { civilDateOf } from '../../brazil/calendar.ts';
import { dateInWords, money } from '../../html/format.ts';
import { amountToday, payableCode } from '../pay-page.ts';
import { printedBank } from './bank.ts';
import {
  field,
  inner,
  line,
  outline,
  PARTY_TOP,
  points,
  STRONG,
  write,
  writeLines,
  writeParty,
} from './drawing.ts';
import { boletoInstructions } from './instructions.ts';
import type { Logo } from './logo.ts';
import { type BoletoPaying, printedPixTerms } from './page.ts';
import { beneficiaryParty, clearingSlip, payerParty, row, slipHead } from './slip.ts';
import { printable } from './text.ts';

/** A4, in millimetres. */
const SHEET = { x: 15, width: 180 };
const PAYER_PART_TOP = 16;
/** Above the payer's part, which then begins lower: there is room for it before the cut. */
const LETTERHEAD = { y: 8, height: 13, maxLogoWidth: 50, gap: 4, room: 13 };
/** Half the sheet, so that it can be folded there. */
const CUT_AT = 148.5;
const SLIP_TOP = 156;
const ROW_HEIGHT = 9;
/** Name, document and address. */
const PARTY_HEIGHT = 11;
const SIDE_WIDTH = 45;
const BODY_HEIGHT = 70;
const QR_SIZE = 45;
const PIX_WIDTH = 56;
const MAX_ABOUT_LINES = 4;
const MAX_TERM_LINES = 2;

const SMALL = { name: 'Helvetica', size: 7 } as const;
const TITLE = { name: 'Helvetica-Bold', size: 9 } as const;
const SELLER = { name: 'Helvetica-Bold', size: 13 } as const;

/** One sheet: the payer's part, a line to cut along, the bank's part. */
export async function boletoPdf(paying: BoletoPaying, logo: Logo | null): Promise<Buffer> {
  const { page, boleto } = paying;
  const { texts } = page;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    info: { Title: printable(`${texts.boleto} ${boleto.ourNumber}`) },
    lang: texts.languageTag,
  });
  const finished = collect(pdf);
  if (logo) letterhead(pdf, logo, paying.seller.name);
  payerPart(pdf, paying, PAYER_PART_TOP + (logo ? LETTERHEAD.room : 0));
  cutLine(pdf, texts.boletoCut);
  clearingSlip(pdf, paying, { ...SHEET, y: SLIP_TOP });
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

/** The seller as its payers know it. The registered name is in the fields below. */
function letterhead(pdf: PDFKit.PDFDocument, { bytes, width, height }: Logo, name: string): void {
  const { y, maxLogoWidth, gap } = LETTERHEAD;
  const scale = Math.min(maxLogoWidth / width, LETTERHEAD.height / height);
  const [drawnWidth, drawnHeight] = [width * scale, height * scale];
  const top = y + (LETTERHEAD.height - drawnHeight) / 2;
  pdf.image(bytes, points(SHEET.x), points(top), { width: points(drawnWidth), height: points(drawnHeight) });
  const nameAt = SHEET.x + drawnWidth + gap;
  const middle = y + LETTERHEAD.height / 2 - 2.2;
  write(pdf, name, { x: nameAt, y: middle, width: SHEET.x + SHEET.width - nameAt }, SELLER);
}

/** In the payer's language. */
function payerPart(pdf: PDFKit.PDFDocument, paying: BoletoPaying, top: number): void {
  const { page, boleto } = paying;
  const { texts } = page;
  const above = { ...SHEET, y: top - 4 };
  if (page.sandbox) write(pdf, `${texts.sandbox}. ${texts.sandboxMeaning}`, above, TITLE);
  write(pdf, texts.boletoPayerCopy, above, TITLE, 'right');
  const bank = printedBank(boleto);
  const y = slipHead(pdf, paying, bank, { ...SHEET, y: top });
  partyRows(pdf, paying, y);
  const numbers = [
    { label: texts.boletoBranch, value: bank.branchAndAccount, width: 45 },
    { label: texts.boletoOurNumber, value: bank.ourNumber, width: 45 },
    { label: texts.boletoDocumentNumber, value: paying.charge.number.toString(), width: 45 },
    {
      label: texts.boletoIssued,
      value: dateInWords(civilDateOf(paying.charge.createdAt), page.lang),
      width: 45,
    },
  ];
  row(pdf, numbers, { ...SHEET, y: y + 2 * PARTY_HEIGHT, height: ROW_HEIGHT });
  const bodyTop = y + 2 * PARTY_HEIGHT + ROW_HEIGHT;
  body(pdf, paying, bodyTop);
  const foot = { ...SHEET, y: bodyTop + BODY_HEIGHT + 1 };
  write(pdf, texts.boletoPayerAuthentication, foot, SMALL, 'right');
}

function partyRows(pdf: PDFKit.PDFDocument, paying: BoletoPaying, y: number): void {
  const { page, charge, boleto } = paying;
  const { texts, lang } = page;
  const parties = [
    { label: texts.boletoBeneficiary, party: beneficiaryParty(paying) },
    { label: texts.boletoPayer, party: payerParty(paying) },
  ];
  const sides = [
    { label: texts.boletoDue, value: dateInWords(boleto.dueDate, lang) },
    { label: texts.boletoValue, value: money(charge.valueCents, lang) },
  ];
  const width = SHEET.width - SIDE_WIDTH;
  parties.forEach(({ label, party }, index) => {
    const box = { x: SHEET.x, y: y + index * PARTY_HEIGHT, width, height: PARTY_HEIGHT };
    field(pdf, box, { label });
    writeParty(pdf, party, inner({ ...box, y: box.y + PARTY_TOP }));
  });
  sides.forEach((side, index) => {
    const box = { x: SHEET.x + width, y: y + index * PARTY_HEIGHT, width: SIDE_WIDTH, height: PARTY_HEIGHT };
    field(pdf, box, { ...side, font: STRONG, align: 'right' });
  });
}

/** Description, terms and amount due today, with the PIX code beside them. */
function body(pdf: PDFKit.PDFDocument, paying: BoletoPaying, top: number): void {
  const { page, charge } = paying;
  const { texts, lang } = page;
  outline(pdf, { ...SHEET, y: top, height: BODY_HEIGHT });
  const hasPix = drawPix(pdf, paying, top);
  let y = top + 2;
  const within = inner({ ...SHEET, y, width: SHEET.width - (hasPix ? PIX_WIDTH + 4 : 0) });
  const today = amountToday(paying);
  if (today !== charge.valueCents) {
    const date = dateInWords(civilDateOf(paying.now), lang);
    y =
      writeLines(
        pdf,
        `${texts.boletoToday} (${date}): ${money(today, lang)}`,
        { ...within, y, maxLines: 1 },
        TITLE,
      ) + 3;
  }
  if (charge.description) {
    y = writeLines(pdf, texts.receiptAbout, { ...within, y, maxLines: 1 }, TITLE) + 0.5;
    y = writeLines(pdf, charge.description, { ...within, y, maxLines: MAX_ABOUT_LINES }) + 3;
  }
  y = writeLines(pdf, texts.boletoInstructions, { ...within, y, maxLines: 1 }, TITLE) + 0.5;
  for (const sentence of [texts.boletoAnyBank, ...boletoInstructions(paying, lang), texts.boletoClearing]) {
    y = writeLines(pdf, sentence, { ...within, y, maxLines: MAX_TERM_LINES });
  }
}

function drawPix(pdf: PDFKit.PDFDocument, paying: BoletoPaying, top: number): boolean {
  const { page } = paying;
  const code = payableCode(paying);
  if (!code) return false;
  const x = SHEET.x + SHEET.width - PIX_WIDTH;
  line(pdf, { x, y: top }, { x, y: top + BODY_HEIGHT });
  const column = { x: x + 3, y: top + 2, width: PIX_WIDTH - 6 };
  const y = writeLines(pdf, page.texts.boletoPixTitle, { ...column, maxLines: 2 }, TITLE) + 2;
  pdf.image(code.qrPng, points(x + (PIX_WIDTH - QR_SIZE) / 2), points(y), { width: points(QR_SIZE) });
  const hint = printedPixTerms(paying, code) ?? page.texts.boletoPixHint;
  writeLines(pdf, hint, { ...column, y: y + QR_SIZE + 2, maxLines: 3 });
  return true;
}

function cutLine(pdf: PDFKit.PDFDocument, text: string): void {
  write(pdf, text, { ...SHEET, y: CUT_AT - 3.2 }, SMALL, 'right');
  line(pdf, { x: SHEET.x, y: CUT_AT }, { x: SHEET.x + SHEET.width, y: CUT_AT }, { dashed: true });
}
