import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { encodeAgain } from './picture.ts';
import { sniffType } from './sniff.ts';

const BOUNDS = { maxSide: 512, maxBytes: 100 * 1_024 };
const RED = { r: 200, g: 10, b: 10 };

const plain = (width: number, height: number, background: object = RED) =>
  sharp({ create: { width, height, channels: 3, background: background as typeof RED } });

/** Noise does not compress. */
function noise(side: number): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 4);
  let state = 1;
  for (let at = 0; at < pixels.length; at += 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    pixels[at] = state >>> 24;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } })
    .png()
    .toBuffer();
}

/** A PNG that says it is huge, and holds next to nothing. */
function bomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const named = Buffer.concat([Buffer.from(type), data]);
    return Buffer.concat([length, named, crcOf(named)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crcOf(bytes: Buffer): Buffer {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const written = Buffer.alloc(4);
  written.writeUInt32BE(~crc >>> 0);
  return written;
}

describe('the type of what was sent', () => {
  it.each([
    ['image/png', '89504e470d0a1a0a0000'],
    ['image/jpeg', 'ffd8ffe000104a464946'],
    ['image/webp', '524946460000000057454250'],
    ['application/pdf', '255044462d312e37'],
    [null, '474946383961'],
    [null, '3c7376673e'],
    [null, '52494646000000005741564500'],
    [null, ''],
  ])('is read from its first bytes: %s', (type, hex) => {
    expect(sniffType(Buffer.from(hex, 'hex'))).toBe(type);
  });
});

describe('a picture encoded again', () => {
  it('fits its bounds, keeps its proportions and is never enlarged', async () => {
    const large = await encodeAgain(await plain(2_000, 1_000).png().toBuffer(), BOUNDS);
    expect(large).toMatchObject({ type: 'image/jpeg', width: 512, height: 256 });
    const small = await encodeAgain(await plain(40, 20).webp().toBuffer(), BOUNDS);
    expect(small).toMatchObject({ type: 'image/jpeg', width: 40, height: 20 });
  });

  it('stays a PNG where it is transparent', async () => {
    const clear = await plain(100, 100).ensureAlpha(0.5).png().toBuffer();
    const picture = await encodeAgain(clear, BOUNDS);
    expect(picture?.type).toBe('image/png');
    expect((await sharp(picture?.bytes).metadata()).hasAlpha).toBe(true);
  });

  it('loses its metadata, and lies as its orientation said', async () => {
    const tagged = await plain(60, 30)
      .jpeg()
      .withExif({ IFD0: { Artist: 'A. Person' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const picture = await encodeAgain(tagged, BOUNDS);
    expect(picture).toMatchObject({ width: 30, height: 60 });
    const { exif, orientation, xmp, icc } = await sharp(picture?.bytes).metadata();
    expect({ exif, orientation, xmp, icc }).toEqual({});
  });

  it('loses what was appended to it', async () => {
    const sent = Buffer.concat([
      await plain(10, 10).png().toBuffer(),
      Buffer.from('<script>alert(1)</script>'),
    ]);
    const picture = await encodeAgain(sent, BOUNDS);
    expect(picture?.bytes.includes('script')).toBe(false);
  });

  it('is made smaller until its bytes fit', async () => {
    const picture = await encodeAgain(await noise(512), { maxSide: 512, maxBytes: 60 * 1_024 });
    expect(picture?.bytes.length).toBeLessThanOrEqual(60 * 1_024);
    expect(picture?.width).toBeLessThan(512);
  });

  it('takes little work, whatever it shows: noise with a palette, or pixels of sixteen bits', async () => {
    const workOf = async (work: () => Promise<unknown>) => {
      const before = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1e6;
    };
    const rough = await noise(1_024);
    let picture: Awaited<ReturnType<typeof encodeAgain>> = null;
    const bounds = { maxSide: 1_024, maxBytes: 300 * 1_024 };
    const seconds = await workOf(async () => {
      picture = await encodeAgain(rough, bounds);
    });
    expect(picture).toMatchObject({ type: 'image/png' });
    expect(seconds).toBeLessThan(10);
    const deep = await plain(3_000, 3_000).ensureAlpha(0).toColourspace('rgb16').png().toBuffer();
    const once = await workOf(() => sharp(deep).resize(1_024, 1_024).raw().toBuffer());
    expect(await workOf(() => encodeAgain(deep, bounds))).toBeLessThan(3 * once);
  }, 60_000);

  it('is refused when it has too many pixels, however small the file is, or cannot be decoded', async () => {
    expect(await encodeAgain(bomb(30_000, 30_000), BOUNDS)).toBeNull();
    expect(await encodeAgain(bomb(5_001, 5_000), BOUNDS)).toBeNull();
    const whole = await noise(64);
    expect(await encodeAgain(whole.subarray(0, whole.length / 2), BOUNDS)).toBeNull();
    expect(await encodeAgain(Buffer.from('89504e470d0a1a0a', 'hex'), BOUNDS)).toBeNull();
  });

  it('is never read by another decoder than those of the three formats', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
    expect(await encodeAgain(svg, BOUNDS)).toBeNull();
    expect(await encodeAgain(gif, BOUNDS)).toBeNull();
  });
});
