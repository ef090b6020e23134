import { addressLine, addressOf } from '../../brazil/address.ts';
import { formatDigitableLine } from '../../brazil/boleto-code.ts';
import { civilDateOf } from '../../brazil/calendar.ts';
import { documentInGroups, money } from '../../html/format.ts';
import { texts } from '../../html/texts.ts';
import { type PrintedBank, printedBank } from './bank.ts';
import {
  type Box,
  barcode,
  type Field,
  field,
  inner,
  label,
  line,
  outline,
  PARTY_TOP,
  type Party,
  STRONG,
  write,
  writeLines,
  writeParty,
} from './drawing.ts';
import { boletoInstructions } from './instructions.ts';
import { BARCODE_HEIGHT_MM, BARCODE_WIDTH_MM, type BoletoPaying } from './page.ts';

const HEAD_HEIGHT = 9;
const ROW_HEIGHT = 7;
/** Name, document and address. */
const BENEFICIARY_HEIGHT = 10;
const SIDE_WIDTH = 45;
const PAYER_HEIGHT = 13;
const BARCODE_FROM_LEFT = 5;
const BARCODE_GAP = 3;
const BARCODE_ROOM = BARCODE_FROM_LEFT + BARCODE_WIDTH_MM + 5;
const MAX_ABOUT_LINES = 2;

/** Charges are for goods or services, not promissory notes, and are payable without the payer's acceptance. */
const DOCUMENT_KIND = 'DM';
const NOT_ACCEPTED = 'N';
const CURRENCY = 'R$';

const TEST_ONLY = 'BOLETO DE TESTE: NENHUM BANCO O RECEBE.';

const AMOUNTS_FILLED_BY_THE_BANK = [
  '(-) Desconto/Abatimento',
  '(-) Outras deduções',
  '(+) Mora/Multa',
  '(+) Outros acréscimos',
  '(=) Valor cobrado',
];

type Sized = Field & { width: number };

/** The bank's part. Always in Portuguese: its fields and their order are the banks' standard. */
export function clearingSlip(
  pdf: PDFKit.PDFDocument,
  paying: BoletoPaying,
  at: { x: number; y: number; width: number },
): void {
  const bank = printedBank(paying.boleto);
  const left = at.width - SIDE_WIDTH;
  let y = slipHead(pdf, paying, bank, at);
  const own = { ...at, y, width: left, height: ROW_HEIGHT };
  placeAndBeneficiary(pdf, paying, own);
  y += ROW_HEIGHT + BENEFICIARY_HEIGHT;
  row(pdf, documentFields(paying), { ...at, y, width: left });
  row(pdf, amountFields(bank), { ...at, y: y + ROW_HEIGHT, width: left });
  sideFields(pdf, sideValues(paying, bank), { ...at, x: at.x + left, y: own.y });
  y += 2 * ROW_HEIGHT;
  const instructionsHeight = AMOUNTS_FILLED_BY_THE_BANK.length * ROW_HEIGHT;
  instructions(pdf, paying, { ...own, y, height: instructionsHeight });
  y += instructionsHeight;
  payer(pdf, paying, { ...at, y, height: PAYER_HEIGHT });
  foot(pdf, paying, { ...at, y: y + PAYER_HEIGHT });
}

const NAME_WIDTH = 42;
const CODE_WIDTH = 22;

/** Bank, code and digitable line, at the top of both parts. Returns where the fields begin. */
export function slipHead(
  pdf: PDFKit.PDFDocument,
  { page, boleto }: BoletoPaying,
  { code }: PrintedBank,
  { x, y, width }: { x: number; y: number; width: number },
): number {
  const bottom = y + HEAD_HEIGHT;
  const codeAt = x + NAME_WIDTH;
  const lineAt = codeAt + CODE_WIDTH;
  const name = page.sandbox ? 'Banco de testes' : `Banco ${code.slice(0, 3)}`;
  write(pdf, name, { x, y: y + 3, width: NAME_WIDTH - 2 }, { name: 'Helvetica-Bold', size: 12 });
  write(
    pdf,
    code,
    { x: codeAt, y: y + 2.2, width: CODE_WIDTH },
    { name: 'Helvetica-Bold', size: 16 },
    'center',
  );
  const digits = formatDigitableLine(boleto.digitableLine);
  const digitsFont = { name: 'Helvetica-Bold', size: 11.5 } as const;
  write(pdf, digits, { x: lineAt + 1, y: y + 3.4, width: x + width - lineAt - 1 }, digitsFont, 'right');
  for (const each of [codeAt, lineAt]) {
    line(pdf, { x: each, y: y + 2 }, { x: each, y: bottom }, { width: 1.2 });
  }
  line(pdf, { x, y: bottom }, { x: x + width, y: bottom }, { width: 1.2 });
  return bottom;
}

function placeAndBeneficiary(pdf: PDFKit.PDFDocument, paying: BoletoPaying, box: Box): void {
  field(pdf, box, { label: 'Local de pagamento', value: texts.pt.boletoAnyBank });
  const below = { ...box, y: box.y + ROW_HEIGHT, height: BENEFICIARY_HEIGHT };
  field(pdf, below, { label: 'Beneficiário' });
  writeParty(pdf, beneficiaryParty(paying), inner({ ...below, y: below.y + PARTY_TOP }));
}

