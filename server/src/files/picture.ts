import type { Sharp, SharpOptions } from 'sharp';
import type { PictureType } from './purposes.ts';

export type Picture = { type: PictureType; bytes: Buffer; width: number; height: number };
type Bounds = { readonly maxSide: number; readonly maxBytes: number };

/** Of 5,000 by 5,000: more than a telephone's photograph, and 100 MB once decoded. */
const MAX_PIXELS = 25_000_000;
/** Each holds a decoded picture in memory. */
const MAX_AT_ONCE = 2;
const JPEG_QUALITY = 85;
const TIMEOUT_SECONDS = 10;
const MAX_PALETTE_SIDE = 1_024;
/** Smaller and smaller until the bytes fit. */
const SHRINK = [1, 0.75, 0.5, 0.35, 0.25];

/** Loaded with the first picture: most processes never see one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // The library reads many formats. Only these decoders ever see what a stranger sent.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
let library: ReturnType<typeof loadSharp> | null = null;

/**
 * The picture decoded and encoded again: what was hidden in it, its metadata and its place of origin are gone. Only the
 * first frame of a moving one stays. PNG where pixels are transparent, JPEG otherwise, because mails and PDFs show both.
 * Null: it cannot be decoded, or has too many pixels.
 */
export async function encodeAgain(bytes: Buffer, bounds: Bounds): Promise<Picture | null> {
  await enter();
  try {
    library ??= loadSharp();
    const sharp = await library;
    const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true };
    const reduced = await within(sharp(bytes, options).autoOrient(), bounds.maxSide)
      .raw()
      .toBuffer({ resolveWithObject: true });
    // What follows reads the small picture: a large one is decoded once, however often it is encoded.
    const { width, height, channels } = reduced.info;
    const open = () => sharp(reduced.data, { raw: { width, height, channels } });
    const isOpaque = !(await isTransparent(open()));
    for (const factor of SHRINK) {
      const side = Math.max(1, Math.round(bounds.maxSide * factor));
      const picture = await encode(() => within(open(), side), isOpaque, bounds);
      if (picture) return picture;
    }
    return null;
  } catch {
    return null;
  } finally {
    leave();
  }
}

function within(image: Sharp, side: number): Sharp {
  return image
    .timeout({ seconds: TIMEOUT_SECONDS })
    .resize(side, side, { fit: 'inside', withoutEnlargement: true });
}

async function isTransparent(image: Sharp): Promise<boolean> {
  const { hasAlpha } = await image.metadata();
  return hasAlpha && !(await image.stats()).isOpaque;
}

/** Null: its bytes do not fit. */
async function encode(image: () => Sharp, isOpaque: boolean, bounds: Bounds): Promise<Picture | null> {
  if (isOpaque) {
    const encoded = image().flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true });
    return pictureOf('image/jpeg', encoded, bounds);
  }
  const whole = await pictureOf('image/png', image().png({ compressionLevel: 9 }), bounds);
  if (whole || bounds.maxSide > MAX_PALETTE_SIDE) return whole;
  // A palette of noise takes seconds for each megapixel and cannot be interrupted: the least effort, and of small ones.
  const reduced = image().png({ compressionLevel: 9, palette: true, effort: 1 });
  return pictureOf('image/png', reduced, bounds);
}

async function pictureOf(type: PictureType, encoded: Sharp, { maxBytes }: Bounds): Promise<Picture | null> {
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return data.length > maxBytes ? null : { type, bytes: data, width: info.width, height: info.height };
}

let running = 0;
const waiting: (() => void)[] = [];

/** Callers are bounded by the uploads in progress. */
async function enter(): Promise<void> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
}

function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
