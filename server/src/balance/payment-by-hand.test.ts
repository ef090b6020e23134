import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;

/** A gateway whose providers receive and do not send. */
beforeAll(async () => {
  gateway = await startGateway();
  Object.assign(gateway.deps.rails, { payout: [] });
  operator = await gateway.operator();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  seller = await gateway.seller();
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 1_000 });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
});
afterEach(async () => {
  expect(await gateway.audit()).toEqual([]);
});

const request = async () =>
  (await seller.call('POST', '/api/v1/withdrawals', { amount: 300, pix_key: 'ana@example.com' })).body.id;
const decide = (id: string, what: string, body?: object) =>
  operator.call('POST', `/api/v1/admin/withdrawals/${id}/${what}`, body);
let receipts = 1_000;
function paid(id: string, reference?: string) {
  receipts += 1;
  return decide(id, 'paid', { reference: reference ?? `E00038166202611151200abcdefg${receipts}` });
}
const status = async () => (await seller.call('GET', '/api/v1/withdrawals')).body.data[0].status;
const available = async () => (await seller.call('GET', '/api/v1/balance')).body.available;

describe('a withdrawal where no provider pays out', () => {
  it('waits, once approved, until an operator records the payment', async () => {
    const id = await request();
    const approved = await decide(id, 'approve');
    expect(approved.body).toMatchObject({
      status: 'pending',
      to_pay_since: expect.any(String),
      payment_reference: null,
    });
    expect(await status()).toBe('pending');
    const { body } = await paid(id, 'E00038166202611151200abcdefghijk');
    expect(body).toMatchObject({
      status: 'approved',
      to_pay_since: null,
      payment_reference: 'E00038166202611151200abcdefghijk',
    });
    expect(await status()).toBe('approved');
    const { body: log } = await operator.call(
      'GET',
      `/api/v1/admin/audit-log?account_id=${seller.id}&limit=2`,
    );
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
      'withdrawal.paid',
      'withdrawal.approved',
    ]);
  });

  it('notifies the seller when it is paid, not before', async () => {
    const told = () =>
      gateway.db.query(`select type from events where account_id = $1 and type like 'withdrawal.%'`, [
        seller.id,
      ]);
    const id = await request();
    await decide(id, 'approve');
    expect(await told()).toEqual([{ type: 'withdrawal.requested' }]);
    await paid(id);
    expect(await told()).toEqual([{ type: 'withdrawal.requested' }, { type: 'withdrawal.approved' }]);
  });

  it('may still be rejected: the amount goes back', async () => {
    const before = await available();
    const id = await request();
    await decide(id, 'approve');
    expect((await decide(id, 'reject', { reason: 'the bank refused the key' })).body.status).toBe('rejected');
    expect(await available()).toBe(before);
    expect((await paid(id)).body.code).toBe('INVALID_STATE');
  });

  it('is paid once when two operators record it at the same moment', async () => {
    const id = await request();
    await decide(id, 'approve');
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => paid(id)),
      ...Array.from({ length: 5 }, () => decide(id, 'reject', { reason: 'no' })),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('is not paid by a payment that paid another', async () => {
    const [one, two] = [await request(), await request()];
    for (const id of [one, two]) await decide(id, 'approve');
    await paid(one, 'E-the-same');
    const again = await paid(two, 'E-the-same');
    expect(again).toMatchObject({
      status: 400,
      body: { details: { reference: expect.stringContaining(one) } },
    });
    expect((await paid(two, 'E-another')).body.status).toBe('approved');
  });

  it('is not paid by a payment that pays another at the same moment', async () => {
    const ids = [await request(), await request()];
    for (const id of ids) await decide(id, 'approve');
    const answers = await Promise.all(ids.map((id) => paid(id, 'E-at-once')));
    const winners = ids.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.body.details.reference).toContain(winners[0]);
    }
  });

  it('must be approved first, needs the reference, and exists', async () => {
    const id = await request();
    expect(await paid(id)).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    await decide(id, 'approve');
    expect((await decide(id, 'approve')).body).toMatchObject({
      code: 'INVALID_STATE',
      error: expect.stringContaining('record its payment'),
    });
    expect((await decide(id, 'paid', {})).body).toMatchObject({ details: { reference: expect.any(String) } });
    expect((await paid(gateway.deps.ids.next())).status).toBe(404);
  });
});
