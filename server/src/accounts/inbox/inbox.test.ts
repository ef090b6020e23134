import { describe, expect } from 'vitest';
import { it } from '../../../../test/support/fixtures.ts';
import type { Seller, TestGateway } from '../../../../test/support/gateway.ts';
import { until } from '../../../../test/support/until.ts';
import type { NewAction } from '../../audit/record.ts';
import type { NewEvent } from '../../events/emit.ts';
import { DAY_MS } from '../../kit/clock.ts';
import { noticesOf } from '../../write/notices.ts';
import { isUnread } from './inbox.ts';

const NOW = new Date('2026-03-10T15:00:00Z');
const event = (type: string, status: string, data: object = {}, audience = 'owner') =>
  ({ accountId: 'shop', type, status, audience, data, createdAt: NOW }) as unknown as NewEvent;
const action = (name: string, userId: string | null = 'ana') =>
  ({
    ...{ accountId: 'shop', action: name, details: { email: 'bia@example.com', role: 'finance' }, at: NOW },
    actor: { userId, address: '203.0.113.7' },
  }) as unknown as NewAction;
const kindsOf = (set: Partial<Parameters<typeof noticesOf>[0]>) =>
  noticesOf({ events: [], audit: [], mails: [], ...set }).map(
    ({ kind, userId }) => `${kind} ${userId ?? 'all'}`,
  );

describe('what a person should know of an operation', () => {
  it.each([
    ['dispute.opened', 'open', ['dispute_opened all']],
    ['dispute.closed', 'won', ['dispute_won all']],
    ['dispute.closed', 'lost', ['dispute_lost all']],
    ['payment.refund_failed', 'RECEIVED', ['refund_failed all']],
    ['withdrawal.approved', 'approved', ['withdrawal_paid all']],
    ['withdrawal.rejected', 'rejected', ['withdrawal_rejected all']],
    ['withdrawal.returned', 'approved', ['withdrawal_returned all']],
    ['withdrawal.requested', 'pending', []],
    ['charge.pending', 'PENDING', []],
    ['charge.paid', 'RECEIVED', []],
    ['charge.refunded', 'REFUNDED', []],
  ])('of the event %s (%s) is %j', (type, status, kinds) => {
    expect(kindsOf({ events: [event(type, status)] })).toEqual(kinds);
    expect(kindsOf({ events: [event(type, status, {}, 'split_recipient')] })).toEqual([]);
  });

  it.each([
    ['account.approved', ['account_approved all']],
    ['account.blocked', ['account_blocked all']],
    ['team.joined', ['member_joined all']],
    ['user.password_changed', ['password_changed ana']],
    ['user.password_recovered', ['password_changed ana']],
    ['user.login', []],
    ['refund.requested', []],
  ])('of the action %s is %j', (name, kinds) => {
    expect(kindsOf({ audit: [action(name)] })).toEqual(kinds);
  });

  it('of a sign-in is only that the device is new', () => {
    const mails = [{ kind: 'new_device' as const }];
    expect(kindsOf({ audit: [action('user.login')], mails })).toEqual(['new_device ana']);
  });

  it('holds no text about a payer', () => {
    const data = {
      ...{ dispute_id: 'D', charge_id: 'C', amount: 9, reason: 'Bia said', answer_by: 'then' },
      customer: { name: 'Bia' },
    };
    const [notice] = noticesOf({ events: [event('dispute.opened', 'open', data)], audit: [], mails: [] });
    expect(notice?.data).toEqual({ dispute_id: 'D', charge_id: 'C', amount: 9, answer_by: 'then' });
  });
});

describe('a notice', () => {
  const later = new Date(NOW.getTime() + 1);
  it.each([
    ['b', later, null, true],
    ['b', later, 'a', true],
    ['b', later, 'b', false],
    ['b', later, 'c', false],
    ['b', new Date(NOW.getTime() - 1), null, false],
  ])('%s of %o is unread after %s: %s', (id, createdAt, readId, unread) => {
    expect(isUnread({ id, createdAt }, { readId, joinedAt: NOW })).toBe(unread);
  });
});

