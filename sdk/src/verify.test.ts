import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signature } from '../../server/src/webhooks/sign.ts';
import { failureOf } from '../../test/support/sdk.ts';
import { SignatureError, UsageError } from './errors.ts';
import { verifyWebhook } from './verify.ts';

const SECRET = `whsec_${Buffer.from('a key of twenty-four byt').toString('base64')}`;
const BODY = JSON.stringify({
  event: 'payment.received',
  data: { payment_id: 'c1', value: 19.9, customer: { name: 'José', email: null } },
  timestamp: '2026-01-01T00:00:00.000Z',
  id: 'e1',
  sequence: 2,
  previous_status: 'PENDING',
});
const NOW = new Date('2026-01-01T12:00:00Z');
const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));

function signed(secrets: string[] = [SECRET], at = NOW, body = BODY): Record<string, string> {
  const timestamp = seconds(at);
  return {
    'webhook-id': 'e1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature(secrets, 'e1', timestamp, body),
  };
}

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('a signed webhook', () => {
  it.each([
    ['text', BODY],
    ['bytes', new TextEncoder().encode(BODY)],
    ['a Buffer', Buffer.from(BODY)],
    ['a part of a larger buffer', Buffer.concat([Buffer.from('xx'), Buffer.from(BODY)]).subarray(2)],
    ['an ArrayBuffer', new TextEncoder().encode(BODY).buffer],
  ])('is believed as %s, and gives its event', async (_what, payload) => {
    expect(await verifyWebhook(payload, signed(), SECRET)).toEqual(JSON.parse(BODY));
  });

  it.each([
    ['Headers', new Headers(signed())],
    [
      'headers in capitals',
      {
        'Webhook-Id': 'e1',
        'Webhook-Timestamp': seconds(NOW),
        'WEBHOOK-SIGNATURE': signed()['webhook-signature'],
      },
    ],
    [
      'headers as lists',
      Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name, [value]])),
    ],
  ])('is believed with %s', async (_what, headers) => {
    expect((await verifyWebhook(BODY, headers, SECRET)).id).toBe('e1');
  });

  it.each(['a plain secret', 'segredo-da-loja-çã', 'whsec_not base64!', 'whsec_', 'whsec_YWJj'])(
    'may have the secret %j, as the gateway signs with it',
    async (secret) => {
      expect((await verifyWebhook(BODY, signed([secret]), secret)).id).toBe('e1');
    },
  );

  it('agrees with the standard’s own library', async () => {
    const headers = {
      'webhook-id': 'e1',
      'webhook-timestamp': seconds(NOW),
      'webhook-signature': new Webhook(SECRET).sign('e1', NOW, BODY),
    };
    expect((await verifyWebhook(BODY, headers, SECRET)).id).toBe('e1');
  });

  it('is believed through a rotation, by the old secret, the new one, or both', async () => {
    const headers = signed(['new secret', 'old secret']);
    for (const secret of ['old secret', 'new secret', ['gone', 'old secret']]) {
      expect((await verifyWebhook(BODY, headers, secret)).id).toBe('e1');
    }
  });

  it.each([
    ['another secret', BODY, signed(['another']), /No signature fits/],
    ['a changed body', BODY.replace('19.9', '91.9'), signed(), /No signature fits.*raw body/],
    ['a body written again', `${BODY} `, signed(), /No signature fits/],
    ['another id', BODY, { ...signed(), 'webhook-id': 'e2' }, /No signature fits/],
    [
      'a moved timestamp',
      BODY,
      { ...signed(), 'webhook-timestamp': seconds(new Date(NOW.getTime() + 5000)) },
      /No signature/,
    ],
    [
      'another version',
      BODY,
      { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1,', 'v2,') },
      /No signature/,
    ],
    ['a short signature', BODY, { ...signed(), 'webhook-signature': 'v1,YWJj' }, /No signature fits/],
    ['no id', BODY, { ...signed(), 'webhook-id': undefined }, /webhook-id or webhook-timestamp is missing/],
    ['a timestamp in words', BODY, { ...signed(), 'webhook-timestamp': 'now' }, /is not in seconds/],
    [
      'a timestamp in milliseconds',
      BODY,
      { ...signed(), 'webhook-timestamp': String(NOW.getTime()) },
      /is not in seconds/,
    ],
    [
      'an old message',
      BODY,
      signed([SECRET], new Date(NOW.getTime() - 301_000)),
      /301 seconds ago; 300 are allowed/,
    ],
    [
      'one of tomorrow',
      BODY,
      signed([SECRET], new Date(NOW.getTime() + 301_000)),
      /301 seconds ahead.*clock/,
    ],
  ])('is refused with %s', async (_what, body, headers, sentence) => {
    const error = await failureOf(verifyWebhook(body, headers, SECRET));
    expect(error).toBeInstanceOf(SignatureError);
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toContain(SECRET);
  });

  it('accepts an older timestamp with a larger tolerance', async () => {
    const headers = signed([SECRET], new Date(NOW.getTime() - 3_000_000));
    expect((await verifyWebhook(BODY, headers, SECRET, { toleranceSeconds: 3600 })).id).toBe('e1');
    await expect(verifyWebhook(BODY, signed(), SECRET, { toleranceSeconds: Number.NaN })).rejects.toThrow(
      /allowed/,
    );
  });

  it('does not fall back on X-Webhook-Secret when its signature is wrong', async () => {
    const headers = { ...signed(['another']), 'x-webhook-secret': SECRET };
    await expect(verifyWebhook(BODY, headers, SECRET)).rejects.toThrow(/No signature fits/);
  });

  it('is looked at for twenty signatures and no more', async () => {
    const wrong = createHmac('sha256', 'wrong').digest('base64');
    const right = signed()['webhook-signature'];
    const headers = (before: number) => ({
      ...signed(),
      'webhook-signature': `${`v1,${wrong} `.repeat(before)}${right}`,
    });
    expect((await verifyWebhook(BODY, headers(19), SECRET)).id).toBe('e1');
    await expect(verifyWebhook(BODY, headers(20), SECRET)).rejects.toThrow(/No signature fits/);
  });
});

