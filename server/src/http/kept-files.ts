import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file whose name changes with its content, so that browsers may keep it without expiry. */
export type KeptFile = {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly brotli: Buffer;
};

export function keptFile(type: string, content: string): KeptFile {
  const plain = Buffer.from(content);
  return { type, plain, gzip: gzipSync(plain, { level: 9 }), brotli: brotliCompressSync(plain) };
}

export function sendKept(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  const accepted = request.headers['accept-encoding'] ?? '';
  // Browsers name brotli only where it cannot be broken by an old proxy: over TLS and on this machine.
  const [encoding, content] = /\bbr\b/.test(accepted)
    ? ['br', file.brotli]
    : /\bgzip\b/.test(accepted)
      ? ['gzip', file.gzip]
      : [null, file.plain];
  if (encoding) reply.header('Content-Encoding', encoding);
  return reply
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .header('Vary', 'Accept-Encoding')
    .type(file.type)
    .send(content);
}
