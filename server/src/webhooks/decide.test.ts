import { describe, expect, it } from 'vitest';
import { systemActor } from '../audit/record.ts';
import { GatewayError } from '../kit/errors.ts';
import { type Decision, isRefusal } from '../write/effects.ts';
import { decideRedeliveries, decideRedelivery, type LockedDelivery } from './deliveries.ts';
import { decideChange, decideCreation, decideDeletion, decideRotation } from './registrations.ts';
import { decideTest } from './test-event.ts';
import type { WebhookRow } from './webhook-store.ts';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const ID = '00000000-0000-7000-8000-000000000002';
const NOW = new Date('2026-11-17T12:00:00Z');
const A_DAY_LATER = new Date('2026-11-18T12:00:00Z');
const by = systemActor(ACCOUNT);

const webhook: WebhookRow = Object.freeze({
  id: ID,
  url: 'https://shop.example/hook?token=x',
  events: ['charge.paid'],
  secret_box: Buffer.from('old'),
  active: true,
  retry_policy: 'standard',
  created_at: NOW,
});
const delivery: LockedDelivery = Object.freeze({
  id: ID,
  event_id: ID,
  event: 'charge.paid',
  charge_id: null,
  webhook_id: ID,
  url: webhook.url,
  status: 'failed',
  attempts: 3,
  due_at: null,
  created_at: NOW,
  finished_at: NOW,
  isLeased: false,
  isActive: true,
  isTest: false,
});

function refusalOf(decision: Decision<unknown>): string | null {
  return isRefusal(decision) ? `${decision.code}: ${decision.message}` : null;
}

function accepted<R>(decision: Decision<R>): Exclude<Decision<R>, GatewayError> {
  if (decision instanceof GatewayError) throw decision;
  return decision;
}

const actionsOf = (decision: Decision<unknown>) =>
  (accepted(decision).effects.audit ?? []).map(({ action, details }) => ({ action, details }));

describe('a registration', () => {
  const command = {
    accountId: ACCOUNT,
    id: ID,
    url: webhook.url,
    events: ['charge.paid'],
    retryPolicy: 'standard' as const,
    secretBox: Buffer.from('new'),
    by,
  };

  it('is made once: the same id gives the first one, and changes nothing', () => {
    expect(decideCreation({ count: 1, made: webhook }, command, NOW)).toEqual({
      result: webhook,
      effects: {},
    });
  });

  it.each([
    [49, null],
    [50, 'VALIDATION_ERROR: url: an account has at most 50 webhooks'],
  ])('beside %i others: %s', (count, refusal) => {
    expect(refusalOf(decideCreation({ count, made: undefined }, command, NOW))).toBe(refusal);
  });

  it('leaves a line without the query of its address', () => {
    expect(actionsOf(decideCreation({ count: 0, made: undefined }, command, NOW))).toEqual([
      {
        action: 'webhook.created',
        details: {
          url: 'https://shop.example/hook?…',
          events: ['charge.paid'],
          active: true,
          retry_policy: 'standard',
        },
      },
    ]);
  });
});

describe('a change', () => {
  it.each([
    ['of the address', { url: 'https://other.example/' }, 1, []],
    ['that pauses', { active: false }, 1, []],
    ['that resumes makes what was held due', { active: true }, 2, [ACCOUNT]],
  ])('%s', (_, change, rows, deliveriesOf) => {
    const { result, effects } = accepted(decideChange(webhook, ACCOUNT, change, by, NOW));
    expect(result).toEqual({ ...webhook, ...change });
    expect([effects.rows?.length, effects.deliveriesOf]).toEqual([rows, deliveriesOf]);
  });

  it('of what does not exist is refused', () => {
    expect(refusalOf(decideChange(null, ACCOUNT, {}, by, NOW))).toBe('NOT_FOUND: Webhook not found');
  });
});

