import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answering, type Receiver, startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';
import { createClient, type PspClient } from './client.ts';
import { type Psp, startPsp } from './psp.ts';

type Told = { txid: string; endToEndId: string; devolucoes?: unknown };
const WEBHOOK_PATH = '/notices';

let psp: Psp;
let client: PspClient;
let receiver: Receiver;
let made = 0;

beforeAll(async () => {
  psp = await startPsp({ callbackWaitsMs: [20, 40] });
  client = createClient(psp);
});
afterAll(async () => {
  await client.close();
  await psp.stop();
});
beforeEach(async () => {
  receiver = await startReceiver();
  await client.call('PUT', `/webhook/${psp.pixKey}`, { webhookUrl: receiver.url + WEBHOOK_PATH });
});
afterEach(async () => {
  await psp.behave({ callbacks: null });
  await receiver.stop();
  expect((await psp.state()).ownViolations).toEqual([]);
});

async function newCob(): Promise<string> {
  made += 1;
  const txid = `callbacks${String(made).padStart(20, '0')}`;
  await client.call('PUT', `/cob/${txid}`, {
    calendario: {},
    valor: { original: '5.00' },
    chave: psp.pixKey,
  });
  return txid;
}

/** Pays so many charges at once, in the order of their txids. */
async function paid(count: number): Promise<string[]> {
  const txids: string[] = [];
  for (let each = 0; each < count; each++) txids.push(await newCob());
  for (const txid of txids) await psp.pay(txid);
  return txids;
}

function bodies(): { pix: Told | Told[] }[] {
  return receiver.received.map(({ raw }) => JSON.parse(raw));
}

function told(): string[] {
  return bodies().flatMap(({ pix }) => [pix].flat().map(({ txid }) => txid));
}

async function received(calls: number): Promise<void> {
  await until(`${calls} calls came`, () => receiver.received.length >= calls);
}

describe('a payment', () => {
  it('is told to the registered address, with /pix behind it', async () => {
    const txid = await newCob();
    const pix = await psp.pay(txid);
    await received(1);
    expect(receiver.received[0]?.path).toBe(`${WEBHOOK_PATH}/pix`);
    expect(bodies()).toEqual([{ pix: [pix] }]);
  });

  it('is not told when it came without a txid, nor without a webhook', async () => {
    await psp.pay(null, { withoutCharge: true });
    await client.call('DELETE', `/webhook/${psp.pixKey}`);
    await paid(1);
    const { attempts } = (await psp.state()).callbacks;
    await client.call('PUT', `/webhook/${psp.pixKey}`, { webhookUrl: receiver.url });
    const [txid] = await paid(1);
    await received(1);
    expect(told()).toEqual([txid]);
    expect((await psp.state()).callbacks.attempts).toBe(attempts + 1);
  });

  it('is told again when one of its refunds ends, whoever asked for it', async () => {
    const txid = await newCob();
    const { endToEndId } = await psp.pay(txid);
    await client.call('PUT', `/pix/${endToEndId}/devolucao/told1`, { valor: '1.00' });
    await psp.finishRefund('told1', 'DEVOLVIDO');
    await psp.med(endToEndId, '2.00', { status: 'DEVOLVIDO' });
    await received(3);
    const refunds = bodies().map(({ pix }) => [pix].flat()[0]?.devolucoes);
    expect(refunds).toHaveLength(3);
    expect(refunds).toContainEqual([expect.objectContaining({ id: 'told1', status: 'DEVOLVIDO' })]);
  });

  it('is told again when it is not taken, a few times', async () => {
    const before = (await psp.state()).callbacks;
    receiver.respondWith(answering(500));
    const [txid] = await paid(1);
    await received(3);
    expect(told()).toEqual([txid, txid, txid]);
    await until('it is given up', async () => (await psp.state()).callbacks.failed === before.failed + 1);
  });
});

describe('callbacks', () => {
  it('may be repeated', async () => {
    await psp.behave({ callbacks: { repeat: 3 } });
    const [txid] = await paid(1);
    await received(3);
    expect(told()).toEqual([txid, txid, txid]);
  });

  it('may come in another order', async () => {
    await psp.behave({ callbacks: { reorder: true, gatherMs: 400 } });
    const txids = await paid(8);
    await received(8);
    expect(told().sort()).toEqual(txids);
    expect(told()).not.toEqual(txids);
  });

  it('may come late', async () => {
    await psp.behave({ callbacks: { delayMs: [150, 200] } });
    const begun = performance.now();
    await paid(1);
    await received(1);
    expect(performance.now() - begun).toBeGreaterThan(140);
  });

  it('may tell of several payments at once', async () => {
    await psp.behave({ callbacks: { batch: 3, gatherMs: 400 } });
    const txids = await paid(3);
    await received(1);
    expect(bodies()).toHaveLength(1);
    expect(told()).toEqual(txids);
  });

  it('may have an object where an array belongs', async () => {
    await psp.behave({ callbacks: { objectInsteadOfArray: true, refundsAsObject: true } });
    const { endToEndId } = await psp.pay(await newCob());
    const { id } = await psp.med(endToEndId, '1.00', { status: 'DEVOLVIDO' });
    await received(2);
    expect(bodies()).toContainEqual({ pix: expect.objectContaining({ endToEndId }) });
    expect(bodies()).toContainEqual({
      pix: expect.objectContaining({ devolucoes: expect.objectContaining({ id }) }),
    });
  });

  it('may name unknown charges', async () => {
    await psp.behave({ callbacks: { unknownTxid: true } });
    const [txid] = await paid(1);
    await received(1);
    expect(told()).toEqual([expect.not.stringContaining('callbacks'), txid]);
  });

  it('may be lost altogether', async () => {
    const before = (await psp.state()).callbacks;
    await psp.behave({ callbacks: { lost: 1 } });
    const [lost] = await paid(1);
    await psp.behave({ callbacks: {} });
    const [txid] = await paid(1);
    await received(1);
    expect(told()).toEqual([txid]);
    expect(told()).not.toContain(lost);
    expect((await psp.state()).callbacks.lost).toBe(before.lost + 1);
  });
});
