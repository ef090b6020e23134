import { itfBars } from '../../brazil/itf.ts';
import { fitted, printable, wrapped } from './text.ts';

/** Everything here is in millimetres from the top left corner of the sheet. */
export type Box = { x: number; y: number; width: number; height: number };
export type Align = 'left' | 'right' | 'center';
export type Font = { name: 'Helvetica' | 'Helvetica-Bold'; size: number; color?: string };

const POINTS_PER_MM = 72 / 25.4;
const INK = '#000000';
const HAIRLINE = 0.5;
const PADDING = 1.2;
const LABEL_TOP = 0.8;
const VALUE_BOTTOM = 0.5;
/** Height from ascender to descender in the built-in fonts. */
const LETTER_HEIGHT = 0.925;

const LABEL: Font = { name: 'Helvetica', size: 6, color: '#444444' };
const VALUE: Font = { name: 'Helvetica', size: 8.5 };
export const STRONG: Font = { name: 'Helvetica-Bold', size: 9 };

export const points = (millimetres: number) => millimetres * POINTS_PER_MM;

/** How high a line of text is. */
const lineHeight = ({ size }: Font) => (size * 1.25) / POINTS_PER_MM;

export function outline(pdf: PDFKit.PDFDocument, { x, y, width, height }: Box): void {
  pdf.lineWidth(HAIRLINE).strokeColor(INK);
  pdf.rect(points(x), points(y), points(width), points(height)).stroke();
}

export function line(
  pdf: PDFKit.PDFDocument,
  from: { x: number; y: number },
  to: { x: number; y: number },
  look: { width?: number; dashed?: boolean } = {},
): void {
  pdf
    .lineWidth(look.width ?? HAIRLINE)
    .strokeColor(INK)
    .moveTo(points(from.x), points(from.y))
    .lineTo(points(to.x), points(to.y));
  if (look.dashed) pdf.dash(3, { space: 3 }).stroke().undash();
  else pdf.stroke();
}

/** One line, cut where its box ends. */
export function write(
  pdf: PDFKit.PDFDocument,
  text: string,
  at: Omit<Box, 'height'>,
  font: Font = VALUE,
  align: Align = 'left',
): void {
  setFont(pdf, font);
  const shown = fitted(printable(text), points(at.width), (each) => pdf.widthOfString(each));
  const free = points(at.width) - pdf.widthOfString(shown);
  const offset = { left: 0, center: free / 2, right: free }[align];
  pdf.text(shown, points(at.x) + offset, points(at.y), { lineBreak: false });
}

/** Several lines, the last one cut. Returns the position below them. */
export function writeLines(
  pdf: PDFKit.PDFDocument,
  text: string,
  at: Omit<Box, 'height'> & { maxLines: number },
  font: Font = VALUE,
): number {
  setFont(pdf, font);
  const lines = wrapped(printable(text), points(at.width), at.maxLines, (each) => pdf.widthOfString(each));
  lines.forEach((each, index) => {
    write(pdf, each, { ...at, y: at.y + index * lineHeight(font) }, font);
  });
  return at.y + lines.length * lineHeight(font);
}

export type Field = { label: string; value?: string; font?: Font; align?: Align };

/** A framed field as on bank forms: a small label above, the value below. */
export function field(pdf: PDFKit.PDFDocument, box: Box, { label: name, value, font, align }: Field): void {
  outline(pdf, box);
  label(pdf, box, name);
  if (!value) return;
  const shownIn = font ?? VALUE;
  write(pdf, value, inner({ ...box, y: valueTop(box, shownIn) }), shownIn, align);
}

/** The top of the value, which is at the bottom of its box. */
function valueTop({ y, height }: Pick<Box, 'y' | 'height'>, { size }: Font = VALUE): number {
  return y + height - VALUE_BOTTOM - (size * LETTER_HEIGHT) / POINTS_PER_MM;
}

export function label(pdf: PDFKit.PDFDocument, box: Omit<Box, 'height'>, name: string): void {
  write(pdf, name, inner({ ...box, y: box.y + LABEL_TOP }), LABEL);
}

export function inner<B extends Omit<Box, 'height'>>(box: B): B {
  return { ...box, x: box.x + PADDING, width: box.width - 2 * PADDING };
}

export type Party = { name: string; document: string; address: string | null };

/** Below the label of its field. */
export const PARTY_TOP = 3.3;
const ADDRESS_BELOW = 3.4;
const ADDRESS: Font = { name: 'Helvetica', size: 7 };

/** Name and document, the address below: a long name is cut, the document never. */
export function writeParty(pdf: PDFKit.PDFDocument, party: Party, at: Omit<Box, 'height'>): void {
  const font = VALUE;
  if (party.address) write(pdf, party.address, { ...at, y: at.y + ADDRESS_BELOW }, ADDRESS);
  setFont(pdf, font);
  const document = printable(party.document && ` – ${party.document}`);
  const room = points(at.width) - pdf.widthOfString(` ${document}`);
  const name = fitted(printable(party.name), room, (each) => pdf.widthOfString(each));
  write(pdf, `${name} ${document}`, at, font);
}

/** The bars are drawn as shapes, not with a font, so that they print exactly. */
export function barcode(pdf: PDFKit.PDFDocument, digits: string, { x, y, width, height }: Box): void {
  const widths = itfBars(digits);
  const module = points(width) / widths.reduce((total, each) => total + each, 0);
  let left = points(x);
  widths.forEach((each, index) => {
    if (index % 2 === 0) pdf.rect(left, points(y), each * module, points(height));
    left += each * module;
  });
  pdf.fill(INK);
}

function setFont(pdf: PDFKit.PDFDocument, { name, size, color = INK }: Font): void {
  pdf.font(name).fontSize(size).fillColor(color);
}
