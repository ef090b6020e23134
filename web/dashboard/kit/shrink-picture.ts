/** What the gateway takes. */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024;

const MAX_SIDE = 2400;
const PREVIEW_SIDE = 320;
const QUALITY = 0.88;

type Prepared = {
  content: Blob /** A small picture as a data address; null: it is none, or cannot be shown. */;
  preview: string | null;
};

/**
 * A photograph of a phone is larger than what is taken and slow to send: it is made smaller here, with its letters still
 * sharp. What this browser cannot read is sent as it is, and the gateway says what is wrong with it.
 */
export async function shrinkPicture(file: File): Promise<Prepared> {
  if (file.type === 'application/pdf') return { content: file, preview: null };
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return { content: file, preview: null };
  const isSmall = Math.max(picture.width, picture.height) <= MAX_SIDE;
  const content = isSmall && file.size <= MAX_UPLOAD_BYTES ? file : await jpegOf(drawn(picture, MAX_SIDE));
  const preview = drawn(picture, PREVIEW_SIDE).toDataURL('image/jpeg', QUALITY);
  picture.close();
  return { content: content ?? file, preview };
}

function drawn(picture: ImageBitmap, maxSide: number): HTMLCanvasElement {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
}
