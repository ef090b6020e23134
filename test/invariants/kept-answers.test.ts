import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SHORTENED_FROM } from '../../server/src/write/answer-seal.ts';
import { type Answer, type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { until } from '../support/until.ts';

// Decision 0037: an answer is kept in the smallest form that gives the same bytes.
let gateway: TestGateway;
let seller: Seller;
beforeEach(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
});
afterEach(() => gateway.stop());

const pix = {
  billing_type: 'PIX',
  value: 10,
  description: 'Pedido 1',
  metadata: { qr_code: 'data:image/png;base64,AA' },
};
const create = (key: string) => seller.call('POST', '/api/v1/charges', pix, { 'idempotency-key': key });

async function keptBytes(key: string): Promise<number> {
  const [row] = await gateway.db.query<{ length: number }>(
    'select octet_length(answer_box) as length from idempotency_keys where account_id = $1 and key = $2',
    [seller.id, key],
  );
  return row?.length ?? 0;
}

function expectReplay(again: Answer, first: Answer): void {
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect([again.status, again.raw]).toEqual([first.status, first.raw]);
}

/** Whether answers are shortened is read beside the first of them. */
async function warmUp(): Promise<void> {
  await until('answers are shortened', async () => {
    const key = `warm up ${Math.random()}`;
    const { raw } = await create(key);
    return (await keptBytes(key)) < raw.length;
  });
}

describe('an answer with a QR picture', () => {
  it('is kept in about half of its bytes and sent again whole', async () => {
    await warmUp();
    const first = await create('one');
    expect(first.body.pix.qr_code).toMatch(/^data:image\/png;base64,/);
    expect(await keptBytes('one')).toBeLessThan(first.raw.length * 0.55);
    expectReplay(await create('one'), first);
  });

  it('is kept so by every operation that answers with a charge', async () => {
    await warmUp();
    const { body } = await create('one');
    const cancel = () =>
      seller.call('POST', `/api/v1/charges/${body.id}/cancel`, {}, { 'idempotency-key': 'cancel' });
    const first = await cancel();
    expect(first.body).toMatchObject({ status: 'CANCELLED', pix: { qr_code: body.pix.qr_code } });
    expect(await keptBytes('cancel')).toBeLessThan(first.raw.length * 0.6);
    expectReplay(await cancel(), first);
  });

  it('is kept whole where the picture was made by an older encoder', async () => {
    await warmUp();
    const { body } = await create('one');
    await gateway.db.query(`update charges set pix_qr_png = pix_qr_png || '\\x00' where id = $1`, [body.id]);
    const cancel = () =>
      seller.call('POST', `/api/v1/charges/${body.id}/cancel`, {}, { 'idempotency-key': 'cancel' });
    const first = await cancel();
    expect(first.body.pix.qr_code).not.toBe(body.pix.qr_code);
    expect(await keptBytes('cancel')).toBeGreaterThan(first.raw.length);
    expectReplay(await cancel(), first);
  });

  it('that the version before has kept whole is sent again', async () => {
    const first = await create('one');
    const box = gateway.deps.vault.seal('idempotent answers', first.raw);
    await gateway.db.query('update idempotency_keys set answer_box = $1 where key = $2', [box, 'one']);
    expectReplay(await create('one'), first);
  });

  it('is kept whole while a version may be at work that cannot complete it', async () => {
    await gateway.db.query(`update installation set value = '2999-01-01T00:00:00.000Z' where name = $1`, [
      SHORTENED_FROM,
    ]);
    for (const key of ['one', 'two', 'three']) {
      const first = await create(key);
      expect(await keptBytes(key)).toBeGreaterThan(first.raw.length);
      expectReplay(await create(key), first);
    }
  });
});
