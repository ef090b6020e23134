import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type PspClient } from './client.ts';
import { createFaultBook } from './faults.ts';
import { type Psp, startPsp } from './psp.ts';
import { createRandom } from './random.ts';

let psp: Psp;
let client: PspClient;
let made = 0;

beforeAll(async () => {
  psp = await startPsp();
  client = createClient(psp);
  await client.call('GET', '/webhook');
});
afterAll(async () => {
  await client.close();
  await psp.stop();
});
afterEach(async () => {
  await psp.behave({
    slow: null,
    dropBefore: null,
    dropAfterActing: null,
    status5xx: null,
    unauthorized: null,
  });
});

function newTxid(): string {
  made += 1;
  return `faults${String(made).padStart(20, '0')}`;
}

function put(txid: string) {
  const body = { calendario: { expiracao: 3600 }, valor: { original: '37.00' }, chave: psp.pixKey };
  return client.call('PUT', `/cob/${txid}`, body);
}

async function isHeld(txid: string): Promise<boolean> {
  return (await psp.state()).cobs.some((cob) => cob.txid === txid);
}

describe('an answer', () => {
  it('may be slow, before or after acting', async () => {
    const txid = newTxid();
    await psp.behave({ slow: { ms: 120, when: 'after', times: 1, on: 'cob.put' } });
    const begun = performance.now();
    const reply = put(txid);
    await expect.poll(() => isHeld(txid)).toBe(true);
    expect((await reply).status).toBe(201);
    expect(performance.now() - begun).toBeGreaterThan(110);
  });

  it('may be lost with its question', async () => {
    const txid = newTxid();
    await psp.behave({ dropBefore: { times: 1, on: 'cob.put' } });
    await expect(put(txid)).rejects.toThrow();
    expect(await isHeld(txid)).toBe(false);
    expect((await put(txid)).status).toBe(201);
  });

  it('may be lost after all was done', async () => {
    const txid = newTxid();
    await psp.behave({ dropAfterActing: { times: 1, on: ['cob.put', 'cob.patch'] } });
    await expect(put(txid)).rejects.toThrow();
    expect(await isHeld(txid)).toBe(true);
    expect((await client.call('GET', `/cob/${txid}`)).status).toBe(200);
  });

  it.each([
    { status: 500, when: 'before' },
    { status: 503, when: 'before' },
    { status: 504, when: 'after' },
  ] as const)('may be $status, $when acting', async ({ status, when }) => {
    const txid = newTxid();
    await psp.behave({ status5xx: { status, when, times: 1 } });
    expect((await put(txid)).status).toBe(status);
    expect(await isHeld(txid)).toBe(when === 'after');
  });

  it('may be 401 once, although the token is good', async () => {
    await psp.behave({ unauthorized: { times: 1 } });
    expect((await client.call('GET', '/webhook')).status).toBe(401);
    expect((await client.call('GET', '/webhook')).status).toBe(200);
  });

  it('is spared where the fault is on another operation, and each fault that struck is counted', async () => {
    const before = await psp.state();
    await psp.behave({ status5xx: [{ on: 'pix.list' }, { on: 'cob.put', status: 503, times: 2 }] });
    const statuses = [await put(newTxid()), await put(newTxid()), await put(newTxid())].map(
      (each) => each.status,
    );
    expect(statuses).toEqual([503, 503, 201]);
    const after = await psp.state();
    expect(after.faults.status5xx - before.faults.status5xx).toBe(2);
    expect(after.requests['cob.put'] - before.requests['cob.put']).toBe(3);
  });
});

describe('chance', () => {
  const strikes = (seed: number) => {
    const book = createFaultBook(createRandom(seed));
    book.set({ dropBefore: { probability: 0.2 } });
    return Array.from({ length: 1000 }, () => book.take('dropBefore', 'cob.put') !== undefined);
  };

  it('strikes about as often as it was told', () => {
    const count = strikes(7).filter(Boolean).length;
    expect(count).toBeGreaterThan(150);
    expect(count).toBeLessThan(250);
  });

  it('is the same with the same seed, and another with another', () => {
    expect(strikes(7)).toEqual(strikes(7));
    expect(strikes(7)).not.toEqual(strikes(8));
  });
});

