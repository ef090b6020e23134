import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import type { Psp } from '../psp/psp.ts';
import { newText } from '../psp/random.ts';
import { createCertificateAuthority } from './certificates.ts';

/**
 * What goes wrong on the way, and says it with everything it was sent. `unauthorized`, `refused`, `failing` and `page`
 * repeat the request's headers and body in their answer; `cut` closes the connection.
 */
export type Trouble = 'unauthorized' | 'refused' | 'failing' | 'page' | 'cut';
export type Where = 'token' | 'api';

/** Stands before a PSP and passes everything on: what it saw are the secrets that travelled. */
export type Relay = {
  readonly tokenUrl: string;
  readonly apiUrl: string;
  /** The authority of its certificate, as PEM. */
  readonly authority: string;
  readonly tokens: readonly string[];
  readonly struck: Readonly<Record<string, number>>;
  trouble(where: Where, trouble: Trouble | null): void;
  /** From now on, and until it is trusted again, its certificate is of an authority that nobody knows. */
  beTrusted(isTrusted: boolean): void;
  close(): Promise<void>;
};

const STATUS: Readonly<Record<Exclude<Trouble, 'cut'>, number>> = {
  unauthorized: 401,
  refused: 400,
  failing: 503,
  page: 500,
};
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const NAMES: [string[], string[]] = [['localhost'], ['127.0.0.1']];

export async function startRelay(psp: Psp): Promise<Relay> {
  const authority = createCertificateAuthority('Relay');
  const own = authority.issueServer(...NAMES);
  const nobodys = createCertificateAuthority('Nobody').issueServer(...NAMES);
  const { certFile, keyFile } = psp.client;
  const identity = { cert: readFileSync(certFile), key: readFileSync(keyFile) };
  const dispatcher = new Agent({ connect: { ca: readFileSync(psp.caFile), ...identity } });
  const tokens: string[] = [];
  const struck: Record<string, number> = {};
  const troubles: Record<Where, Trouble | null> = { token: null, api: null };
  const names = new Map<string, string>();
  // Many banks' tokens are JWTs: words with hyphens and underscores, that do not look like a number or a key.
  const renamed = (told: string) => {
    const grant = JSON.parse(told) as { access_token?: string };
    if (grant.access_token === undefined) return told;
    const token = Array.from({ length: 6 }, () => newText(12, LETTERS)).join('_');
    names.set(`Bearer ${token}`, `Bearer ${grant.access_token}`);
    tokens.push(token);
    return JSON.stringify({ ...grant, access_token: token });
  };
  const asKnown = (headers: IncomingHttpHeaders) => {
    const { authorization = '' } = headers;
    return { authorization: names.get(authorization) ?? authorization };
  };
  const tls = { cert: own.cert, key: own.key, requestCert: true, rejectUnauthorized: false };
  const server = createServer(tls, async (incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const body = await text(incoming);
    const where: Where = url.startsWith(new URL(psp.tokenUrl).pathname) ? 'token' : 'api';
    const trouble = troubles[where];
    if (trouble) struck[`${where} ${trouble}`] = (struck[`${where} ${trouble}`] ?? 0) + 1;
    if (trouble === 'cut') return void incoming.socket.destroy();
    if (trouble) {
      const { status, type, answer } = echo(trouble, { ...headers, body });
      return void outgoing.writeHead(status, { 'content-type': type }).end(answer);
    }
    const passed = await request(new URL(url, psp.apiUrl), {
      method: method as 'GET',
      headers: { ...pick(headers, 'content-type'), ...pick(asKnown(headers), 'authorization') },
      body: body === '' ? null : body,
      dispatcher,
    });
    const told = await passed.body.text();
    const answer = where === 'token' ? renamed(told) : told;
    const type = String(passed.headers['content-type'] ?? 'application/json');
    outgoing.writeHead(passed.statusCode, { 'content-type': type }).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  return {
    tokenUrl: origin + new URL(psp.tokenUrl).pathname,
    apiUrl: origin + new URL(psp.apiUrl).pathname,
    authority: authority.cert,
    tokens,
    struck,
    trouble(where, trouble) {
      troubles[where] = trouble;
    },
    beTrusted(isTrusted) {
      server.setSecureContext(isTrusted ? own : nobodys);
      server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await dispatcher.close();
    },
  };
}

function pick(headers: NodeJS.Dict<string | string[]>, name: string): Record<string, string> {
  const value = headers[name];
  return value === undefined ? {} : { [name]: String(value) };
}

/** As gateways in front of a bank do that quote what they did not like. */
function echo(trouble: Exclude<Trouble, 'cut'>, sent: object) {
  const quoted = JSON.stringify(sent);
  const status = STATUS[trouble];
  if (trouble === 'page') return { status, type: 'text/html', answer: `<html><pre>${quoted}</pre></html>` };
  const answer = JSON.stringify({
    ...{ type: 'https://pix.bcb.gov.br/api/v2/error/Erro', title: quoted, status, detail: quoted },
    ...{ error: quoted, error_description: quoted, violacoes: [{ razao: quoted, propriedade: 'cob' }] },
  });
  return { status, type: 'application/problem+json', answer };
}
