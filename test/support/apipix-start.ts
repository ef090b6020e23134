import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import forge from 'node-forge';

const ROOT = resolve(import.meta.dirname, '../..');
const MAIN = join(ROOT, 'dist', 'main.js');
const ENDS_WITHIN_MS = 60_000;
const DAY_MS = 86_400_000;

export type FailedStart = { code: number | null; stdout: string; stderr: string };

/** Starts a gateway that is not to start, and waits for its end. */
export function endOfStart(environment: Record<string, string>): Promise<FailedStart> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    cwd: ROOT,
    env: {
      ...{ PATH, HOME, PORT: '0', GUICHE_DEMO: 'off', GUICHE_LOG_LEVEL: 'warn' },
      GUICHE_SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
      GUICHE_DATA_DIR: join(tmpdir(), 'guiche-start-never-written'),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_WITHIN_MS,
  });
  const heard = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      heard[name] += text;
    });
  }
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done({ code, ...heard }));
  });
}

export type Folder = { write(name: string, contents: string | Buffer): string; remove(): void };

export function temporaryFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'guiche-apipix-files-'));
  return {
    write(name, contents) {
      const file = join(path, name);
      writeFileSync(file, contents);
      return file;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Certificate and key in one PEM text; its last day was yesterday. */
export function endedCertificate(): string {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  certificate.serialNumber = '01';
  certificate.validity.notBefore = new Date(Date.now() - 30 * DAY_MS);
  certificate.validity.notAfter = new Date(Date.now() - DAY_MS);
  const subject = [{ name: 'commonName', value: 'ended' }];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.sign(forge.pki.privateKeyFromPem(privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate) + privateKey;
}

/** A fatal alert of TLS: the certificate's authority is unknown. */
const UNKNOWN_AUTHORITY = Buffer.from('15030300020230', 'hex');

/** A server that refuses every client's certificate in so many words. Node's own would only hang up. */
export async function startRefuser(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(UNKNOWN_AUTHORITY));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await new Promise((done) => server.close(done));
    },
  };
}
