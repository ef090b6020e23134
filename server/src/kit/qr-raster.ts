import { crc32 } from 'node:zlib';

/** Rows of modules, dark ones true, with one light module on each side: its width and height are odd. */
export type Modules = readonly (readonly boolean[])[];

export const QUIET_ZONE = 4;

/**
 * One module is four one-bit pixels, so two modules make one of four bytes and each row comes four times.
 * Knowing that, the compressed stream is written directly: no compressor is set up, and the file is smaller.
 */
const PIXELS_PER_MODULE = 4;
const REPEATS = PIXELS_PER_MODULE - 1;
const DARK_DARK = 0x00;
const DARK_LIGHT = 0x0f;
const LIGHT_DARK = 0xf0;
const LIGHT_LIGHT = 0xff;

/** The prefix codes of those four bytes in that order, two bits each, the first in the lowest bits. */
const CODES = 0b01_11_10_00;
const CODE_LENGTHS = 0b10_11_10_10;
const TWO_LIGHT_BYTES = 0b0101;
const END_OF_BLOCK = { symbol: 256, code: 0b0111, length: 4 };
const REPEAT = { firstSymbol: 257, code: 0b1111, length: 4 };

/** Deflate first tells the length of each length's own code, in this odd order: 16, 17, 18, 0, 8, 7 … 1. */
const LENGTHS_OF_LENGTH_CODES = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 2, 0, 4];
const LENGTH_CODES: Record<number, Bits> = {
  0: [0, 1],
  1: [0b0111, 4],
  2: [0b01, 2],
  3: [0b1111, 4],
  4: [0b011, 3],
};

const ADLER_PRIME = 65_521;
const DATA_LENGTH_AT = 33;
const DATA_TYPE_AT = 37;
const DATA_AT = 41;
const MAX_ROW_OVERHEAD_BITS = 32;
const CLOSING_LENGTH = 32;
const END_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex');

type Bits = readonly [value: number, count: number];
type Pending = { bits: number; count: number };
/** What all codes of one size share: the file up to the first row, and how a row is repeated. */
type Frame = { rowLength: number; opening: Buffer; pending: Pending; repeat: Bits };

const framesBySize = new Map<number, Frame>();

export function pngOfModules(modules: Modules): Buffer {
  const frame = frameOf(sizeWithQuietZone(modules));
  const { opening, rowLength } = frame;
  const rows = rowsWithQuietZone(modules);
  const rowBits = rowLength * 3 + MAX_ROW_OVERHEAD_BITS;
  const png = Buffer.allocUnsafe(opening.length + Math.ceil((rows.length * rowBits) / 8) + CLOSING_LENGTH);
  opening.copy(png);
  const end = writeRows(png, rows, frame);
  png.writeUInt32BE(end - DATA_AT, DATA_LENGTH_AT);
  png.writeUInt32BE(crc32(png.subarray(DATA_TYPE_AT, end)), end);
  END_CHUNK.copy(png, end + 4);
  return png.subarray(0, end + 4 + END_CHUNK.length);
}

export function sizeWithQuietZone(modules: Modules): number {
  return modules.length + 2 * (QUIET_ZONE - 1);
}

export function rowsWithQuietZone(modules: Modules): Modules {
  const light = Array<readonly boolean[]>(QUIET_ZONE - 1).fill(modules[0] ?? []);
  return [...light, ...modules, ...light];
}

