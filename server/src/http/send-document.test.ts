import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { sendDocument } from './send-document.ts';

it.each([
  ['RG frente.pdf', 'application/pdf', 'RG%20frente.pdf'],
  ['nota.html', 'application/pdf', 'nota.pdf'],
  ['a";\r\nSet-Cookie: x=1.png', 'image/png', 'a%22%3B%0D%0ASet-Cookie%3A%20x%3D1.png'],
  ["it's (1).jpg", 'image/jpeg', 'it_s%20_1_.jpg'],
  [null, 'image/jpeg', 'ID.jpg'],
])('a document named %j is saved, never shown', async (name, type, encoded) => {
  const app = Fastify();
  app.get('/', (_request, reply) =>
    sendDocument(reply, { id: 'ID', content_type: type, name }, Buffer.from('x')),
  );
  const { headers, body } = await app.inject('/');
  const [, extension] = encoded.split(/\.(?=[a-z]+$)/);
  expect(headers).toMatchObject({
    'content-disposition': `attachment; filename="ID.${extension}"; filename*=UTF-8''${encoded}`,
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'content-type': type,
  });
  expect(headers['set-cookie']).toBeUndefined();
  expect(body).toBe('x');
});