export function beneficiaryParty({ beneficiary: { name, document, address } }: BoletoPaying): Party {
  return { name, document: namedDocument(document), address: address && addressLine(address) };
}

export function payerParty({ charge: { customer } }: BoletoPaying): Party {
  const address = addressOf(customer?.address);
  return {
    name: customer?.name ?? '',
    document: namedDocument(customer?.cpf_cnpj ?? ''),
    address: address && addressLine(address),
  };
}

function namedDocument(document: string): string {
  if (document === '') return '';
  return `${document.length === 11 ? 'CPF' : 'CNPJ'} ${documentInGroups(document)}`;
}

function documentFields({ charge }: BoletoPaying): Sized[] {
  const issued = formDate(civilDateOf(charge.createdAt));
  return [
    { label: 'Data do documento', value: issued, width: 27 },
    { label: 'Nº do documento', value: charge.number.toString(), width: 36 },
    { label: 'Espécie doc.', value: DOCUMENT_KIND, width: 20 },
    { label: 'Aceite', value: NOT_ACCEPTED, width: 16 },
    { label: 'Data processamento', value: issued, width: 36 },
  ];
}

function amountFields({ wallet }: PrintedBank): Sized[] {
  return [
    { label: 'Uso do banco', width: 27 },
    { label: 'Carteira', value: wallet, width: 18 },
    { label: 'Espécie moeda', value: CURRENCY, width: 18 },
    { label: 'Quantidade', width: 36 },
    { label: 'Valor', width: 36 },
  ];
}

/** The place of the field at the right of the beneficiary. */
const BESIDE_BENEFICIARY = 1;

function sideValues({ charge, boleto }: BoletoPaying, bank: PrintedBank): Field[] {
  return [
    { label: 'Vencimento', value: formDate(boleto.dueDate), font: STRONG },
    { label: 'Agência/Código do beneficiário', value: bank.branchAndAccount },
    { label: 'Nosso número', value: bank.ourNumber },
    { label: '(=) Valor do documento', value: money(charge.valueCents, 'pt'), font: STRONG },
    ...AMOUNTS_FILLED_BY_THE_BANK.map((each) => ({ label: each })),
  ];
}

function sideFields(pdf: PDFKit.PDFDocument, fields: readonly Field[], at: { x: number; y: number }): void {
  let y = at.y;
  fields.forEach((each, index) => {
    const height = index === BESIDE_BENEFICIARY ? BENEFICIARY_HEIGHT : ROW_HEIGHT;
    field(pdf, { x: at.x, y, width: SIDE_WIDTH, height }, { ...each, align: 'right' });
    y += height;
  });
}

/** The last field takes what is left of the row. */
export function row(
  pdf: PDFKit.PDFDocument,
  fields: readonly Sized[],
  { x, y, width, height = ROW_HEIGHT }: { x: number; y: number; width: number; height?: number },
): void {
  let from = x;
  fields.forEach((each, index) => {
    const own = index === fields.length - 1 ? x + width - from : each.width;
    field(pdf, { x: from, y, width: own, height }, each);
    from += own;
  });
}

function instructions(pdf: PDFKit.PDFDocument, paying: BoletoPaying, box: Box): void {
  const { page, charge } = paying;
  outline(pdf, box);
  label(pdf, box, 'Instruções (texto de responsabilidade do beneficiário)');
  const within = inner(box);
  let y = box.y + 4.4;
  const sentences = boletoInstructions(paying, 'pt');
  for (const sentence of page.sandbox ? [TEST_ONLY, ...sentences] : sentences) {
    y = writeLines(pdf, sentence, { ...within, y, maxLines: 1 });
  }
  if (charge.description) writeLines(pdf, charge.description, { ...within, y, maxLines: MAX_ABOUT_LINES });
}

function payer(pdf: PDFKit.PDFDocument, paying: BoletoPaying, box: Box): void {
  outline(pdf, box);
  label(pdf, box, 'Pagador');
  writeParty(pdf, payerParty(paying), inner({ ...box, y: box.y + PARTY_TOP }));
  const below = { ...box, y: box.y + box.height - 4 };
  label(pdf, { ...below, width: box.width - SIDE_WIDTH }, 'Sacador/Avalista');
  label(pdf, { ...below, x: box.x + box.width - SIDE_WIDTH, width: SIDE_WIDTH }, 'Código de baixa');
}

function foot(
  pdf: PDFKit.PDFDocument,
  { boleto }: BoletoPaying,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  barcode(pdf, boleto.barcode, {
    x: x + BARCODE_FROM_LEFT,
    y: y + BARCODE_GAP,
    width: BARCODE_WIDTH_MM,
    height: BARCODE_HEIGHT_MM,
  });
  const right = { x: x + BARCODE_ROOM, y: y + 1, width: width - BARCODE_ROOM };
  write(pdf, 'Autenticação mecânica – Ficha de Compensação', right, { name: 'Helvetica', size: 7 }, 'right');
}

/** `07/03/2030`, as on forms. */
function formDate(date: string): string {
  return date.split('-').reverse().join('/');
}
