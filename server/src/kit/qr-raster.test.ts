import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Modules, pngOfModules, QUIET_ZONE, rowsWithQuietZone, sizeWithQuietZone } from './qr-raster.ts';

const SMALLEST = 21;
/** Version 34: what 512 characters of three bytes each need. */
const LARGEST = 153;
const SIGNATURE = '89504e470d0a1a0a';

/** A symbol of random modules inside its one light module on each side. */
const anyModules = fc
  .integer({ min: 0, max: (LARGEST - SMALLEST) / 4 })
  .chain((step) => {
    const size = SMALLEST + 4 * step;
    return fc.array(fc.array(fc.boolean(), { minLength: size, maxLength: size }), {
      minLength: size,
      maxLength: size,
    });
  })
  .map(framed);

function framed(symbol: boolean[][]): Modules {
  const light = Array<boolean>(symbol.length + 2).fill(false);
  return [light, ...symbol.map((row) => [false, ...row, false]), light];
}

function symbolOf(size: number, dark: (x: number, y: number) => boolean): Modules {
  return framed(Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark(x, y))));
}

/** Reads a PNG by the book: signature, chunks with their checksums, inflated data. */
function decode(png: Buffer) {
  expect(png.toString('hex', 0, 8)).toBe(SIGNATURE);
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.set(png.toString('latin1', at + 4, at + 8), data);
    at += 12 + length;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const data = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  return {
    names: [...chunks.keys()],
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    header,
    data,
  };
}

function pixelIsDark(image: ReturnType<typeof decode>, x: number, y: number): boolean {
  const rowLength = 1 + Math.ceil(image.width / 8);
  const byte = image.data[y * rowLength + 1 + (x >> 3)] ?? 0;
  return ((byte >> (7 - (x & 7))) & 1) === 0;
}

function expectPixels(modules: Modules) {
  const image = decode(pngOfModules(modules));
  const size = modules.length - 2 + 2 * QUIET_ZONE;
  expect([image.width, image.height]).toEqual([size * 4, size * 4]);
  expect(image.data).toHaveLength(size * 4 * (1 + Math.ceil((size * 4) / 8)));
  let wrong = 0;
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const dark = modules[(y >> 2) - QUIET_ZONE + 1]?.[(x >> 2) - QUIET_ZONE + 1] ?? false;
      if (pixelIsDark(image, x, y) !== dark) wrong++;
    }
  }
  expect(wrong).toBe(0);
}

describe('the file', () => {
  const image = decode(pngOfModules(symbolOf(53, (x, y) => (x * y) % 3 === 0)));

  it('has a header, data and an end', () => expect(image.names).toEqual(['IHDR', 'IDAT', 'IEND']));

  it('is a one-bit greyscale image, not interlaced', () => {
    expect([...image.header.subarray(8)]).toEqual([1, 0, 0, 0, 0]);
  });

  it('filters no row', () => {
    const rowLength = 1 + Math.ceil(image.width / 8);
    for (let y = 0; y < image.height; y++) expect(image.data[y * rowLength]).toBe(0);
  });
});

describe('the pixels', () => {
  it.each(Array.from({ length: 34 }, (_, index) => 17 + 4 * (index + 1)))(
    'of a symbol of %i modules are right',
    (size) => {
      expectPixels(symbolOf(size, (x, y) => (x * 7 + y * 13) % 5 < 2));
    },
  );

  it('are right when all modules are dark, and when all are light', () => {
    expectPixels(symbolOf(53, () => true));
    expectPixels(symbolOf(53, () => false));
  });

  it('are right when every byte takes its longest code', () =>
    expectPixels(symbolOf(LARGEST, (x) => x % 2 === 1)));

  it('are right for any modules', () => {
    fc.assert(fc.property(anyModules, expectPixels), { numRuns: 40 });
  });
});

it('the quiet zone is four modules wide', () => {
  const modules = symbolOf(21, () => true);
  expect(sizeWithQuietZone(modules)).toBe(29);
  const rows = rowsWithQuietZone(modules);
  expect(rows).toHaveLength(29);
  expect(rows.map((row) => row.includes(true)).indexOf(true)).toBe(4);
  expect(rows.map((row) => row.includes(true)).lastIndexOf(true)).toBe(24);
});
