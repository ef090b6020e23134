import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, json, KEY, recordingClient, refusal, TOKEN } from '../../test/support/sdk.ts';
import {
  AbortError,
  ConnectionError,
  type GuicheError,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnexpectedAnswerError,
  UsageError,
} from './errors.ts';
import { reais } from './reais.ts';

const PIX = { billing_type: 'PIX', value: reais(19.9) } as const;
const MAX_WAITS = 1_000;
const lost = () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }) });
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs a call to its end, with every wait passed at once; gives what was waited in all. */
async function settled<T>(call: Promise<T>): Promise<{ outcome: T | GuicheError; waitedMs: number }> {
  const begin = Date.now();
  let end = begin;
  const done = call.then(
    (value) => value,
    (error: GuicheError) => error,
  );
  let isDone = false;
  void done.then(() => {
    isDone = true;
    end = Date.now();
  });
  // One by one: somebody else's timer, which sets itself again, must not be waited for.
  for (let waits = 0; !isDone && waits < MAX_WAITS; waits += 1) await vi.advanceTimersToNextTimerAsync();
  return { outcome: await done, waitedMs: end - begin };
}

describe('a request', () => {
  it('carries the key, JSON, and an Idempotency-Key of its own', async () => {
    const { client, asked } = recordingClient(() => json({ id: 'c1' }, 201));
    await client.charges.create(PIX);
    await client.charges.create(PIX);
    const [first, second] = asked;
    expect(first).toMatchObject({
      method: 'POST',
      body: '{"billing_type":"PIX","value":19.9}',
      headers: { 'X-API-Key': KEY, 'Content-Type': 'application/json', Accept: 'application/json' },
    });
    expect(first?.url.href).toBe('http://gateway.test/api/v1/charges');
    expect(first?.headers['Idempotency-Key']).toMatch(/^sdk_[a-p]{32}$/);
    expect(second?.headers['Idempotency-Key']).not.toBe(first?.headers['Idempotency-Key']);
  });

  it('takes your own Idempotency-Key', async () => {
    const { client, asked } = recordingClient();
    await client.charges.create(PIX, { idempotencyKey: 'order-1' });
    expect(asked[0]?.headers['Idempotency-Key']).toBe('order-1');
    await expect(client.charges.create(PIX, { idempotencyKey: 'ordem nº 1' })).rejects.toThrow(
      /1 to 255 printable/,
    );
    await expect(client.charges.create(PIX, { idempotencyKey: '' })).rejects.toThrow(/1 to 255 printable/);
  });

  it('sends the token where only a person may go, and the key elsewhere', async () => {
    const { client, asked } = recordingClient(() => json({ keys: [] }), { token: TOKEN });
    await client.keys.list();
    await client.balance.retrieve();
    expect(asked[0]?.headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
    expect(asked[0]?.headers).not.toHaveProperty('X-API-Key');
    expect(asked[1]?.headers).toMatchObject({ 'X-API-Key': KEY });
    expect(asked[1]?.headers).not.toHaveProperty('Authorization');
  });

  it('writes filters into the query and leaves out what is undefined', async () => {
    const { client, asked } = recordingClient(() => json({ data: [], has_more: false }));
    await client.charges.list({ external_reference: 'a&b=c', limit: 5, status: undefined });
    expect(asked[0]?.url.search).toBe('?external_reference=a%26b%3Dc&limit=5');
  });

  it('keeps an id inside its place in the path', async () => {
    const { client, asked } = recordingClient();
    await client.charges.retrieve('a/b?c#d');
    expect(asked[0]?.url.pathname).toBe('/api/v1/charges/a%2Fb%3Fc%23d');
  });

  it('with an amount that cannot be right is not sent', async () => {
    const { client, asked } = recordingClient();
    const wrong = { billing_type: 'PIX', value: 19.999 } as unknown as typeof PIX;
    const error = await failureOf(client.charges.create(wrong));
    expect(error.message).toMatch(/^value: an amount has at most two decimals/);
    expect(asked).toEqual([]);
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  it.each([
    ['a circle', circular],
    ['a bigint', { metadata: { a: 5n } }],
  ])('with %s in its body is not sent, and says why', async (_what, body) => {
    const { client, asked } = recordingClient();
    const error = await failureOf(client.charges.create(body as typeof PIX));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(/^POST \/api\/v1\/charges takes plain values only, .+ JSON: .+\.$/);
    expect(asked).toEqual([]);
  });

  it('with a filter that is no date, or a signal that is none, is not sent', async () => {
    const { client, asked } = recordingClient();
    const never = new Date(Number.NaN) as unknown as string;
    const filters = failureOf(client.charges.list({ created_from: never }));
    expect((await filters).message).toMatch(/^created_from is neither/);
    const signal = failureOf(client.balance.retrieve({ signal: 5 as unknown as AbortSignal }));
    expect(await signal).toBeInstanceOf(UsageError);
    expect((await signal).message).toMatch(/AbortSignal\.timeout/);
    expect(asked).toEqual([]);
  });

  it('that is refused keeps the words of the gateway, also when the key is one of them', async () => {
    const { client } = recordingClient(() => refusal(401, 'API_KEY_INVALID'), { apiKey: 'is' });
    expect((await failureOf(client.balance.retrieve())).message).toContain('It is API_KEY_INVALID');
  });

  it('that is refused shows the key in neither message nor details', async () => {
    const body = { error: `Who is ${KEY}?`, code: 'VALIDATION_ERROR', details: { a: [{ key: `= ${KEY}` }] } };
    const { client } = recordingClient(() => json(body, 400));
    const error = await failureOf(client.balance.retrieve());
    expect(error).toMatchObject({ details: { a: [{ key: '= …' }] } });
    expect(error.message).toContain('Who is …?');
  });

  it('never follows a redirect, which would carry the key away', async () => {
    const moved = () => new Response(null, { status: 302, headers: { location: 'http://evil.test/' } });
    const { client, asked } = recordingClient(moved);
    const error = await failureOf(client.balance.retrieve());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toMatch(/redirect \(302\).*Set baseUrl/);
    expect(asked).toHaveLength(1);
  });
});

describe('a try that failed', () => {
  it('is repeated with the same key after network errors, then says what to do', async () => {
    const { client, asked } = recordingClient(lost);
    const { outcome } = await settled(client.charges.create(PIX));
    expect(outcome).toBeInstanceOf(ConnectionError);
    expect(outcome).toMatchObject({ code: 'CONNECTION_FAILED', status: null });
    expect((outcome as Error).message).toBe(
      'No answer from http://gateway.test (3 tries): fetch failed: ECONNREFUSED. Is the gateway running, and is baseUrl right? It may have taken effect: repeat it with the error’s idempotencyKey, and it is done once.',
    );
    const keys = new Set(asked.map(({ headers }) => headers['Idempotency-Key']));
    expect(asked).toHaveLength(3);
    expect([...keys]).toEqual([(outcome as GuicheError).idempotencyKey]);
  });

  it('waits longer each time, by chance within bounds', async () => {
    const { client } = recordingClient(lost, { maxRetries: 10 });
    const { waitedMs } = await settled(client.balance.retrieve());
    const longest = 500 + 1000 + 2000 + 4000 + 6 * 8000;
    expect(waitedMs).toBeGreaterThanOrEqual(longest / 2);
    expect(waitedMs).toBeLessThanOrEqual(longest);
  });

  it.each([500, 502, 503, 504])('%i is repeated and may succeed', async (status) => {
    const { client, asked } = recordingClient((nth) =>
      nth < 3 ? new Response('<html>', { status }) : json({ id: 'c1' }),
    );
    expect((await settled(client.charges.create(PIX))).outcome).toEqual({ id: 'c1' });
    expect(asked).toHaveLength(3);
  });

  const page = (status: number) => new Response('<html>', { status });
  const uncertain =
    'It may have taken effect: repeat it with the error’s idempotencyKey, and it is done once.';
  it.each([
    ['a proxy’s 502', () => page(502), 502, ServerError],
    ['a proxy’s 504', () => page(504), 504, ServerError],
    ['an answer that cannot be read', () => page(200), 200, UnexpectedAnswerError],
  ])('%s says that it may have taken effect', async (_what, answer, status, Kind) => {
    const { client, asked } = recordingClient(answer);
    const { outcome } = await settled(client.charges.create(PIX));
    expect(outcome).toBeInstanceOf(Kind);
    expect(outcome).toMatchObject({ status, idempotencyKey: asked[0]?.headers['Idempotency-Key'] });
    expect((outcome as Error).message.endsWith(uncertain)).toBe(true);
    const change = (await settled(client.account.update({ name: 'B' }))).outcome as Error;
    expect(change.message).toMatch(/It may have taken effect: read before you repeat it\.$/);
    const read = (await settled(client.balance.retrieve())).outcome as Error;
    expect(read.message).not.toContain('taken effect');
  });

  it('429 of a proxy was not done', async () => {
    const { client } = recordingClient(() => page(429), { maxRetries: 0 });
    expect((await failureOf(client.charges.create(PIX))).message).not.toContain('taken effect');
  });

  it.each([
    ['lost', lost],
    ['a proxy’s 504', () => page(504)],
  ])('a removal whose first answer was %s says that the retry found nothing', async (_what, first) => {
    const { client, asked } = recordingClient((nth) => (nth === 1 ? first() : refusal(404, 'NOT_FOUND')));
    const { outcome } = await settled(client.webhooks.remove('w1'));
    expect(outcome).toEqual({ success: null, error: expect.any(NotFoundError) });
    expect(outcome).toMatchObject({ error: { code: 'NOT_FOUND', requestId: 'req-1' } });
    expect(asked).toHaveLength(2);
  });

  it('a removal that a retry achieves gives the answer of the gateway', async () => {
    const done = { success: true, message: 'Webhook deleted' };
    const { client } = recordingClient((nth) => (nth === 1 ? lost() : json(done)));
    expect((await settled(client.webhooks.remove('w1'))).outcome).toEqual(done);
  });

  it('a removal of what is not there fails when nothing came before it but a limit', async () => {
    const { client } = recordingClient((nth) =>
      nth === 1 ? refusal(429, 'RATE_LIMIT_EXCEEDED') : refusal(404, 'NOT_FOUND'),
    );
    expect((await settled(client.products.remove('p1'))).outcome).toBeInstanceOf(NotFoundError);
  });

  it('is not repeated when the gateway answered from its memory of the key', async () => {
    const { client, asked } = recordingClient((nth) =>
      refusal(500, 'PROVIDER_UNAVAILABLE', nth === 1 ? {} : { 'idempotent-replayed': 'true' }),
    );
    const { outcome } = await settled(client.charges.create(PIX, { maxRetries: 5 }));
    expect(outcome).toBeInstanceOf(ServerError);
    expect((outcome as Error).message).toMatch(/with the same idempotencyKey/);
    expect(asked).toHaveLength(2);
  });

  it('429 waits as long as it is asked to', async () => {
    const { client, asked } = recordingClient((nth) =>
      nth === 1 ? refusal(429, 'RATE_LIMIT_EXCEEDED', { 'retry-after': '7' }) : json({ ok: true }),
    );
    const { outcome, waitedMs } = await settled(client.balance.retrieve());
    expect(outcome).toEqual({ ok: true });
    expect(waitedMs).toBeGreaterThanOrEqual(7000);
    expect(waitedMs).toBeLessThan(8000);
    expect(asked).toHaveLength(2);
  });

  it('is not waited for longer than a minute: a locked sign-in fails at once', async () => {
    const { client, asked } = recordingClient(() => refusal(429, 'LOGIN_LOCKED', { 'retry-after': '1800' }));
    const { outcome } = await settled(client.auth.login({ email: 'a@b.example', password: 'x' }));
    expect(outcome).toBeInstanceOf(RateLimitError);
    expect(outcome).toMatchObject({ code: 'LOGIN_LOCKED', retryAfter: 1800, status: 429 });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [400, 'INSUFFICIENT_BALANCE', InvalidRequestError],
    [404, 'NOT_FOUND', NotFoundError],
  ])('%i %s is never repeated', async (status, code, Kind) => {
    const { client, asked } = recordingClient(() => refusal(status, code));
    const { outcome } = await settled(client.charges.create(PIX));
    expect(outcome).toBeInstanceOf(Kind);
    expect(outcome).toMatchObject({ code, status, requestId: 'req-1' });
    expect(asked).toHaveLength(1);
  });

  it('is not repeated where a second effect is possible: sign-up and changes by PATCH', async () => {
    const { client, asked } = recordingClient(lost);
    const person = {
      name: 'A',
      email: 'a@b.example',
      password: 'quatro cavalos azuis',
      document: '52998224725',
    };
    const signUp = await settled(client.auth.register(person));
    expect((signUp.outcome as Error).message).toMatch(/read before you repeat it/);
    await settled(client.account.update({ name: 'B' }));
    expect(asked.map(({ method }) => method)).toEqual(['POST', 'PATCH']);
    expect(asked[0]?.headers).not.toHaveProperty('Idempotency-Key');
  });

  it('is not repeated when maxRetries is 0, for the client or the call', async () => {
    const { client, asked } = recordingClient(lost);
    await settled(client.balance.retrieve({ maxRetries: 0 }));
    await settled(client.with({ maxRetries: 0 }).balance.retrieve());
    expect(asked).toHaveLength(2);
  });
});

describe('time', () => {
  const hanging = (_nth: number, { signal }: { signal: AbortSignal }) =>
    new Promise<Response>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });

  it('ends a try that takes too long', async () => {
    const { client, asked } = recordingClient(hanging, { timeoutMs: 1000, maxRetries: 1 });
    const { outcome } = await settled(client.balance.retrieve());
    expect(outcome).toBeInstanceOf(TimeoutError);
    expect((outcome as Error).message).toBe(
      'No answer from http://gateway.test (2 tries) within 1000 ms. Raise timeoutMs, or try later.',
    );
    expect(asked).toHaveLength(2);
  });

  it('also ends a body that does not end', async () => {
    const endless = (_nth: number, { signal }: { signal: AbortSignal }) => {
      const stream = new ReadableStream({
        start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
      });
      return new Response(stream);
    };
    const { client } = recordingClient(endless, { maxRetries: 0 });
    expect((await settled(client.balance.retrieve())).outcome).toBeInstanceOf(TimeoutError);
  });

  it('an AbortSignal ends the call with its own reason, and no try follows', async () => {
    const { client, asked } = recordingClient(hanging);
    const stop = new AbortController();
    const call = settled(client.balance.retrieve({ signal: stop.signal }));
    const reason = new Error('the shop closed');
    stop.abort(reason);
    const message = 'Request aborted: the shop closed.';
    expect((await call).outcome).toMatchObject({ code: 'ABORTED', message, cause: reason });
    expect(asked).toHaveLength(1);
  });

  it('a POST that its signal ended can be repeated under its key', async () => {
    const { client, asked } = recordingClient(hanging);
    const stop = new AbortController();
    const call = failureOf(client.charges.create(PIX, { signal: stop.signal }));
    stop.abort();
    const error = await call;
    expect(error).toBeInstanceOf(AbortError);
    expect(error.message).toMatch(/It may have taken effect: repeat it with the error’s idempotencyKey/);
    expect(error).toMatchObject({ idempotencyKey: asked[0]?.headers['Idempotency-Key'] });
  });

  it.each([0, 2])('an AbortSignal is not taken for a timeout with %i retries', async (maxRetries) => {
    const { client } = recordingClient(hanging, { maxRetries });
    const stop = new AbortController();
    const call = failureOf(client.balance.retrieve({ signal: stop.signal }));
    stop.abort();
    expect((await call).name).toBe('AbortError');
  });

  it('an AbortSignal ends the wait between two tries', async () => {
    const { client, asked } = recordingClient(lost);
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('enough')), 100);
    const { outcome, waitedMs } = await settled(client.balance.retrieve({ signal: stop.signal }));
    expect(outcome).toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
    expect(waitedMs).toBeLessThan(250);
    expect(asked).toHaveLength(1);
  });

  it('leaves no timer behind, which would keep a program from ending', async () => {
    const { client } = recordingClient();
    await client.balance.retrieve();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('a signal that was aborted before sends nothing', async () => {
    const { client, asked } = recordingClient();
    const error = await failureOf(client.balance.retrieve({ signal: AbortSignal.abort() }));
    expect(error.name).toBe('AbortError');
    expect(error.message).toMatch(/Nothing was sent\.$/);
    expect(asked).toEqual([]);
  });
});

describe('an answer that is not the gateway’s', () => {
  it.each([
    [
      'a page with status 200',
      () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
    ],
    ['a page with status 404', () => new Response('<h1>Gone</h1>', { status: 404 })],
    ['JSON of something else', () => json({ message: 'no route' }, 404)],
    ['nothing', () => new Response('', { status: 200 })],
    ['a list where an object is due', () => json([])],
  ])('%s is said to be so', async (_what, answer) => {
    const { client } = recordingClient(answer);
    const error = await failureOf(client.balance.retrieve());
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toMatch(/not one of a Guichê gateway.*Is baseUrl the address of the gateway\?/);
  });

  it('is no page of a list either', async () => {
    const { client } = recordingClient(() => json({ id: 'c1' }));
    expect(await failureOf(client.charges.list())).toBeInstanceOf(UnexpectedAnswerError);
  });

  it.each([
    ['a page', () => new Response('<h1>Welcome</h1>')],
    ['a redirect', () => new Response(null, { status: 302, headers: { location: 'http://other.test/' } })],
  ])('to a POST, %s, tells the key it was sent under', async (_what, answer) => {
    const { client, asked } = recordingClient(answer);
    const error = await failureOf(client.charges.create(PIX));
    expect(error).toMatchObject({ idempotencyKey: asked[0]?.headers['Idempotency-Key'] });
  });
});
