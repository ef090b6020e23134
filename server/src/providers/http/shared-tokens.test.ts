import { afterEach, describe, expect } from 'vitest';
import { it } from '../../../../test/support/fixtures.ts';
import type { Db } from '../../db/pool.ts';
import { Secret, Vault } from '../../kit/secrets.ts';
import { askSharing, DatabaseTokens, type TokenName } from './shared-tokens.ts';
import type { TokenAnswer } from './token.ts';

const vault = new Vault(Buffer.alloc(32, 7));
const LIMITED = { client: 'https://bank.example client-1', maxPerMinute: 5 };
const NAME: TokenName = { scope: 'boleto.read', certificate: 'digest' };

const given = (text: string, lifeMs = 3_600_000): TokenAnswer => ({
  ok: true,
  token: new Secret(text),
  lifeMs,
  scopes: ['boleto.read'],
});
const failed: TokenAnswer = { ok: false, reason: 'no', failure: 'credentials' };
const textOf = (answer: TokenAnswer) => (answer.ok ? answer.token.reveal() : answer.reason);

/** Processes of one installation: they share the database and nothing else. */
const processes = (db: Db, count: number) =>
  Array.from({ length: count }, () => new DatabaseTokens(db, vault, LIMITED));

let empty: (() => Promise<unknown>) | undefined;
afterEach(() => empty?.());

describe('tokens shared by the processes of an installation', () => {
  it.beforeEach(({ db }) => {
    empty = () => db.query(`delete from installation where name like 'token %'`);
  });

  it('are asked for once, however many processes want one at the same time', async ({ db }) => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      await new Promise((resolve) => setTimeout(resolve, 100));
      return given(`token-${asked}`);
    };
    const answers = await Promise.all(processes(db, 8).map((store) => askSharing(store, NAME, ask)));
    expect(answers.map(textOf)).toEqual(Array(8).fill('token-1'));
    expect(asked).toBe(1);
    expect(answers.every((answer) => answer.ok && answer.scopes[0] === 'boleto.read')).toBe(true);
  });

  it('are one per set of scopes, and per certificate', async ({ db }) => {
    const [store] = processes(db, 1);
    if (!store) throw new Error('no process');
    const take = (name: TokenName, text: string) => askSharing(store, name, async () => given(text));
    expect(textOf(await take(NAME, 'one'))).toBe('one');
    expect(textOf(await take({ ...NAME, scope: 'pix.write' }, 'two'))).toBe('two');
    expect(textOf(await take({ ...NAME, certificate: 'renewed' }, 'three'))).toBe('three');
    expect(textOf(await take(NAME, 'four'))).toBe('one');
  });

  it('are not asked for more often than the server takes calls, by any process', async ({ db }) => {
    let asked = 0;
    const ask = async () => {
      asked += 1;
      return failed;
    };
    for (const store of processes(db, 8)) await askSharing(store, NAME, ask);
    expect(asked).toBe(5);
    const [last] = processes(db, 1);
    const answer = last && (await askSharing(last, { ...NAME, scope: 'other' }, ask));
    expect(answer).toMatchObject({ ok: false, failure: 'service' });
    expect(asked).toBe(5);
  });

  it('that were refused, or end soon, are given to no process', async ({ db }) => {
    const [first, second] = processes(db, 2);
    if (!first || !second) throw new Error('no process');
    await askSharing(first, NAME, async () => given('refused'));
    await second.drop(NAME, new Secret('another'));
    expect(textOf(await askSharing(second, NAME, async () => given('new')))).toBe('refused');
    await second.drop(NAME, new Secret('refused'));
    expect(textOf(await askSharing(first, NAME, async () => given('short', 60_000)))).toBe('short');
    expect(textOf(await askSharing(second, NAME, async () => given('long')))).toBe('long');
  });

  it('lie sealed in the database', async ({ db }) => {
    const [store] = processes(db, 1);
    if (store) await askSharing(store, NAME, async () => given('planted-token'));
    const rows = await db.query<{ name: string; value: string }>(
      `select name, value from installation where name like 'token %'`,
    );
    expect(rows).toHaveLength(2);
    const shown = JSON.stringify(rows);
    expect(shown).not.toContain('planted-token');
    expect(shown).not.toContain('client-1');
  });
});