describe('tokens', () => {
  it('may die before they say, and all at once', async () => {
    const early = createClient(psp);
    await psp.behave({ tokenLivesMs: 1 });
    const { body } = await early.token();
    await psp.behave({ tokenLivesMs: null });
    expect(body.expires_in).toBe(3600);
    early.useToken(String(body.access_token));
    await expect.poll(async () => (await early.call('GET', '/webhook')).status).toBe(401);
    early.useToken(String((await early.token()).body.access_token));
    expect((await early.call('GET', '/webhook')).status).toBe(200);
    await psp.expireTokens();
    expect((await early.call('GET', '/webhook')).status).toBe(401);
    client.useToken(String((await client.token()).body.access_token));
    await early.close();
  });
});

describe('certificates', () => {
  it('of the server may change under live connections', async () => {
    const before = await serverFingerprint();
    await psp.rotateServerCertificate();
    expect(await serverFingerprint()).not.toBe(before);
    await expect.poll(async () => (await client.call('GET', '/webhook').catch(() => null))?.status).toBe(200);
  });

  it('of the client may change: the old one is sent away, the new one is in its own files', async () => {
    const old = createClient(psp);
    expect((await old.call('GET', '/webhook')).status).toBe(200);
    const { pfxFile } = psp.client;
    await psp.rotateClientCertificate();
    expect(psp.client.pfxFile).not.toBe(pfxFile);
    for (let attempt = 0; attempt < 3; attempt++) await expect(old.call('GET', '/webhook')).rejects.toThrow();
    await old.close();
    client = createClient(psp);
    expect((await client.call('GET', '/webhook')).status).toBe(200);
  });

  it('of the client may change over the same files', async () => {
    const { pfxFile } = psp.client;
    const contents = readFileSync(pfxFile);
    expect((await psp.rotateClientCertificate({ samePath: true })).pfxFile).toBe(pfxFile);
    expect(readFileSync(pfxFile).equals(contents)).toBe(false);
    await expect(client.call('GET', '/webhook')).rejects.toThrow();
    client = createClient(psp);
    expect((await client.call('GET', '/webhook')).status).toBe(200);
  });

  it('let a client that was cut off come in again', async () => {
    for (let round = 0; round < 3; round++) {
      await psp.cutConnections();
      await expect
        .poll(async () => (await client.call('GET', '/webhook').catch(() => null))?.status)
        .toBe(200);
    }
  });
});

function serverFingerprint(): Promise<string> {
  const { hostname: host, port } = new URL(psp.apiUrl);
  const { certFile, keyFile } = psp.client;
  const identity = { cert: readFileSync(certFile), key: readFileSync(keyFile), ca: readFileSync(psp.caFile) };
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(port), ...identity }, () => {
      resolve(socket.getPeerCertificate().fingerprint256);
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

describe('a PSP of another kind', () => {
  let other: Psp;
  beforeAll(async () => {
    other = await startPsp({
      createdStatus: 200,
      expiresInAsText: true,
      token: { auth: 'id only', body: 'form' },
      requires: { headers: { 'x-account': '42' }, query: { 'app-key': 'k' } },
      behaviour: { copyPaste: false },
    });
  });
  afterAll(() => other.kill());

  it('says its seconds as a text, wants no secret, and takes no other way', async () => {
    const stranger = createClient(other);
    expect((await stranger.token({ auth: 'basic' })).status).toBe(401);
    expect((await stranger.token({ auth: 'id only', body: 'json' })).status).toBe(400);
    const { status, body } = await stranger.token({ auth: 'id only' });
    expect({ status, expires_in: body.expires_in }).toEqual({ status: 200, expires_in: '3600' });
    stranger.useToken(String(body.access_token));
    expect((await stranger.call('GET', '/webhook')).status).toBe(403);
    const account = { 'x-account': '42' };
    expect((await stranger.call('GET', '/webhook?app-key=k', undefined, account)).status).toBe(200);
    const cob = { calendario: {}, valor: { original: '1.00' }, chave: other.pixKey };
    const created = await stranger.call('PUT', `/cob/${newTxid()}?app-key=k`, cob, account);
    expect(created).toMatchObject({ status: 200, body: { calendario: { expiracao: 86_400 } } });
    expect(created.body).not.toHaveProperty('pixCopiaECola');
    const { violations, ownViolations } = await other.state();
    expect({ violations, ownViolations }).toEqual({ violations: [], ownViolations: [] });
    await stranger.close();
  });
});
