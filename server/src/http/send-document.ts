import type { FastifyReply } from 'fastify';

type Document = { readonly id: string; readonly content_type: string; readonly name: string | null };

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** A document that someone uploaded: a browser saves it and never shows it as a page of this gateway. */
export function sendDocument(reply: FastifyReply, { id, content_type, name }: Document, bytes: Buffer) {
  const extension = EXTENSIONS[content_type] ?? 'bin';
  const given = (name ?? '').replace(/\.[A-Za-z0-9]{1,5}$/, '');
  // The name of the uploader's file, with the ending of what it is.
  const encoded = encodeURIComponent(`${given || id}.${extension}`).replace(/['()*]/g, '_');
  return reply
    .header('Content-Disposition', `attachment; filename="${id}.${extension}"; filename*=UTF-8''${encoded}`)
    .header('Content-Security-Policy', 'sandbox')
    .header('X-Content-Type-Options', 'nosniff')
    .type(content_type)
    .send(bytes);
}
