import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { type PspConfig, readPixPsps } from '../../server/src/providers/apipix/config.ts';
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type IssuedCertificate,
} from './certificates.ts';

export type SeenRequest = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** drop: the connection is cut instead; silence: nothing is ever said. */
export type Reply =
  | { status?: number; body?: unknown; text?: string; headers?: Record<string, string> }
  | 'drop'
  | 'silence';
export type Answering = (request: SeenRequest) => Reply | Promise<Reply>;

/** The least that can be called a PSP: mutual TLS, tokens, and answers that the test says. */
export type ApipixServer = {
  readonly origin: string;
  readonly authority: CertificateAuthority;
  readonly folder: string;
  /** Settings with which the generic profile reaches it as the instance `bank`. */
  readonly environment: Record<string, string>;
  /** All but those for tokens. */
  readonly seen: SeenRequest[];
  readonly seenTokens: SeenRequest[];
  answer(how: Answering): void;
  answerTokens(how: Answering): void;
  /** From now on only this client certificate is let in; connections of others are cut. */
  letIn(certificate: IssuedCertificate): void;
  /** Writes a client certificate where the settings look for it. */
  place(certificate: IssuedCertificate): void;
  config(changes?: Record<string, string | undefined>, profile?: string): PspConfig;
  close(): Promise<void>;
};

export const PASSPHRASE = 'the-passphrase-of-the-pfx';
export const CLIENT_SECRET = 'the-client-secret';
export const PIX_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';

export async function startApipixServer(): Promise<ApipixServer> {
  const folder = mkdtempSync(join(tmpdir(), 'guiche-apipix-'));
  const authority = createCertificateAuthority('Bank');
  const seen: SeenRequest[] = [];
  const seenTokens: SeenRequest[] = [];
  let welcome: string | null = null;
  let answer: Answering = () => ({ status: 404, body: { title: 'Not found' } });
  let answerTokens: Answering = () => ({
    body: { access_token: `token-${seenTokens.length}`, expires_in: 3_600 },
  });
  const server = createServer(
    { ...authority.issueServer(['localhost'], ['127.0.0.1']), ca: authority.cert, requestCert: true },
    async (incoming, outgoing) => {
      const { fingerprint256 } = (incoming.socket as TLSSocket).getPeerCertificate();
      if (welcome !== null && fingerprint256 !== welcome) return outgoing.destroy();
      const request = await readRequest(incoming);
      const isForToken = request.path.startsWith('/token');
      (isForToken ? seenTokens : seen).push(request);
      give(await (isForToken ? answerTokens : answer)(request), outgoing);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, authority.cert);
  const environment = settingsOf(origin, folder, caFile);
  const place = (certificate: IssuedCertificate) => {
    writeFileSync(join(folder, 'new.p12'), certificate.pfx);
    renameSync(join(folder, 'new.p12'), join(folder, 'client.p12'));
  };
  place(authority.issueClient('shop', PASSPHRASE));
  return {
    ...{ origin, authority, folder, environment, seen, seenTokens, place },
    answer: (how) => {
      answer = how;
    },
    answerTokens: (how) => {
      answerTokens = how;
    },
    letIn: (certificate) => {
      welcome = certificate.fingerprint;
      server.closeAllConnections();
    },
    config: (changes = {}, profile = 'generic') => {
      const [config] = readPixPsps({ ...environment, ...changes }, [`bank:${profile}`]);
      if (!config) throw new Error('no PSP was read');
      return config;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      rmSync(folder, { recursive: true });
    },
  };
}

function settingsOf(origin: string, folder: string, caFile: string): Record<string, string> {
  return {
    GUICHE_PIX_BANK_CLIENT_ID: 'shop',
    GUICHE_PIX_BANK_CLIENT_SECRET: CLIENT_SECRET,
    GUICHE_PIX_BANK_CERTIFICATE: join(folder, 'client.p12'),
    GUICHE_PIX_BANK_PASSPHRASE: PASSPHRASE,
    GUICHE_PIX_BANK_KEY: PIX_KEY,
    GUICHE_PIX_BANK_TOKEN_URL: `${origin}/token`,
    GUICHE_PIX_BANK_API_URL: `${origin}/api`,
    GUICHE_PIX_BANK_CA: caFile,
  };
}

async function readRequest(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const { method = '', url: path = '', headers } = incoming;
  return { method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
}

function give(reply: Reply, outgoing: ServerResponse): void {
  if (reply === 'silence') return;
  if (reply === 'drop') {
    outgoing.destroy();
    return;
  }
  const { status = 200, body, text, headers } = reply;
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
  outgoing.end(text ?? JSON.stringify(body ?? {}));
}
