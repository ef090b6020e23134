import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import { DAY_MS } from '../kit/clock.ts';

let gateway: TestGateway;
let operator: Seller;
let first: Seller;
let second: Seller;

beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
  [first, second] = await Promise.all([gateway.seller(), gateway.seller()]);
  await waitForCacheExpiry();
});
afterAll(() => gateway.stop());
afterEach(async () => expect(await gateway.audit()).toEqual([]));

async function open(seller: Seller, kind: string): Promise<string> {
  const { body: charge } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
  const { body } = await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/${kind}`);
  return body.id;
}
const close = (id: string, outcome: unknown) =>
  operator.call('POST', `/api/v1/admin/disputes/${id}/close`, { outcome });
const list = async (query = '') => (await operator.call('GET', `/api/v1/admin/disputes${query}`)).body;
const total = async (seller: Seller) => (await seller.call('GET', '/api/v1/balance')).body.total;

describe('disputes of every account', () => {
  let won: string;
  let lost: string;

  it('that are won give the money back', async () => {
    won = await open(first, 'med');
    const before = await total(first);
    expect(await close(won, 'won')).toMatchObject({
      status: 200,
      body: {
        ...{ object: 'dispute', id: won, kind: 'med', status: 'won' },
        ...{ account_id: first.id, account_name: 'Loja Teste' },
      },
    });
    expect(await total(first)).toBe(Math.round((before + 100) * 100) / 100);
  });

  it('that are lost do not', async () => {
    lost = await open(second, 'med');
    const before = await total(second);
    expect((await close(lost, 'lost')).body).toMatchObject({ account_id: second.id, status: 'lost' });
    expect(await total(second)).toBe(before);
  });

  it('are closed once', async () => {
    expect(await close(won, 'lost')).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
  });

  it.each([undefined, 'open', '', null, 1])(
    'are not closed with another outcome (case %#)',
    async (outcome) => {
      const answer = await close(won, outcome);
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    },
  );

  it('are listed newest first over all statuses, and by status', async () => {
    const pending = await open(first, 'med');
    const idsOf = (page: { data: { id: string }[] }) => page.data.map((each) => each.id);
    expect(idsOf(await list())).toEqual([pending, lost, won]);
    expect(idsOf(await list('?status=open'))).toEqual([pending]);
    expect(idsOf(await list('?status=won'))).toEqual([won]);
    const page = await list('?limit=2');
    expect(page).toMatchObject({ total: 3, has_more: true });
    expect(idsOf(await list(`?limit=2&cursor=${page.next_cursor}`))).toEqual([won]);
    expect(idsOf(await list('?limit=2&offset=1'))).toEqual([lost, won]);
    expect((await list('?status=gone')).code).toBe('VALIDATION_ERROR');
  });

  it('show what the seller answered, also to one whose account is blocked, and are answered once', async () => {
    const id = await open(second, 'med');
    await operator.call('POST', `/api/v1/admin/accounts/${second.id}/block`, { reason: 'documents' });
    await waitForCacheExpiry();
    const answer = (text: unknown) => second.call('POST', `/api/v1/disputes/${id}/answer`, { text });
    expect(await answer('   ')).toMatchObject({
      status: 400,
      body: { details: { text: expect.anything() } },
    });
    expect(await answer('Card 4111 1111 1111 1111')).toMatchObject({ status: 400 });
    expect(await answer('Delivered on the 12th')).toMatchObject({
      status: 200,
      body: { id, status: 'open', answer: { text: 'Delivered on the 12th' }, accepted_at: null },
    });
    expect(await answer('and more')).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    expect(await second.call('POST', `/api/v1/disputes/${id}/accept`)).toMatchObject({ status: 400 });
    expect((await operator.call('GET', `/api/v1/admin/disputes/${id}`)).body).toMatchObject({
      ...{ id, account_id: second.id, account_name: 'Loja Teste' },
      answer: { text: 'Delivered on the 12th' },
    });
    expect(await first.call('GET', `/api/v1/disputes/${id}`)).toMatchObject({ status: 404 });
    expect(await first.call('POST', `/api/v1/disputes/${id}/answer`, { text: 'x' })).toMatchObject({
      status: 404,
    });
    await operator.call('POST', `/api/v1/admin/accounts/${second.id}/approve`, {});
    await waitForCacheExpiry();
  });

  it('are answered until the last day that the provider gave, and not after it', async () => {
    const { body: charge } = await first.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
    await first.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`);
    const dispute = (answer_by: string) =>
      first.call('POST', `/api/v1/sandbox/charges/${charge.id}/med`, { answer_by });
    expect(await dispute('2020-01-01')).toMatchObject({ status: 400 });
    expect(await dispute('soon')).toMatchObject({ status: 400 });
    const tomorrow = civilDateOf(new Date(gateway.clock.now().getTime() + DAY_MS));
    const { body } = await dispute(tomorrow);
    expect(civilDateOf(new Date(body.answer_by))).toBe(tomorrow);
    await gateway.advance(2 * DAY_MS);
    const late = await first.call('POST', `/api/v1/disputes/${body.id}/answer`, { text: 'Delivered' });
    expect(late).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    expect((await first.call('GET', `/api/v1/disputes/${body.id}`)).body).toMatchObject({ answer: null });
  });

  it('are lost at once when the seller accepts them', async () => {
    const id = await open(first, 'med');
    const before = await total(first);
    const accepted = await first.call('POST', `/api/v1/disputes/${id}/accept`);
    expect(accepted).toMatchObject({
      status: 200,
      body: { status: 'lost', accepted_at: expect.any(String) },
    });
    expect(await total(first)).toBe(before);
    expect(await close(id, 'won')).toMatchObject({ status: 400 });
  });

  it('carry the documents of the answer, which no other account and no other dispute reaches', async () => {
    const id = await open(first, 'med');
    const bytes = Buffer.from('%PDF-1.7 invoice');
    const upload = (purpose: string) =>
      first.call('POST', `/api/v1/files?purpose=${purpose}&name=Nota.pdf`, bytes, {
        'content-type': 'application/pdf',
      });
    const { body: file } = await upload('dispute_document');
    const { body: other } = await upload('identity_document');
    const answer = (documents: unknown) =>
      first.call('POST', `/api/v1/disputes/${id}/answer`, { text: 'Delivered', documents });
    for (const documents of [[other.id], ['x'], [file.id, file.id], Array(6).fill(file.id)])
      expect(await answer(documents)).toMatchObject({ status: 400, body: { details: {} } });
    const facts = { id: file.id, name: 'Nota.pdf', content_type: 'application/pdf', size: bytes.length };
    expect((await answer([file.id])).body).toMatchObject({
      answer: { text: 'Delivered', documents: [facts] },
    });
    await gateway.advance(2 * DAY_MS);
    const path = `/api/v1/disputes/${id}/documents/${file.id}`;
    const got = await first.call('GET', path);
    expect(got).toMatchObject({ status: 200, raw: bytes.toString() });
    expect(got.headers['content-disposition']).toContain('attachment');
    expect((await operator.call('GET', path.replace('v1/', 'v1/admin/'))).raw).toBe(bytes.toString());
    expect(await second.call('GET', path)).toMatchObject({ status: 404 });
    const another = await open(first, 'med');
    expect(await first.call('GET', path.replace(id, another))).toMatchObject({ status: 404 });
    expect(await first.call('GET', path.replace(file.id, other.id))).toMatchObject({ status: 404 });
  });
});