/** Each row is its filter byte, two quiet bytes, the symbol, two quiet bytes; then a copy of it three times over. */
function writeRows(png: Buffer, rows: Modules, frame: Frame): number {
  const { rowLength, opening } = frame;
  const [repeatBits, repeatCount] = frame.repeat;
  let { bits, count } = frame.pending;
  let at = opening.length;
  let adlerLow = 1;
  let adlerHigh = 0;
  for (const row of rows) {
    bits |= TWO_LIGHT_BYTES << (count + 2);
    count += 6;
    let sum = 2 * LIGHT_LIGHT;
    let sumOfSums = 3 * LIGHT_LIGHT;
    for (let x = 1; x < row.length - 1; x += 2) {
      // Arithmetic, not conditions: modules are random, and a processor that guesses at them guesses wrong.
      const pair = 3 - 2 * Number(row[x]) - Number(row[x + 1]);
      bits |= ((CODES >> (2 * pair)) & 3) << count;
      count += (CODE_LENGTHS >> (2 * pair)) & 3;
      sum += (pair >> 1) * LIGHT_DARK + (pair & 1) * DARK_LIGHT;
      sumOfSums += sum;
      if (count >= 16) {
        png[at++] = bits;
        png[at++] = bits >>> 8;
        bits >>>= 16;
        count -= 16;
      }
    }
    bits |= TWO_LIGHT_BYTES << count;
    count += 4;
    sumOfSums += 2 * sum + 3 * LIGHT_LIGHT;
    sum += 2 * LIGHT_LIGHT;
    for (; count >= 8; count -= 8, bits >>>= 8) png[at++] = bits;
    bits |= repeatBits << count;
    count += repeatCount;
    for (; count >= 8; count -= 8, bits >>>= 8) png[at++] = bits;
    for (let copy = 0; copy <= REPEATS; copy++) {
      adlerHigh = (adlerHigh + rowLength * adlerLow + sumOfSums) % ADLER_PRIME;
      adlerLow = (adlerLow + sum) % ADLER_PRIME;
    }
  }
  bits |= END_OF_BLOCK.code << count;
  count += END_OF_BLOCK.length;
  for (; count > 0; count -= 8, bits >>>= 8) png[at++] = bits;
  return png.writeUInt32BE(adlerHigh * 0x10000 + adlerLow, at);
}

function frameOf(size: number): Frame {
  const known = framesBySize.get(size);
  if (known) return known;
  const rowLength = 1 + Math.ceil(size / 2);
  const length = stepsOf(REPEATS * rowLength - 3, 2);
  const distance = stepsOf(rowLength - 1, 1);
  const { bytes, pending } = packed(blockHeader(REPEAT.firstSymbol + length.symbol, distance.symbol));
  const [extraLength, extraLengthBits] = length.extra;
  const [extraDistance, extraDistanceBits] = distance.extra;
  // The only distance has a code of one bit, 0.
  const distanceAt = REPEAT.length + extraLengthBits + 1;
  const frame: Frame = {
    rowLength,
    opening: Buffer.concat([fileHeader(size * PIXELS_PER_MODULE), bytes]),
    pending,
    repeat: [
      REPEAT.code | (extraLength << REPEAT.length) | (extraDistance << distanceAt),
      distanceAt + extraDistanceBits,
    ],
  };
  framesBySize.set(size, frame);
  return frame;
}

/** Signature, image header, the start of the data chunk with its length left open, and the zlib header. */
function fileHeader(width: number): Buffer {
  const header = Buffer.alloc(DATA_AT + 2);
  header.write('89504e470d0a1a0a0000000d49484452', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(width, 20);
  header.writeUInt8(1, 24);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  header.write('IDAT', DATA_TYPE_AT, 'latin1');
  header.writeUInt16BE(0x7801, DATA_AT);
  return header;
}

/** One last block with codes of its own: those of the four bytes, the end, one length and one distance. */
function blockHeader(lengthSymbol: number, distanceSymbol: number): Bits[] {
  const lengths = Array<number>(lengthSymbol + 1 + distanceSymbol + 1).fill(0);
  for (const byte of [DARK_DARK, DARK_LIGHT, LIGHT_LIGHT]) lengths[byte] = 2;
  lengths[LIGHT_DARK] = 3;
  lengths[END_OF_BLOCK.symbol] = END_OF_BLOCK.length;
  lengths[lengthSymbol] = REPEAT.length;
  lengths[lengthSymbol + 1 + distanceSymbol] = 1;
  return [
    [1, 1],
    [2, 2],
    [lengthSymbol - END_OF_BLOCK.symbol, 5],
    [distanceSymbol, 5],
    [LENGTHS_OF_LENGTH_CODES.length - 4, 4],
    ...LENGTHS_OF_LENGTH_CODES.map((length): Bits => [length, 3]),
    ...lengths.map((length): Bits => LENGTH_CODES[length] ?? [0, 0]),
  ];
}

/** Deflate writes lengths and distances as floating point: a symbol for the leading bits, the rest as they are. */
function stepsOf(value: number, leadingBits: number): { symbol: number; extra: Bits } {
  const shift = 31 - Math.clz32(value) - leadingBits;
  return { symbol: (shift << leadingBits) + (value >> shift), extra: [value & ((1 << shift) - 1), shift] };
}

function packed(parts: Bits[]): { bytes: Buffer; pending: Pending } {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const [value, length] of parts) {
    bits |= value << count;
    count += length;
    for (; count >= 8; count -= 8, bits >>>= 8) bytes.push(bits & 0xff);
  }
  return { bytes: Buffer.from(bytes), pending: { bits, count } };
}
