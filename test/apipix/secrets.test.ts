import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import forge from 'node-forge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../server/src/db/pool.ts';
import { type Psp, startPsp } from '../psp/psp.ts';
import { newText } from '../psp/random.ts';
import { dumpOf, leaksIn, type Watched } from '../support/apipix-leaks.ts';
import { type Relay, startRelay, type Trouble, type Where } from '../support/apipix-relay.ts';
import { endOfStart, type Folder, startRefuser, temporaryFolder } from '../support/apipix-start.ts';
import { createCertificateAuthority } from '../support/certificates.ts';
import { createTestDatabase, openTestDb, type TestDatabase } from '../support/database.ts';
import {
  type HttpAnswer,
  type ProcessSeller,
  registerSeller,
  requireProgram,
  type Server,
  startServer,
} from '../support/processes.ts';
import { pspSettings } from '../support/psp-gateway.ts';
import { until } from '../support/until.ts';

const CLIENT_SECRET = newText(40);
const PASSPHRASE = newText(40);
const WRONG_PASSPHRASE = newText(40);
const WRONG_SECRET = newText(40);

let psp: Psp;
let relay: Relay;
let database: TestDatabase;
let db: Db;
let files: Folder;
let pfx: Buffer;
let lockedPem: string;
let server: Server;
let seller: ProcessSeller;
/** Everything that came out of the gateway, wherever it came out. */
const heard: string[] = [];

beforeAll(async () => {
  await requireProgram();
  files = temporaryFolder();
  [psp, database] = await Promise.all([startPsp({ clientSecret: CLIENT_SECRET }), createTestDatabase()]);
  db = openTestDb({ connectionString: database.connectionString, connections: 2 });
  relay = await startRelay(psp);
  pfx = lockedPfx();
  lockedPem = lockedKey();
  await psp.behave({ refunds: 'at once' });
}, 120_000);
afterAll(async () => {
  await server?.end('SIGKILL');
  await relay?.close();
  await psp?.stop();
  await db?.close();
  await database?.drop();
  files?.remove();
});

const pem = (name: 'certFile' | 'keyFile') => readFileSync(psp.client[name], 'utf8');

function lockedPfx(): Buffer {
  const key = forge.pki.privateKeyFromPem(pem('keyFile'));
  const chain = [forge.pki.certificateFromPem(pem('certFile'))];
  const contents = forge.pkcs12.toPkcs12Asn1(key, chain, PASSPHRASE, { algorithm: '3des', count: 100 });
  return Buffer.from(forge.asn1.toDer(contents).getBytes(), 'binary');
}

function lockedKey(): string {
  const lock = { cipher: 'aes-256-cbc', passphrase: PASSPHRASE };
  return createPrivateKey(pem('keyFile'))
    .export({ type: 'pkcs8', format: 'pem', ...lock })
    .toString();
}

function settings(): Record<string, string> {
  return {
    ...pspSettings({ main: psp }),
    GUICHE_LOG_LEVEL: 'debug',
    GUICHE_COMPARE_SECONDS: '1',
    GUICHE_PIX_MAIN_TOKEN_URL: relay.tokenUrl,
    GUICHE_PIX_MAIN_API_URL: relay.apiUrl,
    GUICHE_PIX_MAIN_CA: files.write('ca.pem', relay.authority),
    GUICHE_PIX_MAIN_CERTIFICATE: files.write('client.p12', pfx),
    GUICHE_PIX_MAIN_PASSPHRASE: PASSPHRASE,
  };
}

function watched(): Watched {
  const key = createPrivateKey(pem('keyFile'));
  return {
    'client secret': CLIENT_SECRET,
    'wrong client secret': WRONG_SECRET,
    passphrase: PASSPHRASE,
    'wrong passphrase': WRONG_PASSPHRASE,
    'PFX file': pfx,
    certificate: new X509Certificate(pem('certFile')).raw,
    'private key (PKCS#1)': key.export({ type: 'pkcs1', format: 'der' }),
    'private key (PKCS#8)': key.export({ type: 'pkcs8', format: 'der' }),
    'locked key': Buffer.from(lockedPem.replace(/-----[^-]+-----|\s/g, ''), 'base64'),
    ...Object.fromEntries(relay.tokens.map((token, at) => [`access token ${at}`, token])),
  };
}

async function ask(...request: Parameters<Server['call']>): Promise<HttpAnswer> {
  const answer = await server.call(...request);
  heard.push(JSON.stringify([...answer.headers]), answer.text);
  return answer;
}

const create = () =>
  ask('POST', '/api/v1/charges', seller, {
    billing_type: 'PIX',
    value: 10,
    description: 'a marked charge',
    customer: { name: 'Ana Souza', cpf_cnpj: '52998224725' },
  });

async function start(changes: Record<string, string> = {}): Promise<void> {
  const { connectionString: databaseUrl } = database;
  await server?.end('SIGKILL');
  server = await startServer({ databaseUrl, environment: { ...settings(), ...changes } });
}

async function stop(): Promise<void> {
  await server.end('SIGTERM');
  heard.push(server.output());
}

async function failToStart(changes: Record<string, string>): Promise<void> {
  const { connectionString } = database;
  const { code, stdout, stderr } = await endOfStart({
    DATABASE_URL: connectionString,
    ...settings(),
    ...changes,
  });
  expect(code, stdout).toBe(1);
  heard.push(stdout, stderr);
}

