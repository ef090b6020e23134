import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { failureOf, json, KEY, recordingClient, TOKEN } from '../../test/support/sdk.ts';
import { Guiche, type GuicheOptions, reais, UsageError } from './main.ts';

const make = (options: object) => () => new Guiche(options as GuicheOptions);
const baseUrl = 'http://gateway.test';

describe('a client that cannot work', () => {
  it.each([
    [{}, "baseUrl is missing. Say where the gateway is: baseUrl: 'http://127.0.0.1:3000'."],
    [{ baseUrl: 'gateway.test' }, 'baseUrl must begin with http:// or https://, as http://127.0.0.1:3000.'],
    [{ baseUrl: 'localhost:3000' }, 'baseUrl must begin with http:// or https://, as http://127.0.0.1:3000.'],
    [{ baseUrl: 'http://user:secret@gateway.test' }, 'baseUrl must not carry a user or a password'],
    [{ baseUrl: 'http://gateway.test/api/v1/' }, 'baseUrl must not end with /api or /api/v1'],
    [{ baseUrl: 'http://gateway.test?x=1' }, 'baseUrl must not carry ? or #'],
    [{ baseUrl, apiKey: undefined }, 'apiKey is empty. Is the environment variable set?'],
    [{ baseUrl, apiKey: '' }, 'apiKey is empty. Is the environment variable set?'],
    [{ baseUrl, token: undefined }, 'token is empty. Is the environment variable set?'],
    [{ baseUrl, apiKey: `${KEY}\n` }, 'apiKey must be one word of printable characters.'],
    [{ baseUrl, apiKey: 12 }, 'apiKey must be one word of printable characters.'],
    [{ baseUrl, apiKey: TOKEN }, 'apiKey looks like a token of auth.login: pass it as token instead.'],
    [{ baseUrl, token: KEY }, 'token looks like an API key: pass it as apiKey instead.'],
    [{ baseUrl, maxRetries: 11 }, 'maxRetries must be a whole number from 0 to 10.'],
    [{ baseUrl, timeoutMs: 0 }, 'timeoutMs must be from 1 to 600000 milliseconds.'],
    [{ baseUrl, fetch: 'fetch' }, 'fetch must be a function'],
  ])('%j is told what is wrong', (options, sentence) => {
    expect(make(options)).toThrow(UsageError);
    expect(make(options)).toThrow(sentence);
  });

  it('without settings explains how to begin', () => {
    expect(() => new Guiche(undefined as unknown as GuicheOptions)).toThrow(
      /Give the client its settings: new Guiche/,
    );
  });
});

describe('a client', () => {
  it('keeps a path of baseUrl and drops the slash at its end', async () => {
    const { client, asked } = recordingClient(() => json({}), { baseUrl: 'https://shop.test/pay//' });
    await client.balance.retrieve();
    expect(asked[0]?.url.href).toBe('https://shop.test/pay/api/v1/balance');
  });

  it('without credentials signs in, and says so where that is not enough', async () => {
    const { asked } = recordingClient();
    const client = new Guiche({
      baseUrl,
      fetch: async (url) => {
        asked.push({ method: 'POST', url: new URL(url), headers: {}, body: undefined });
        return json({ token: TOKEN });
      },
    });
    expect((await client.auth.login({ email: 'a@b.example', password: 'x' })).token).toBe(TOKEN);
    const error = await failureOf(client.balance.retrieve());
    expect(error.message).toMatch(/needs credentials: new Guiche\(\{ baseUrl, apiKey \}\), or client\.with/);
    expect(asked).toHaveLength(1);
  });

  it('changes only what with() names', async () => {
    const { client, asked } = recordingClient(() => json({}));
    await client.with({ token: TOKEN }).auth.logout();
    await client.with({ baseUrl: 'http://other.test' }).balance.retrieve();
    expect(asked[0]?.headers).toMatchObject({ Authorization: `Bearer ${TOKEN}` });
    expect(asked[1]?.url.origin).toBe('http://other.test');
    expect(asked[1]?.headers).toMatchObject({ 'X-API-Key': KEY });
  });

  it.each([
    ['', /needs the id of an object, as its answer gave it; it is empty/],
    ['  ', /that cannot be one/],
    ['..', /that cannot be one/],
    ['\ud800', /that cannot be one/],
    [undefined, /it is something of type undefined/],
    [null, /it is null/],
    [{ id: 'x' }, /it is something of type object/],
  ])('refuses the id %j', async (id, sentence) => {
    const { client, asked } = recordingClient();
    const error = await failureOf(client.charges.retrieve(id as string));
    expect(error).toBeInstanceOf(UsageError);
    expect(error.message).toMatch(sentence);
    expect(asked).toEqual([]);
  });

  it.each(['c1', null, ['x']])('refuses the body %j', async (body) => {
    const { client } = recordingClient();
    const error = await failureOf(client.charges.create(body as never));
    expect(error.message).toMatch(/^POST \/api\/v1\/charges takes an object of fields, not /);
  });

  it('shows its key nowhere', async () => {
    const { client } = recordingClient(
      (_nth, { headers }) => {
        throw new Error(`cannot send ${JSON.stringify(headers)}`);
      },
      { token: TOKEN, maxRetries: 0 },
    );
    const errors = [
      await failureOf(client.charges.create({ billing_type: 'PIX', value: reais(1) })),
      await failureOf(client.keys.list()),
    ];
    const shown = [
      ...[client, client.charges, client.operators, client.charges.list()].flatMap((thing) => [
        inspect(thing, { depth: 20, showHidden: true, getters: true }),
        JSON.stringify(thing),
        String(thing),
        JSON.stringify(Object.entries(thing)),
      ]),
      ...errors.flatMap((error) => [inspect(error, { depth: 20, showHidden: true }), String(error.stack)]),
    ].join('\n');
    expect(shown).toContain('cannot send');
    expect(shown).not.toContain(KEY);
    expect(shown).not.toContain(TOKEN);
    expect(inspect(client)).toBe("Guiche { baseUrl: 'http://gateway.test', credentials: hidden }");
    expect(JSON.stringify({ client })).toBe('{"client":{"baseUrl":"http://gateway.test"}}');
  });
});
