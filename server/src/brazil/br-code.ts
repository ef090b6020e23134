import { memoize } from '../kit/memoize.ts';
import { type Cents, cents, decimalText } from '../kit/money.ts';

type Merchant = { merchantName: string; merchantCity: string };

type StaticBrCode = Merchant & {
  key: string;
  /** Absent: the payer enters the amount. */
  amountCents?: Cents | undefined;
  txid?: string | undefined;
  additionalInfo?: string | undefined;
};

/** A charge held by a provider: `location` is its address, without a scheme. */
type DynamicBrCode = Merchant & { location: string };

/** What is printed in a code. With a location, payers ignore the amount and the txid. */
type BrCode = Merchant & {
  key: string | null;
  location: string | null;
  recurrenceLocation: string | null;
  additionalInfo: string | null;
  amountCents: Cents | null;
  txid: string | null;
  singleUse: boolean;
};

type BrCodeFault =
  | 'too long'
  | 'malformed'
  | 'wrong checksum'
  | 'missing field'
  | 'not in reais'
  | 'invalid amount'
  | 'not pix'
  | 'both key and location';

type ParsedBrCode = ({ ok: true } & BrCode) | { ok: false; reason: BrCodeFault };

type Fields = ReadonlyMap<string, string>;

const PIX = 'br.gov.bcb.pix';
const REAL = '986';
const SINGLE_USE = '12';
const NO_TXID = '***';
const CHECKSUM_HEADER = '6304';
const FIELD_HEADER_LENGTH = 4;

const MAX_CODE_LENGTH = 512;
const MAX_VALUE_LENGTH = 99;
const MAX_KEY_LENGTH = 77;
const MAX_AMOUNT_LENGTH = 13;
const MAX_NAME_LENGTH = 25;
const MAX_CITY_LENGTH = 15;
const MAX_MEMOIZED = 1_000;

/** For a name without Latin letters: the field is required, and wallets show the key owner's name anyway. */
const DEFAULT_NAME = 'RECEBEDOR';
const DEFAULT_CITY = 'BRASIL';

const STATIC_TXID = /^(?:[A-Za-z0-9]{1,25}|\*{3})$/;
const UNSPACED_ASCII = /^[\x21-\x7e]+$/;
const AMOUNT = /^(\d{1,10})(?:\.(\d{0,2}))?$/;

const CRC_TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte << 8;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder << 1) ^ (remainder & 0x8000 ? 0x1021 : 0);
  return remainder;
});

export function staticBrCode(code: StaticBrCode): string {
  const { key, amountCents, txid = NO_TXID, additionalInfo = '' } = code;
  if (!UNSPACED_ASCII.test(key)) throw new RangeError('a PIX key is ASCII without spaces');
  if (!STATIC_TXID.test(txid)) throw new RangeError(`a static BR Code cannot carry the txid ${txid}`);
  if (amountCents !== undefined && amountCents <= 0n)
    throw new RangeError('a BR Code asks for at least one cent');
  const account = field('00', PIX) + field('01', key, MAX_KEY_LENGTH);
  const info = asciiText(additionalInfo, MAX_VALUE_LENGTH - account.length - FIELD_HEADER_LENGTH);
  const amount = amountCents === undefined ? '' : field('54', decimalText(amountCents), MAX_AMOUNT_LENGTH);
  return assemble(code, '', account + (info && field('02', info)), amount, txid);
}

export function dynamicBrCode(code: DynamicBrCode): string {
  const { location } = code;
  if (!UNSPACED_ASCII.test(location)) throw new RangeError('a location is ASCII without spaces');
  if (location.includes('://')) throw new RangeError('a location is written without its scheme');
  const account = field('00', PIX) + field('25', location, MAX_KEY_LENGTH);
  return assemble(code, field('01', SINGLE_USE), account, '', NO_TXID);
}

/** The same code with another amount, for example of a charge that has become dearer. */
export function brCodeWithAmount(code: string, amountCents: Cents): string {
  const fields = readFields(code);
  if (!fields || amountCents <= 0n) throw new RangeError('a BR Code asks for at least one cent');
  const amount = decimalText(amountCents);
  const body = [...fields]
    .filter(([id]) => id !== '63')
    .flatMap(([id, value]): [string, string][] => {
      if (id === '54') return [];
      // The amount follows the currency.
      return id === '53'
        ? [
            [id, value],
            ['54', amount],
          ]
        : [[id, value]];
    })
    .map(([id, value]) => field(id, value))
    .join('');
  return body + CHECKSUM_HEADER + crc16(body + CHECKSUM_HEADER);
}

