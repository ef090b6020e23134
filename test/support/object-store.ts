import { createHash, createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const STORE_KEY = 'AKIATESTSTORE';
const STORE_SECRET = 'secret/of+the-store';
const REGION = 'sa-east-1';
const BUCKET = 'guiche-files';

/** An S3-compatible store in memory over real HTTP. It works the signature out for itself and refuses a wrong one. */
export async function startObjectStore() {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  let isDown = false;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = '', url = '' } = request;
    requests.push(`${method} ${url}`);
    if (isDown) return response.writeHead(503).end('<Error/>');
    if (!isSigned(method, url, request.headers, body)) return response.writeHead(403).end('<Error/>');
    if (!url.startsWith(`/${BUCKET}/`)) return response.writeHead(404).end('<Error/>');
    if (method === 'PUT') objects.set(url, body);
    if (method === 'DELETE') objects.delete(url);
    const stored = objects.get(url);
    if (method === 'GET' && !stored) return response.writeHead(404).end('<Error/>');
    return response.writeHead(method === 'DELETE' ? 204 : 200).end(method === 'GET' ? stored : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    objects,
    requests,
    environment: {
      GUICHE_FILES_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      GUICHE_FILES_S3_BUCKET: BUCKET,
      GUICHE_FILES_S3_REGION: REGION,
      GUICHE_FILES_S3_KEY: STORE_KEY,
      GUICHE_FILES_S3_SECRET: STORE_SECRET,
    },
    setDown: (down: boolean) => {
      isDown = down;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Headers = Record<string, string | string[] | undefined>;

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

function isSigned(method: string, url: string, headers: Headers, body: Buffer): boolean {
  const given = String(headers.authorization);
  const [, day, names, signature] =
    /Credential=AKIATESTSTORE\/(\d{8})\/sa-east-1\/s3\/aws4_request,SignedHeaders=([^,]+),Signature=(.+)$/.exec(
      given,
    ) ?? [];
  if (!day || !names || headers['x-amz-content-sha256'] !== sha256(body)) return false;
  const lines = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const canonical = `${method}\n${url}\n\n${lines.join('')}\n${names}\n${sha256(body)}`;
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(hmac(`AWS4${STORE_SECRET}`, day), REGION), 's3'), 'aws4_request');
  return hmac(key, text).toString('hex') === signature;
}