it('a rotated secret leaves the old one valid for a day', () => {
  const secretBox = Buffer.from('new');
  const { result, effects } = accepted(decideRotation(webhook, ACCOUNT, secretBox, by, NOW));
  expect(result).toEqual({ ...webhook, secret_box: secretBox });
  expect(effects.rows?.map(({ row }) => row)).toEqual([
    { accountId: ACCOUNT, id: ID, secretBox, previousUntil: A_DAY_LATER },
  ]);
  expect(refusalOf(decideRotation(null, ACCOUNT, secretBox, by, NOW))).toBe('NOT_FOUND: Webhook not found');
});

it('a deletion removes the webhook and cancels what is held and queued for it', () => {
  const decision = decideDeletion(webhook, ACCOUNT, by, NOW);
  expect(accepted(decision).effects.rows?.map(({ row }) => row)).toEqual([
    { accountId: ACCOUNT, id: ID, at: NOW },
    { accountId: ACCOUNT, id: ID, dueAt: null, finishedAt: NOW },
    { accountId: ACCOUNT, id: ID, at: NOW },
  ]);
  expect(refusalOf(decideDeletion(null, ACCOUNT, by, NOW))).toBe('NOT_FOUND: Webhook not found');
});

describe('a test event', () => {
  const command = { webhookId: ID, deliveryId: ID, eventId: ID, sampleId: ID, event: null };
  const state = { webhook: { url: webhook.url, events: ['charge.paid' as const] }, earlier: null };

  it('goes once to the webhook, under the first name it is registered for', () => {
    const { result, effects } = accepted(decideTest(state, command, by, NOW));
    expect(result).toMatchObject({ id: ID, event: 'charge.paid', status: 'pending', due_at: NOW });
    expect([effects.rows?.length, effects.deliveriesOf]).toEqual([1, [ACCOUNT]]);
  });

  it('of an earlier run is the answer again', () => {
    const { isLeased: _, isActive: __, isTest: ___, ...earlier } = delivery;
    expect(decideTest({ ...state, earlier }, command, by, NOW)).toEqual({ result: earlier, effects: {} });
  });

  it('needs a webhook', () => {
    expect(refusalOf(decideTest({ ...state, webhook: null }, command, by, NOW))).toBe(
      'NOT_FOUND: Webhook not found',
    );
  });
});

describe('a redelivery', () => {
  it.each<[string, Partial<LockedDelivery>, string | null]>([
    ['of a failed one', {}, null],
    ['of a delivered one', { status: 'delivered' }, null],
    ['of a pending one', { status: 'pending' }, null],
    ['of a postback', { webhook_id: null, isActive: null }, null],
    ['of a finished test, also while paused', { isTest: true, isActive: false }, null],
    ['of a test under way', { isTest: true, status: 'pending' }, 'This test is being sent'],
    ['of a held one', { status: 'paused' }, 'The webhook is paused; resume it and this delivery goes out'],
    ['of a paused webhook', { isActive: false }, 'The webhook is paused; resume it first'],
    ['of a deleted webhook', { isActive: null }, 'The webhook of this delivery was deleted'],
  ])('%s', (_, fields, reason) => {
    const decision = decideRedelivery({ ...delivery, ...fields }, ACCOUNT, NOW);
    expect(refusalOf(decision)).toBe(reason && `INVALID_STATE: ${reason}`);
    if (!reason) expect(accepted(decision).result).toMatchObject({ status: 'pending', due_at: NOW });
  });

  it('of what is being sent begins when that send has failed', () => {
    const leased = { ...delivery, status: 'pending' as const, isLeased: true, due_at: A_DAY_LATER };
    expect(accepted(decideRedelivery(leased, ACCOUNT, NOW)).result.due_at).toEqual(A_DAY_LATER);
    expect(refusalOf(decideRedelivery(null, ACCOUNT, NOW))).toBe('NOT_FOUND: Delivery not found');
  });

  it.each([
    [0, 0, false],
    [3, 3, false],
    [10_001, 10_000, true],
  ])('of %i failed ones takes %i', (found, count, hasMore) => {
    const failed = Array.from({ length: found }, () => ({ id: ID }));
    const { result, effects } = accepted(decideRedeliveries(failed, ACCOUNT, NOW));
    expect(result).toEqual({ count, hasMore });
    expect(effects.rows).toHaveLength(count);
  });
});