export function parseBrCode(text: string): ParsedBrCode {
  if (text.length > MAX_CODE_LENGTH) return fault('too long');
  const fields = readFields(text);
  if (!fields) return fault('malformed');
  if ([...fields.keys()].at(-1) !== '63') return fault('malformed');
  if (fields.get('63') !== crc16(text.slice(0, -4))) return fault('wrong checksum');
  if (fields.get('53') !== REAL || fields.get('58') !== 'BR') return fault('not in reais');
  const merchantName = fields.get('59');
  const merchantCity = fields.get('60');
  const complete = fields.get('00') === '01' && fields.has('52');
  if (!complete || !merchantName || !merchantCity) return fault('missing field');
  const amountCents = readAmount(fields.get('54'));
  if (amountCents === undefined) return fault('invalid amount');
  const account = pixTemplate(fields, 26, 51);
  const key = account?.get('01') ?? null;
  const location = account?.get('25') ?? null;
  const recurrenceLocation = pixTemplate(fields, 80, 99)?.get('25') ?? null;
  if (!account || !(key ?? location ?? recurrenceLocation)) return fault('not pix');
  if (key && location) return fault('both key and location');
  const txid = readFields(fields.get('62') ?? '')?.get('05');
  return {
    ok: true,
    key,
    location,
    recurrenceLocation,
    additionalInfo: account.get('02') ?? null,
    amountCents,
    merchantName,
    merchantCity,
    txid: txid === undefined || txid === NO_TXID ? null : txid,
    singleUse: fields.get('01') === SINGLE_USE,
  };
}

/** CRC-16/CCITT-FALSE of the UTF-8 bytes, as four upper-case hexadecimal digits. */
export function crc16(text: string): string {
  let remainder = 0xffff;
  for (const byte of Buffer.from(text, 'utf8')) {
    remainder = ((remainder << 8) & 0xffff) ^ (CRC_TABLE[(remainder >> 8) ^ byte] ?? 0);
  }
  return remainder.toString(16).toUpperCase().padStart(4, '0');
}

function assemble(
  merchant: Merchant,
  initiation: string,
  account: string,
  amount: string,
  txid: string,
): string {
  const body = [
    field('00', '01'),
    initiation,
    field('26', account),
    field('52', '0000'),
    field('53', REAL),
    amount,
    field('58', 'BR'),
    nameField(merchant.merchantName),
    cityField(merchant.merchantCity),
    field('62', field('05', txid)),
    CHECKSUM_HEADER,
  ].join('');
  return body + crc16(body);
}

// All codes of a seller have the same name, and converting it to ASCII takes half of the time of a code.
const nameField = memoize(MAX_MEMOIZED, (name) =>
  field('59', asciiText(name, MAX_NAME_LENGTH) || DEFAULT_NAME),
);
const cityField = memoize(MAX_MEMOIZED, (city) =>
  field('60', asciiText(city, MAX_CITY_LENGTH) || DEFAULT_CITY),
);

function field(id: string, value: string, maxLength = MAX_VALUE_LENGTH): string {
  if (value.length < 1 || value.length > maxLength) {
    throw new RangeError(`BR Code field ${id} takes 1 to ${maxLength} characters, not ${value.length}`);
  }
  return id + String(value.length).padStart(2, '0') + value;
}

/** Lengths count characters and the checksum counts bytes: in ASCII they are the same. */
function asciiText(text: string, maxLength: number): string {
  const ascii = text
    .normalize('NFKD')
    .replace(/\s+/g, ' ')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/ +/g, ' ');
  return ascii.trim().slice(0, Math.max(maxLength, 0)).trim();
}

/** Null when the text is no chain of id, length and value, or names an id twice. */
function readFields(text: string): Fields | null {
  const characters = Array.from(text);
  const fields = new Map<string, string>();
  for (let position = 0; position < characters.length; ) {
    const header = characters.slice(position, position + FIELD_HEADER_LENGTH).join('');
    if (!/^\d{4}$/.test(header)) return null;
    const id = header.slice(0, 2);
    const start = position + FIELD_HEADER_LENGTH;
    const end = start + Number(header.slice(2));
    if (end === start || end > characters.length || fields.has(id)) return null;
    fields.set(id, characters.slice(start, end).join(''));
    position = end;
  }
  return fields;
}

function pixTemplate(fields: Fields, firstId: number, lastId: number): Fields | null {
  for (const [id, value] of fields) {
    if (Number(id) < firstId || Number(id) > lastId) continue;
    const template = readFields(value);
    if (template?.get('00')?.toLowerCase() === PIX) return template;
  }
  return null;
}

/** Null when the payer enters the amount, undefined when it is malformed. */
function readAmount(text: string | undefined): Cents | null | undefined {
  if (text === undefined) return null;
  const [, reais, fraction = ''] = AMOUNT.exec(text) ?? [];
  if (reais === undefined) return undefined;
  const amount = BigInt(reais + fraction.padEnd(2, '0'));
  return amount > 0n ? cents(amount) : undefined;
}

function fault(reason: BrCodeFault): ParsedBrCode {
  return { ok: false, reason };
}