/** Nothing is read into the silence of a PSP that is no longer asked: some good calls between the bad ones. */
async function suffer(where: Where, trouble: Trouble): Promise<void> {
  relay.trouble(where, trouble);
  if (where === 'token') await psp.expireTokens();
  expect((await create()).status).toBeGreaterThanOrEqual(400);
  relay.trouble(where, null);
  expect(relay.struck[`${where} ${trouble}`]).toBeGreaterThan(0);
  await recover();
}

async function recover(): Promise<void> {
  let good = 0;
  await until('charges are made again', async () => {
    if ((await create()).status === 201) good += 1;
    return good >= 3;
  });
}

describe('secrets of a PSP', () => {
  const slow = { timeout: 120_000 };

  it('are kept at starts that fail', slow, async () => {
    const { key } = createCertificateAuthority('Other').issueClient('other', PASSPHRASE);
    const bank = await startRefuser();
    await failToStart({ GUICHE_PIX_MAIN_PASSPHRASE: WRONG_PASSPHRASE });
    await failToStart({ GUICHE_PIX_MAIN_CLIENT_SECRET: WRONG_SECRET });
    await failToStart({
      GUICHE_PIX_MAIN_CERTIFICATE: psp.client.certFile,
      GUICHE_PIX_MAIN_CERTIFICATE_KEY: files.write('other.key', key),
    });
    await failToStart({ GUICHE_PIX_MAIN_TOKEN_URL: `https://localhost:${bank.port}/token` });
    await bank.close();
    relay.trouble('token', 'unauthorized');
    await failToStart({});
    relay.trouble('token', null);
    expect(leaksIn(heard.join('\n'), watched())).toEqual([]);
  });

  it('are kept through a good day', slow, async () => {
    await start();
    seller = await registerSeller(server);
    const { body } = await create();
    const txid = (body.pix as { txid: string }).txid;
    await psp.pay(txid);
    const shown = async () => (await ask('GET', `/api/v1/charges/${body.id}`, seller)).body;
    await until('the payment is here', async () => (await shown()).status === 'RECEIVED');
    await create().then(({ body: other }) => psp.pay((other.pix as { txid: string }).txid));
    await ask('POST', `/api/v1/charges/${body.id}/refund`, seller, { amount: 5 });
    await until('the refund is done', async () => (await shown()).refunded_amount === 5);
    await ask('GET', '/metrics');
    expect(leaksIn([...heard, server.output()].join('\n'), watched())).toEqual([]);
  });

  it('are kept during failures, also when others repeat what they received', slow, async () => {
    for (const trouble of ['refused', 'failing', 'page', 'cut', 'unauthorized'] as const) {
      await suffer('api', trouble);
    }
    for (const trouble of ['unauthorized', 'failing', 'page', 'cut'] as const) await suffer('token', trouble);
    relay.beTrusted(false);
    await create();
    relay.beTrusted(true);
    await recover();
    // A certificate that cannot be used is told of, and the old one stays.
    files.write('client.p12', pem('keyFile'));
    relay.trouble('api', 'cut');
    await until('it is told', async () => {
      await create();
      return server.output().includes('the new client certificate is not used');
    });
    relay.trouble('api', null);
    await stop();
    expect(leaksIn(heard.join('\n'), watched())).toEqual([]);
  });

  it('are kept with a locked PEM key, in what operators see, and in the database', slow, async () => {
    await start({
      GUICHE_PIX_MAIN_CERTIFICATE: psp.client.certFile,
      GUICHE_PIX_MAIN_CERTIFICATE_KEY: files.write('locked.key', lockedPem),
    });
    const { token } = await registerSeller(server);
    await db.query(`update users set role = 'operator'`);
    const providers = () => ask('GET', '/api/v1/admin/providers', { token });
    await until('the operator is one', async () => (await providers()).status === 200);
    relay.trouble('api', 'refused');
    await create();
    relay.trouble('api', null);
    const { body } = await providers();
    expect(body.pix).toMatchObject([{ name: 'main' }]);
    for (const path of ['/metrics', '/readyz', '/openapi.json', '/api/v1/admin/ledger/audit'])
      await ask('GET', path, { token });
    await stop();
    const dump = await dumpOf(db);
    expect(dump).toContain('a marked charge');
    expect(leaksIn([...heard, dump].join('\n'), watched())).toEqual([]);
    expect(relay.tokens.length).toBeGreaterThan(2);
  });

  it('would be found in any of these forms', () => {
    const all = watched();
    for (const [name, value] of Object.entries(all)) {
      const bytes = Buffer.from(value);
      for (const form of ['hex', 'base64'] as const) {
        const text = Buffer.concat([Buffer.from('a word before '), bytes]).toString(form);
        expect(leaksIn(`{"told":"${text.slice(0, 120)}"}`, { [name]: value })).toEqual([name]);
      }
    }
    expect(leaksIn(`Basic ${Buffer.from(`id:${CLIENT_SECRET}`).toString('base64')}`, all)).toEqual([
      'client secret',
    ]);
    expect(leaksIn(pem('keyFile').slice(0, 200), all)).toEqual([expect.stringContaining('private key')]);
  });
});
