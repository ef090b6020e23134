import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createCertificateAuthority } from '../../../../test/support/certificates.ts';
import { exchange, openHttpClient } from './exchange.ts';

const OPENSSL = 'openssl';
const OPENSSL_IS_HERE = spawnSync(OPENSSL, ['version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'guiche-exchange-'));
const bank = createCertificateAuthority('Bank');
const stranger = createCertificateAuthority('Stranger');
const children: ChildProcess[] = [];

afterAll(() => {
  for (const child of children) child.kill();
  rmSync(folder, { recursive: true });
});

function file(name: string, contents: string): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

/** A server that refuses foreign certificates in the handshake, as banks do: node's own only cuts the connection. */
function startStrict(version: string): Promise<URL> {
  const { cert, key } = bank.issueServer(['localhost']);
  const child = spawn(OPENSSL, [
    ...['s_server', '-accept', '0', '-www', version, '-Verify', '1', '-verify_return_error'],
    ...[
      '-cert',
      file('server.pem', cert),
      '-key',
      file('server.key', key),
      '-CAfile',
      file('ca.pem', bank.cert),
    ],
  ]);
  children.push(child);
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('exit', () => reject(new Error(`openssl ended: ${said}`)));
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      const [, port] = /ACCEPT .*:(\d+)/.exec(said) ?? [];
      if (port) resolve(new URL(`https://localhost:${port}/`));
    });
  });
}

describe.skipIf(!OPENSSL_IS_HERE)('a server that refuses certificates in the handshake', () => {
  it.each(['-tls1_2', '-tls1_3'])('has seen nothing of the request (%s)', async (version) => {
    const url = await startStrict(version);
    for (const identity of [{}, pem(stranger.issueClient('shop', ''))]) {
      const client = openHttpClient({ ...identity, ca: [bank.cert] });
      const exchanged = await exchange(client, { url, method: 'PUT', headers: {}, body: '{}' }, 5_000);
      expect(exchanged).toEqual({
        kind: 'unsent',
        reason: 'our certificate was refused',
        failure: 'client certificate',
      });
      client.close();
    }
  });

  it.each(['-tls1_2', '-tls1_3'])('answers a trusted client (%s)', async (version) => {
    const url = await startStrict(version);
    const client = openHttpClient({ ...pem(bank.issueClient('shop', '')), ca: [bank.cert] });
    expect(await exchange(client, { url, method: 'GET', headers: {}, body: null }, 5_000)).toMatchObject({
      kind: 'answered',
      status: 200,
    });
    client.close();
  });
});

it('a request that cannot be written at all is unsent', async () => {
  const client = openHttpClient({});
  const headers = { 'x-strange': 'a\nb' };
  const request = { url: new URL('https://localhost:1/'), method: 'GET', headers, body: null } as const;
  expect(await exchange(client, request, 1_000)).toMatchObject({ kind: 'unsent' });
  client.close();
});

function pem({ cert, key }: { cert: string; key: string }) {
  return { cert: Buffer.from(cert), key: Buffer.from(key) };
}
