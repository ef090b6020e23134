import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate, newestMigration } from '../../server/src/db/migrate.ts';
import { SEALED_FROM } from '../../server/src/db/payer-seal.ts';
import { DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { startGateway, type TestGateway } from '../support/gateway.ts';
import { keepPreviousWriter, putUpSchema, readPreviousWriter } from '../support/previous-writer.ts';
import { CHAPTERS, type Chapter, tellStory } from '../support/seller-story.ts';
import { readCsv } from '../support/statement-files.ts';
import { recordStatements, replayStatements } from '../support/statement-recorder.ts';

// Decision 0018: while a new version is rolled out, the previous one goes on writing to the migrated database.
const old = readPreviousWriter();
const { facts } = old;
const TRADED = CHAPTERS.filter((chapter) => chapter !== 'later');

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway();
  setClock(facts.tradedAt);
});
afterEach(() => gateway.stop());

/** The story happened on a certain day; the gateway that reads it lives on that day too. */
function setClock(instant: string): void {
  gateway.clock.setOffset(Date.parse(instant) - Date.now());
}

const write = (chapters: readonly Chapter[]) => old.write(gateway.db.pool, chapters);

async function get(path: string, apiKey = facts.seller.apiKey) {
  const { status, body, raw } = await gateway.call('GET', `/api/v1/${path}`, undefined, {
    'x-api-key': apiKey,
  });
  expect(status, raw).toBe(200);
  return body;
}

async function post(path: string, body: object = {}) {
  const answer = await gateway.call('POST', `/api/v1/${path}`, body, { 'x-api-key': facts.seller.apiKey });
  expect(answer.status, answer.raw).toBeLessThan(300);
  return answer.body;
}

async function fold(): Promise<void> {
  gateway.deps.rollups.touch(facts.seller.id);
  await gateway.deps.rollups.fold();
}

async function closingBalance(): Promise<number> {
  const { raw } = await gateway.call('GET', '/api/v1/transactions/export?format=csv', undefined, {
    'x-api-key': facts.seller.apiKey,
  });
  return Number(readCsv(raw.slice(1)).at(-1)?.[5]?.replace(',', '.'));
}

/** What the story comes to, seen through the new program, before its figures are folded and after. */
async function expectStory(): Promise<void> {
  for (const folded of [false, true]) {
    if (folded) await fold();
    expect(await gateway.audit()).toEqual([]);
    expect(await get('balance')).toMatchObject(facts.balances.traded);
    expect(await get('balance', facts.partner.apiKey)).toMatchObject(facts.balances.partner);
    expect(await closingBalance()).toBe(facts.balances.traded.available);
    expect((await get('balance/reserve')).reserved).toBe(facts.balances.traded.reserved);
    expect((await get('charges?limit=100')).total).toBe(Object.keys(facts.charges).length);
    expect(await get('overview?days=1')).toMatchObject({
      received: { count: 7, amount: 480 },
      refused: { count: 1, rate: 0.5 },
      pending: { count: 1, amount: 70 },
      by_method: [
        { billing_type: 'PIX', received_count: 5, received_amount: 280 },
        { billing_type: 'CREDIT_CARD', received_count: 1, received_amount: 120 },
        { billing_type: 'BOLETO', received_count: 1, received_amount: 80 },
      ],
    });
  }
}

describe('the previous version', () => {
  it('writes to the newest schema with the effect it had on its own', async () => {
    expect(old.schema).toBeLessThanOrEqual(await newestMigration());
    expect(await write(TRADED)).toEqual([]);
    await expectStory();
    expect(await write(['later'])).toEqual([]);
    setClock(facts.endedAt);
    await fold();
    expect(await get('balance')).toMatchObject(facts.balances.ended);
    expect((await get('balance/reserve')).data).toEqual([]);
    expect(await gateway.audit()).toEqual([]);
  });

  it('leaves keys and passwords that the new one takes, and keys that it refuses', async () => {
    await write(['accounts']);
    const { email, password } = facts.seller;
    const { status, body } = await gateway.call('POST', '/api/v1/auth/login', { email, password });
    expect(status).toBe(200);
    const keys = await gateway.call('GET', '/api/v1/keys', undefined, {
      authorization: `Bearer ${body.token}`,
    });
    expect(keys.body.keys.map((key: { status: string }) => key.status).sort()).toEqual(['active', 'revoked']);
  });

  it('may have written everything before the migration', async () => {
    await putUpSchema(gateway.db.pool, old.schema);
    expect(await write(TRADED)).toEqual([]);
    await migrate(gateway.db.pool.options.connectionString ?? '');
    await expectStory();
    // The previous version cannot read sealed payer data: sealing waits a day for it (decision 0029).
    const sealedFrom = 'select value from installation where name = $1';
    const [row] = await gateway.db.query<{ value: string }>(sealedFrom, [SEALED_FROM]);
    expect(Date.parse(row?.value ?? '')).toBeGreaterThan(Date.now() + DAY_MS - HOUR_MS);
  });

  it('and the new one work for the same seller in turn', async () => {
    await write(['accounts', 'catalog', 'charges']);
    await post(`sandbox/charges/${facts.charges.waiting}/pay`);
    const { id } = await post('charges', { billing_type: 'PIX', value: 200 });
    await fold();
    await write(['payments']);
    await post(`sandbox/charges/${id}/pay`);
    await post(`charges/${facts.charges.shared}/refund`, { amount: 5 });
    await fold();
    await write(['afterwards']);
    await gateway.runDue();
    for (const folded of [false, true]) {
      if (folded) await fold();
      expect(await get('overview?days=1')).toMatchObject({
        received: { count: 9, amount: 750 },
        pending: { count: 0, amount: 0 },
      });
      expect(await closingBalance()).toBe((await get('balance')).available);
      expect(await gateway.audit()).toEqual([]);
    }
  });
});

describe('this version', () => {
  it('can be recorded to be the previous one: what it writes, written again, is the same', async () => {
    const narrow = await startGateway({ connections: 1 });
    const recorder = recordStatements(narrow.db.pool);
    const told = await tellStory(narrow, recorder.begin);
    expect(await narrow.audit()).toEqual([]);
    await narrow.stop();
    const client = await gateway.db.pool.connect();
    const different = await replayStatements(client, recorder.statements);
    client.release();
    expect(different).toEqual([]);
    expect(await gateway.audit()).toEqual([]);
    const { body } = await gateway.call('GET', '/api/v1/balance', undefined, {
      'x-api-key': told.seller.apiKey,
    });
    expect(body).toMatchObject(told.balances.ended);
    if (process.env.GUICHE_RECORD_WRITER) {
      keepPreviousWriter(await newestMigration(), told, recorder.statements);
    }
  });
});
