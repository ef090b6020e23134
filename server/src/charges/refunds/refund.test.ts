import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { DAY_MS } from '../../kit/clock.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const balance = async (seller: Seller) => (await seller.call('GET', '/api/v1/balance')).body;
const refund = (seller: Seller, id: string, body?: object) =>
  seller.call('POST', `/api/v1/charges/${id}/refund`, body);

async function paid(seller: Seller, body: object = {}): Promise<string> {
  const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100, ...body });
  await seller.call('POST', `/api/v1/sandbox/charges/${charge.body.id}/pay`);
  return charge.body.id;
}

describe('a refund', () => {
  it('needs the money: the fee is not returned, so one sale alone cannot pay its own refund', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    const answer = await refund(seller, id);
    expect([answer.status, answer.body.code]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    expect(await balance(seller)).toMatchObject({ available: 86.93, reserved: 4.58 });
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body).toMatchObject({
      status: 'RECEIVED',
      refunded_amount: 0,
    });
  });

  it('in full takes the reserve first, then available, and ends in REFUNDED', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    await paid(seller);
    const answer = await refund(seller, id, { reason: 'arrependimento' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      object: 'refund',
      charge_id: id,
      amount: 100,
      reason: 'arrependimento',
      status: 'succeeded',
    });
    expect(await balance(seller)).toMatchObject({ available: 78.44, reserved: 4.58, total: 83.02 });
    const charge = (await seller.call('GET', `/api/v1/charges/${id}`)).body;
    expect(charge).toMatchObject({ status: 'REFUNDED', refunded_amount: 100 });
    expect(charge.refunds).toHaveLength(1);
  });

  it('is in the list of refunds and in the sum at the same moment, for concurrent reads', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    await paid(seller);
    await refund(seller, id, { amount: 1 });
    let isOver = false;
    const read = async () => {
      const answers: Record<string, unknown>[] = [];
      while (!isOver) answers.push((await seller.call('GET', `/api/v1/charges/${id}`)).body);
      return answers;
    };
    const readers = Array.from({ length: 5 }, read);
    for (let part = 0; part < 40; part += 1) await refund(seller, id, { amount: 1 });
    isOver = true;
    const answers = (await Promise.all(readers)).flat();
    expect(answers.length).toBeGreaterThan(40);
    for (const { refunds, refunded_amount } of answers) expect(refunds).toHaveLength(Number(refunded_amount));
  });

  it('in part leaves RECEIVED, emits an event each time, and the parts end in REFUNDED', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    await paid(seller);
    expect((await refund(seller, id, { amount: 4 })).body.amount).toBe(4);
    expect(await balance(seller)).toMatchObject({ available: 173.86, reserved: 5.16 });
    expect((await refund(seller, id, { amount: 96.01 })).body.code).toBe('REFUND_EXCEEDS_VALUE');
    await refund(seller, id);
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body).toMatchObject({
      status: 'REFUNDED',
      refunded_amount: 100,
    });
    const events = await gateway.db.query(
      `select status from events where charge_id = $1 and type = 'charge.refunded' order by sequence`,
      [id],
    );
    expect(events).toEqual([{ status: 'RECEIVED' }, { status: 'REFUNDED' }]);
    expect((await refund(seller, id)).body.code).toBe('CHARGE_NOT_REFUNDABLE');
  });

  it('of null is not a refund of everything', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    const answer = await refund(seller, id, { amount: null });
    expect([answer.status, answer.body.details]).toEqual([400, { amount: 'must be number' }]);
  });

  it('of an unpaid charge is refused', async () => {
    const seller = await gateway.seller();
    const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 5 });
    expect((await refund(seller, charge.body.id)).body.code).toBe('CHARGE_NOT_REFUNDABLE');
  });

  it('with reverse_split takes the recipients’ proportional share back', async () => {
    const [seller, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
    const split = [{ recipient_id: partner.id, amount: 30 }];
    const id = await paid(seller, { split });
    await paid(seller);
    const half = await refund(seller, id, { amount: 50, reverse_split: true });
    expect(half.body.reverse_split).toBe(true);
    const { data: actions } = (await seller.call('GET', '/api/v1/audit-log?action=refund.requested')).body;
    expect(actions[0].details).toMatchObject({ amount: 50, reverse_split: true });
    expect(await balance(partner)).toMatchObject({ available: 15 });
    expect(await balance(seller)).toMatchObject({ available: 113.44 });
    await refund(seller, id, { reverse_split: true });
    expect(await balance(partner)).toMatchObject({ available: 0 });
  });

  it('with reverse_split leaves the reserve what recipients give: none of it is free before its day', async () => {
    const [seller, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
    const id = await paid(seller, { split: [{ recipient_id: partner.id, percent: 80 }] });
    expect(await balance(seller)).toMatchObject({ available: 6.93, reserved: 4.58 });
    await refund(seller, id, { amount: 4.58, reverse_split: true });
    expect(await balance(partner)).toMatchObject({ available: 76.34 });
    expect(await balance(seller)).toMatchObject({ available: 6.93, reserved: 3.66 });
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body).toMatchObject({ reserve_held: 3.66 });
  });

  it('in full, nearly all of it by recipients, leaves a reserve that is free on its day', async () => {
    const [seller, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
    const id = await paid(seller, { split: [{ recipient_id: partner.id, amount: 99 }] });
    expect((await refund(seller, id, { reverse_split: true })).status).toBe(200);
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body).toMatchObject({
      status: 'REFUNDED',
      reserve_held: 3.58,
    });
    expect(await balance(seller)).toMatchObject({ available: -12.07, reserved: 3.58 });
    await gateway.advance(31 * DAY_MS);
    expect(await balance(seller)).toMatchObject({ available: -8.49, reserved: 0 });
    expect((await seller.call('GET', `/api/v1/charges/${id}`)).body).toMatchObject({
      status: 'REFUNDED',
      reserve_held: 0,
    });
  });

  it('of a charge of which nothing is left says so, and names no field', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/chargeback`);
    const answer = await refund(seller, id);
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([400, 'REFUND_EXCEEDS_VALUE', {}]);
    expect(answer.body.error).toBe('Nothing is left of the charge to refund');
  });

  it('with reverse_split says which recipient has not enough left to give', async () => {
    const [seller, partner] = await Promise.all([gateway.seller(), gateway.seller()]);
    const id = await paid(seller, { split: [{ recipient_id: partner.id, amount: 30 }] });
    await paid(seller);
    await partner.call('POST', '/api/v1/withdrawals', { amount: 30, pix_key: 'ana@example.com' });
    const before = await balance(seller);
    const answer = await refund(seller, id, { amount: 50, reverse_split: true });
    expect([answer.status, answer.body.code]).toEqual([400, 'INSUFFICIENT_BALANCE']);
    expect(answer.body.details.reverse_split).toContain(partner.id);
    expect(await balance(seller)).toEqual(before);
    expect((await refund(seller, id, { amount: 50 })).status).toBe(200);
  });
});

describe('a dispute', () => {
  const dispute = (seller: Seller, id: string, kind: string, body?: object) =>
    seller.call('POST', `/api/v1/sandbox/charges/${id}/${kind}`, body);

  it('takes reserve then available, below zero if it must; won gives it back', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    const opened = await dispute(seller, id, 'chargeback', { reason: 'fraude' });
    expect(opened.body).toMatchObject({
      charge_id: id,
      kind: 'chargeback',
      amount: 100,
      status: 'open',
      reason: 'fraude',
    });
    expect(await balance(seller)).toMatchObject({ available: -8.49, reserved: 0 });
    expect((await refund(seller, id)).body.code).toBe('REFUND_EXCEEDS_VALUE');
    const won = await seller.call('POST', `/api/v1/sandbox/disputes/${opened.body.id}/win`);
    expect(won.body.status).toBe('won');
    expect(await balance(seller)).toMatchObject({ available: 86.93, reserved: 4.58 });
    const { postings } = (await seller.call('GET', `/api/v1/charges/${id}/ledger`)).body;
    expect(postings.slice(-2)).toMatchObject([
      { from: 'disputes', to: 'available', amount: 100, rule: expect.stringContaining('won') },
      { from: 'available', to: 'reserved', amount: 4.58, rule: expect.stringContaining('held again') },
    ]);
    const again = await seller.call('POST', `/api/v1/sandbox/disputes/${opened.body.id}/lose`);
    expect(again.body.code).toBe('INVALID_STATE');
  });

  it('won after the day of release gives all of it to available; won before, the reserve waits for its day', async () => {
    const seller = await gateway.seller();
    const ids = [await paid(seller), await paid(seller)];
    const [early, late] = await Promise.all(
      ids.map((id) => dispute(seller, id, 'chargeback', { amount: 4 })),
    );
    expect(await balance(seller)).toMatchObject({ available: 173.86, reserved: 1.16 });
    await seller.call('POST', `/api/v1/sandbox/disputes/${early?.body.id}/win`);
    expect(await balance(seller)).toMatchObject({ available: 173.86, reserved: 5.16 });
    await gateway.advance(31 * DAY_MS);
    expect(await balance(seller)).toMatchObject({ available: 179.02, reserved: 0 });
    await seller.call('POST', `/api/v1/sandbox/disputes/${late?.body.id}/win`);
    expect(await balance(seller)).toMatchObject({ available: 183.02, reserved: 0 });
  });

  it('lost leaves the books; both moves are events and the list shows it', async () => {
    const seller = await gateway.seller();
    const id = await paid(seller);
    const opened = await dispute(seller, id, 'med', { amount: 40 });
    await seller.call('POST', `/api/v1/sandbox/disputes/${opened.body.id}/lose`);
    expect(await balance(seller)).toMatchObject({ available: 51.51, reserved: 0 });
    const list = await seller.call('GET', '/api/v1/disputes?status=lost');
    expect(list.body).toMatchObject({
      total: 1,
      has_more: false,
      data: [{ kind: 'med', amount: 40, status: 'lost' }],
    });
    const events = await gateway.db.query('select type from events where dispute_id = $1 order by sequence', [
      opened.body.id,
    ]);
    expect(events).toEqual([{ type: 'dispute.opened' }, { type: 'dispute.closed' }]);
  });
});
