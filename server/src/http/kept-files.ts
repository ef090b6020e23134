import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A file whose name changes with its content, so that browsers may keep it without expiry. */
export type KeptFile = { readonly type: string; readonly plain: Buffer; readonly packed: Buffer };

export function keptFile(type: string, content: string): KeptFile {
  const plain = Buffer.from(content);
  return { type, plain, packed: gzipSync(plain, { level: 9 }) };
}

export function sendKept(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  const takesPacked = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  if (takesPacked) reply.header('Content-Encoding', 'gzip');
  return reply
    .header('Cache-Control', 'public, max-age=31536000, immutable')
    .header('Vary', 'Accept-Encoding')
    .type(file.type)
    .send(takesPacked ? file.packed : file.plain);
}
