import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';
import type { Psp } from './psp.ts';

export type Reply = { status: number; type: string; body: Record<string, unknown> };

/** A receiver's program as any PSP meets it: its certificate, a token, calls. */
export type PspClient = {
  token(form?: TokenForm): Promise<Reply>;
  /** Asks for a token first when it has none. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply>;
  useToken(token: string): void;
  close(): Promise<void>;
};

export type TokenForm = {
  auth?: 'basic' | 'body' | 'id only';
  body?: 'form' | 'json';
  secret?: string;
  scope?: string;
  query?: string;
};

export type ClientIdentity = { pfx?: Buffer; passphrase?: string; cert?: Buffer; key?: Buffer };

/** Without an identity of its own, with the newest PFX. */
export function createClient(psp: Psp, identity?: ClientIdentity): PspClient {
  const own = identity ?? { pfx: readFileSync(psp.client.pfxFile), passphrase: psp.passphrase };
  const dispatcher = new Agent({ connect: { ca: readFileSync(psp.caFile), ...own } });
  let token: string | undefined;
  const send = async (method: string, url: string, headers: Record<string, string>, body?: string) => {
    const answer = await request(url, {
      method,
      headers,
      dispatcher,
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.body.text();
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type'] ?? ''),
      body: text === '' ? {} : JSON.parse(text),
    };
  };
  const client: PspClient = {
    token: (form = {}) => send('POST', psp.tokenUrl + (form.query ?? ''), ...tokenRequest(psp, form)),
    async call(method, path, body, headers = {}) {
      token ??= String((await client.token()).body.access_token);
      const typed: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
      const all = { authorization: `Bearer ${token}`, ...typed, ...headers };
      return send(method, psp.apiUrl + path, all, body === undefined ? undefined : JSON.stringify(body));
    },
    useToken(given) {
      token = given;
    },
    close: () => dispatcher.close(),
  };
  return client;
}

function tokenRequest(psp: Psp, form: TokenForm): [Record<string, string>, string] {
  const { auth = 'basic', body = 'form', secret = psp.clientSecret, scope } = form;
  const fields = {
    ...(form.query === undefined ? { grant_type: 'client_credentials' } : {}),
    ...(auth === 'basic' ? {} : { client_id: psp.clientId }),
    ...(auth === 'body' ? { client_secret: secret } : {}),
    ...(scope === undefined ? {} : { scope }),
  };
  const basic = `Basic ${Buffer.from(`${psp.clientId}:${secret}`).toString('base64')}`;
  const headers = {
    'content-type': body === 'form' ? 'application/x-www-form-urlencoded' : 'application/json',
    ...(auth === 'basic' ? { authorization: basic } : {}),
  };
  return [headers, body === 'form' ? new URLSearchParams(fields).toString() : JSON.stringify(fields)];
}
