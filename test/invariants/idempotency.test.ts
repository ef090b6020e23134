import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteExpiredKeys } from '../../server/src/http/idempotency.ts';
import { DAY_MS } from '../../server/src/kit/clock.ts';
import type { Answer, Call, Seller } from '../support/gateway.ts';
import { countLockWaits } from '../support/lock-waits.ts';
import { created, many, paid, startTwoNodes, type TwoNodes } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

let nodes: TwoNodes;
beforeAll(async () => {
  nodes = await startTwoNodes();
});
afterAll(() => nodes.stop());

let used = 0;
const newKey = () => {
  used += 1;
  return { 'idempotency-key': `key ${used}` };
};

const pix = { billing_type: 'PIX', value: 10 };
const isReplay = (answer: Answer) => answer.headers['idempotent-replayed'] === 'true';

async function chargesOf({ call }: Seller): Promise<number> {
  return (await call('GET', '/api/v1/charges')).body.total;
}

/** Byte for byte the first answer, and marked as such. */
function expectReplay(again: Answer, first: Answer): void {
  expect(isReplay(first)).toBe(false);
  expect(again.status).toBe(first.status);
  expect(again.raw).toBe(first.raw);
  expect(again.headers['content-type']).toBe(first.headers['content-type']);
  expect(isReplay(again)).toBe(true);
}

describe('the same key and the same body', () => {
  it('give the first answer again and make one charge', async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    const first = await seller.call('POST', '/api/v1/charges', pix, key);
    expect(first.status).toBe(201);
    expectReplay(await seller.call('POST', '/api/v1/charges', pix, key), first);
    expectReplay(await nodes.other.callAs(seller)('POST', '/api/v1/charges', pix, key), first);
    expect(await chargesOf(seller)).toBe(1);
  });

  it('give the first answer also when the charge has changed since', async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    const first = await seller.call('POST', '/api/v1/charges', pix, key);
    await seller.call('POST', `/api/v1/sandbox/charges/${first.body.id}/pay`);
    expectReplay(await seller.call('POST', '/api/v1/charges', pix, key), first);
  });

  it('are the same when the JSON is only written otherwise', async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    const first = await seller.call('POST', '/api/v1/charges', pix, key);
    const again = await nodes.gateway.app.inject({
      method: 'POST',
      url: '/api/v1/charges',
      headers: { ...key, 'x-api-key': seller.apiKey, 'content-type': 'application/json' },
      payload: ' { "value" : 10.0, "billing_type" : "PIX" } ',
    });
    expect(again.body).toBe(first.raw);
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('refuse a body that breaks a rule, and take the corrected one under the same key', async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    for (const bad of [{ billing_type: 'PIX', value: 10.001 }, { billing_type: 'PIX' }]) {
      const refused = await seller.call('POST', '/api/v1/charges', bad, key);
      expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    }
    const first = await seller.call('POST', '/api/v1/charges', pix, key);
    expect(first.status).toBe(201);
    expectReplay(await seller.call('POST', '/api/v1/charges', pix, key), first);
    expect(await chargesOf(seller)).toBe(1);
  });

  it('give a refused withdrawal its refusal again, also when there is money by then', async () => {
    const race = await nodes.newRace();
    const key = newKey();
    const wanted = { amount: 50, pix_key: 'loja@example.com' };
    const first = await race.here('POST', '/api/v1/withdrawals', wanted, key);
    expect([first.status, first.body.code]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    await paid(race);
    expectReplay(await race.here('POST', '/api/v1/withdrawals', wanted, key), first);
    expect((await race.here('GET', '/api/v1/withdrawals')).body.total).toBe(0);
  });

  it('give a 404 again', async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    const path = `/api/v1/charges/${seller.id}/refund`;
    const first = await seller.call('POST', path, {}, key);
    expect(first.status).toBe(404);
    expectReplay(await seller.call('POST', path, {}, key), first);
  });

  it('show a new API key again, and keep it sealed', async () => {
    const seller = await nodes.gateway.seller();
    const headers = { ...newKey(), authorization: `Bearer ${seller.token}` };
    const first = await nodes.gateway.call('POST', '/api/v1/keys', { name: 'till' }, headers);
    expect(first.status).toBe(201);
    expectReplay(await nodes.gateway.call('POST', '/api/v1/keys', { name: 'till' }, headers), first);
    const kept = await nodes.gateway.db.query(
      `select 1 from idempotency_keys where account_id = $1 and position(convert_to($2, 'UTF8') in answer_box) > 0`,
      [seller.id, first.body.api_key],
    );
    expect(kept).toEqual([]);
  });
});