const callerOf = (gateway: TestGateway, { token }: Seller) => {
  const as = { authorization: `Bearer ${token}` };
  return (method: 'GET' | 'PUT', path: string, body?: object) =>
    gateway.call(method, `/api/v1/notifications${path}`, body, as);
};
const paid = async (seller: Seller): Promise<string> => {
  const { body } = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100 });
  await seller.call('POST', `/api/v1/sandbox/charges/${body.id}/pay`);
  return body.id;
};
const dispute = async (seller: Seller): Promise<string> =>
  (await seller.call('POST', `/api/v1/sandbox/charges/${await paid(seller)}/med`)).body.id;

describe('the notifications of a person', () => {
  it('are listed by cursor, counted, and read for that person alone', async ({ gateway }) => {
    const seller = await gateway.seller();
    const inbox = callerOf(gateway, seller);
    await paid(seller);
    expect((await inbox('GET', '')).body).toMatchObject({ data: [], total: 0 });
    const [first, second] = [await dispute(seller), await dispute(seller)];
    const { body } = await inbox('GET', '?limit=1');
    expect(body).toMatchObject({
      ...{ total: 2, has_more: true },
      data: [
        {
          ...{ object: 'notification', kind: 'dispute_opened', unread: true },
          facts: { dispute_id: second, amount: 100, answer_by: expect.any(String) },
        },
      ],
    });
    const rest = (await inbox('GET', `?limit=1&cursor=${body.next_cursor}`)).body;
    expect(rest.data[0].facts.dispute_id).toBe(first);
    expect((await inbox('GET', '/unread')).body).toEqual({ unread_count: 2 });
    expect((await inbox('PUT', '/read', { up_to: rest.data[0].id })).body).toEqual({ unread_count: 1 });
    expect((await inbox('PUT', '/read', { up_to: body.data[0].id })).body).toEqual({ unread_count: 0 });
    // Neither back, nor beyond what there is.
    await inbox('PUT', '/read', { up_to: rest.data[0].id });
    await inbox('PUT', '/read', { up_to: 'ffffffff-ffff-7fff-bfff-ffffffffffff' });
    await seller.call('POST', `/api/v1/sandbox/disputes/${second}/win`);
    expect((await inbox('GET', '/unread')).body).toEqual({ unread_count: 1 });
    expect(await inbox('PUT', '/read', { up_to: 'x' })).toMatchObject({ status: 400 });
    expect(await seller.call('GET', '/api/v1/notifications')).toMatchObject({ status: 401 });
    const other = callerOf(gateway, await gateway.seller());
    expect((await other('GET', '')).body).toMatchObject({ total: 0 });
  });

  it('remind once of a dispute that is not answered two days before its end', async ({ gateway }) => {
    const seller = await gateway.seller();
    const inbox = callerOf(gateway, seller);
    const [answered, open] = [await dispute(seller), await dispute(seller)];
    await seller.call('POST', `/api/v1/disputes/${answered}/answer`, { text: 'Delivered' });
    await gateway.advance(6 * DAY_MS);
    const { data } = (await inbox('GET', '')).body as { data: { kind: string; facts: object }[] };
    expect(data.filter(({ kind }) => kind === 'dispute_deadline').map(({ facts }) => facts)).toMatchObject([
      { dispute_id: open },
    ]);
  });

  it('name a webhook that failed in every attempt, once a day', async ({ gateway }) => {
    const seller = await gateway.seller();
    const inbox = callerOf(gateway, seller);
    const { body } = await seller.call('POST', '/api/v1/webhooks', {
      ...{ url: 'http://127.0.0.1:9/hook', events: ['charge.paid'] },
    });
    await paid(seller);
    await paid(seller);
    await until('the deliveries have failed', async () => {
      await gateway.advance(60_000);
      return (await seller.call('GET', '/api/v1/deliveries?status=failed')).body.total === 2;
    });
    const { data } = (await inbox('GET', '')).body as { data: { kind: string; facts: object }[] };
    expect(data).toMatchObject([
      { kind: 'webhook_failing', facts: { webhook_id: body.webhook.id, host: '127.0.0.1:9' } },
    ]);
  });
});
