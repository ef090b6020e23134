import { afterAll, beforeAll, expect, it } from 'vitest';
import { isOnCitus } from '../../../test/support/citus-nodes.ts';
import { type Answer, type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { rowCounts } from '../../../test/support/row-counts.ts';
import { LOOKUP_TABLES } from '../db/distributed/tables.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  await gateway.db.query(
    `create function refuse_answer() returns trigger language plpgsql as $$
     begin
       raise exception 'no space left on device in relation secret_table';
     end $$`,
  );
});
afterAll(() => gateway.stop());

/** While it runs, no answer can be stored under a key. */
async function withoutStoring<T>(work: () => Promise<T>): Promise<T> {
  await gateway.db.query(
    `create trigger refuse_answer before update of answer_box on idempotency_keys
     for each row execute function refuse_answer()`,
  );
  try {
    return await work();
  } finally {
    await gateway.db.query('drop trigger refuse_answer on idempotency_keys');
  }
}

const post = (path: string, body: object | undefined, key: string): Promise<Answer> =>
  seller.call('POST', `/api/v1/${path}`, body, { 'idempotency-key': key });

function expectInternalError({ status, body, headers }: Answer): void {
  expect(status).toBe(500);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body).toEqual({
    error: 'Internal error',
    code: 'INTERNAL_ERROR',
    details: { request_id: expect.any(String) },
  });
}

/** On a cluster the look-ups of a charge are made before it; alone they find nothing. */
async function counts(): Promise<Record<string, string>> {
  const all = Object.entries(await rowCounts(gateway.db));
  return Object.fromEntries(isOnCitus ? all.filter(([table]) => !(table in LOOKUP_TABLES)) : all);
}

it.each([
  ['a charge', 'charges', { billing_type: 'PIX', value: 10 }],
  ['a product', 'products', { name: 'Book', price: 10 }],
])('%s whose answer cannot be stored is not made, and is made when it can', async (_, path, body) => {
  const before = await counts();
  expectInternalError(await withoutStoring(() => post(path, body, path)));
  const { idempotency_keys: keys } = before;
  expect(await counts()).toEqual({ ...before, idempotency_keys: String(Number(keys) + 1) });
  const made = await post(path, body, path);
  expect(made.status, made.raw).toBe(201);
  expect((await post(path, body, path)).raw).toBe(made.raw);
});

it('a refusal that cannot be stored is answered all the same', async () => {
  const { body: charge } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
  const refund = () => post(`charges/${charge.id}/refund`, {}, 'refund');
  const refused = await withoutStoring(refund);
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({
    error: expect.any(String),
    code: 'CHARGE_NOT_REFUNDABLE',
    details: {},
  });
});

it('a row that cannot be shown gives an error in the shape of all errors', async () => {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
  await gateway.db.query(`update charges set split = '7' where id = $1`, [body.id]);
  expectInternalError(await seller.call('GET', `/api/v1/charges/${body.id}`));
});