describe('the same key for something else', () => {
  it('is refused with another body, and nothing is made', async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    const first = await seller.call('POST', '/api/v1/charges', pix, key);
    const other = await seller.call('POST', '/api/v1/charges', { ...pix, value: 11 }, key);
    expect([other.status, other.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
    expect(Object.keys(other.body).sort()).toEqual(['code', 'details', 'error']);
    expect(await chargesOf(seller)).toBe(1);
    expectReplay(await seller.call('POST', '/api/v1/charges', pix, key), first);
  });

  it('is refused on another path', async () => {
    const race = await nodes.newRace();
    const [one, two] = [await created(race), await created(race)];
    const key = newKey();
    expect((await race.here('POST', `/api/v1/charges/${one}/cancel`, undefined, key)).status).toBe(200);
    const other = await race.here('POST', `/api/v1/charges/${two}/cancel`, undefined, key);
    expect([other.status, other.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
    expect((await race.here('GET', `/api/v1/charges/${two}`)).body.status).toBe('PENDING');
  });

  it('is another key in another account', async () => {
    const [one, two] = [await nodes.gateway.seller(), await nodes.gateway.seller()];
    const key = newKey();
    const ofOne = await one.call('POST', '/api/v1/charges', pix, key);
    const ofTwo = await two.call('POST', '/api/v1/charges', { ...pix, value: 12 }, key);
    expect([ofOne.status, ofTwo.status]).toEqual([201, 201]);
    expect(isReplay(ofTwo)).toBe(false);
    expect([await chargesOf(one), await chargesOf(two)]).toEqual([1, 1]);
  });

  it('is free again after 24 hours', async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    const first = await seller.call('POST', '/api/v1/charges', pix, key);
    const { db } = nodes.gateway;
    const age = (hours: number) =>
      db.query(
        `update idempotency_keys set created_at = now() - $2 * interval '1 hour' where account_id = $1`,
        [seller.id, hours],
      );
    await age(23.9);
    await deleteExpiredKeys(db, DAY_MS);
    expectReplay(await seller.call('POST', '/api/v1/charges', pix, key), first);
    await age(24.1);
    const fresh = await seller.call('POST', '/api/v1/charges', { ...pix, value: 13 }, key);
    expect(fresh.status).toBe(201);
    expect(isReplay(fresh)).toBe(false);
    await age(24.1);
    expect(await deleteExpiredKeys(db, DAY_MS)).toBeGreaterThan(0);
    expect(await db.query('select 1 from idempotency_keys where account_id = $1', [seller.id])).toEqual([]);
  });
});

describe('a key', () => {
  it.each([
    ['empty', ''],
    ['of 256 characters', 'k'.repeat(256)],
    ['with a tab', 'one\ttwo'],
    ['with a letter beyond ASCII', 'chave-é'],
    ['with a delete character', 'one\u007ftwo'],
  ])('that is %s is refused, and nothing is made', async (_, text) => {
    const seller = await nodes.gateway.seller();
    const answer = await seller.call('POST', '/api/v1/charges', pix, { 'idempotency-key': text });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(answer.body.details).toHaveProperty('Idempotency-Key');
    expect(await chargesOf(seller)).toBe(0);
  });

  it('may have 1 or 255 printable characters', async () => {
    const seller = await nodes.gateway.seller();
    for (const text of ['~', ` ! "#${'k'.repeat(250)}`.trim().padEnd(255, '~')]) {
      const key = { 'idempotency-key': text };
      const first = await seller.call('POST', '/api/v1/charges', pix, key);
      expect(first.status, first.raw).toBe(201);
      expectReplay(await seller.call('POST', '/api/v1/charges', pix, key), first);
    }
  });

  it('says nothing on a GET', async () => {
    const race = await nodes.newRace();
    const key = newKey();
    const before = await race.here('GET', '/api/v1/balance', undefined, key);
    await paid(race);
    const after = await race.here('GET', '/api/v1/balance', undefined, key);
    expect(isReplay(after)).toBe(false);
    expect(after.body.total).toBeGreaterThan(before.body.total);
  });
});

it('what is stored of a request does not help to guess a password in it', async () => {
  const seller = await nodes.gateway.seller();
  const body = { password: seller.password };
  const key = newKey();
  const answer = await nodes.gateway.call('POST', '/api/v1/auth/two-factor', body, {
    authorization: `Bearer ${seller.token}`,
    ...key,
  });
  expect(answer.status, answer.raw).toBeLessThan(300);
  const plain = createHash('sha256')
    .update(`POST /api/v1/auth/two-factor\n${JSON.stringify(body)}`)
    .digest();
  const stored = 'select request_hash from idempotency_keys where account_id = $1';
  const [row] = await nodes.gateway.db.query<{ request_hash: Buffer }>(stored, [seller.id]);
  expect(row?.request_hash).toHaveLength(plain.length);
  expect(row?.request_hash).not.toEqual(plain);
});

describe('the same key while the first still runs', () => {
  it('thirty times at once on two nodes: one charge, thirty equal answers', async () => {
    const race = await nodes.newRace();
    const key = newKey();
    const answers = await many(30, (index) =>
      (index % 2 ? race.here : race.there)('POST', '/api/v1/charges', pix, key),
    );
    expect(new Set(answers.map((answer) => answer.raw)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 201)).toBe(true);
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await chargesOf(race.seller)).toBe(1);
  });

  it('waits for the first answer while the first waits for a lock', { timeout: 40_000 }, async () => {
    const race = await nodes.newRace();
    const id = await created(race);
    const key = newKey();
    const cancel = (call: Call) => call('POST', `/api/v1/charges/${id}/cancel`, undefined, key);
    const { db } = nodes.gateway;
    const keyIs = async (condition: string) => {
      const sql = `select 1 from idempotency_keys where account_id = $1 and ${condition}`;
      return (await db.query(sql, [race.seller.id])).length > 0;
    };
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from charges where account_id = $1 and id = $2 for update', [
      race.seller.id,
      id,
    ]);
    const first = cancel(race.here);
    await until('the first request runs', () => keyIs(`state = 'running'`));
    const second = cancel(race.there);
    // Below the bound on locks (db/bounds.ts): beyond it the first would be refused as OVERLOADED.
    await until('the first request has run for a while', () =>
      keyIs(`created_at < now() - interval '1.5 seconds'`),
    );
    await holder.query('commit');
    holder.release();
    const [firstAnswer, secondAnswer] = await Promise.all([first, second]);
    expect(firstAnswer.status, firstAnswer.raw).toBe(200);
    expectReplay(secondAnswer, firstAnswer);
  });

  it('that took the key over gives the answer of the run that did the work', async () => {
    const race = await nodes.newRace();
    const id = await created(race);
    const key = newKey();
    const cancel = (call: Call) => call('POST', `/api/v1/charges/${id}/cancel`, undefined, key);
    const { db } = nodes.gateway;
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from charges where account_id = $1 and id = $2 for update', [
      race.seller.id,
      id,
    ]);
    const first = cancel(race.here);
    await until('the first waits for the lock', async () => (await countLockWaits(db)) === 1);
    // As if its process had stood still for longer than its lease.
    await db.query(
      `update idempotency_keys set lease_until = now() - interval '1 second' where account_id = $1`,
      [race.seller.id],
    );
    const second = cancel(race.there);
    await until('the second waits for the lock', async () => (await countLockWaits(db)) === 2);
    await holder.query('commit');
    holder.release();
    const [one, other] = await Promise.all([first, second]);
    expect([one.status, one.raw]).toEqual([200, other.raw]);
    expect(other.status).toBe(200);
    expect([one, other].filter(isReplay)).toHaveLength(1);
  });

  it('gets an error after 30 seconds while the first still runs', { timeout: 60_000 }, async () => {
    const seller = await nodes.gateway.seller();
    const key = newKey();
    await seller.call('POST', '/api/v1/charges', pix, key);
    const running = `update idempotency_keys set state = 'running', lease_until = now() + interval '1 hour'`;
    await nodes.gateway.db.query(`${running} where account_id = $1`, [seller.id]);
    const begun = performance.now();
    const answer = await seller.call('POST', '/api/v1/charges', pix, key);
    expect([answer.status, answer.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(performance.now() - begun).toBeGreaterThan(29_000);
    expect(await chargesOf(seller)).toBe(1);
  });
});
