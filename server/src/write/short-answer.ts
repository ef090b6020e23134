import { PICTURES_VERSION, qrPng } from '../qr/png.ts';

/** A picture that this process has made of a text. */
export type OwnPicture = { readonly text: string; readonly png: Buffer };

const PICTURE = '"qr_code":"data:image/png;base64,';
const TEXT = '","copy_paste":"';
/** Bodies are JSON, which never begins with this character: what does is a shortened one, of this version of pictures. */
const MARK = `~${PICTURES_VERSION}:`;
const HEADER = /^~(\d+):(\d+):/;

/**
 * An answer without its QR picture, more than half of its bytes: the picture follows from the text beside it. Only where
 * the same bytes are made from that text; every other answer is returned unchanged.
 */
export function shortened(body: string, own?: OwnPicture): string {
  for (let at = body.indexOf(PICTURE); at >= 0; at = body.indexOf(PICTURE, at + 1)) {
    const begin = at + PICTURE.length;
    const end = body.indexOf('"', begin);
    const text = textAt(body, end);
    if (text === null) continue;
    const png = own?.text === text ? own.png : qrPng(text);
    if (png.toString('base64') !== body.slice(begin, end)) continue;
    return `${MARK}${begin}:${body.slice(0, begin)}${body.slice(end)}`;
  }
  return body;
}

/** The answer as it was sent. */
export function restored(stored: string): string {
  const [header, version, place] = HEADER.exec(stored) ?? [];
  if (header === undefined) return stored;
  if (version !== PICTURES_VERSION) throw new Error(`pictures of version ${version} cannot be made again`);
  const body = stored.slice(header.length);
  const text = textAt(body, Number(place));
  if (text === null) throw new Error('a shortened answer has lost the text of its picture');
  return body.slice(0, Number(place)) + qrPng(text).toString('base64') + body.slice(Number(place));
}

const MAX_TEXT_LENGTH = 512;

/** The text that follows a picture; null: there is none, or one with escapes. */
function textAt(body: string, end: number): string | null {
  if (!body.startsWith(TEXT, end)) return null;
  const begin = end + TEXT.length;
  const text = body.slice(begin, body.indexOf('"', begin));
  return text === '' || text.length > MAX_TEXT_LENGTH || text.includes('\\') ? null : text;
}