describe('a webhook with a secret alone', () => {
  it('is believed by X-Webhook-Secret', async () => {
    expect((await verifyWebhook(BODY, { 'X-Webhook-Secret': 's3cret' }, 's3cret')).id).toBe('e1');
    expect((await verifyWebhook(BODY, { 'x-webhook-secret': 'b' }, ['a', 'b'])).id).toBe('e1');
  });

  it.each(['s3cres', 's3cret ', 's3cre', 'S3CRET'])('is refused with %j', async (given) => {
    const error = await failureOf(verifyWebhook(BODY, { 'x-webhook-secret': given }, 's3cret'));
    expect(error.message).toBe('X-Webhook-Secret is not the secret of this webhook.');
  });

  it('is refused without one: postbacks carry none', async () => {
    const error = await failureOf(verifyWebhook(BODY, { 'x-service-event': 'charge.paid' }, 's'));
    expect(error).toBeInstanceOf(SignatureError);
    expect(error.message).toMatch(/neither.*retrieve the charge instead/);
  });

  it('is refused when it is no event', async () => {
    for (const body of ['', 'null', '[]', '{"hello":1}', '{']) {
      await expect(verifyWebhook(body, { 'x-webhook-secret': 's' }, 's')).rejects.toThrow(/not an event/);
    }
  });
});

describe('wrong use of verify', () => {
  it.each([
    ['a parsed body', [JSON.parse(BODY), signed(), SECRET], /raw body.*express\.raw.*request\.text\(\)/],
    ['no body', [undefined, signed(), SECRET], /raw body/],
    ['an empty secret', [BODY, signed(), ''], /The secret is empty/],
    ['no secret', [BODY, signed(), undefined], /The secret is empty/],
    ['no secrets', [BODY, signed(), []], /The secret is empty/],
    ['no headers', [BODY, undefined, SECRET], /needs the headers of the request/],
    ['null for options', [BODY, signed(), SECRET, null], /options of verify are an object/],
  ])('%s is told what to do', async (_what, [body, headers, secret, options], sentence) => {
    const error = await failureOf(verifyWebhook(body, headers, secret, options));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(sentence);
  });
});
