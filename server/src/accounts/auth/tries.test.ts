import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authenticator, CookieClient, earlyInStep } from '../../../../test/support/cookie-client.ts';
import { type Answer, type Call, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { type Node, startSecondNode } from '../../../../test/support/nodes.ts';
import { done } from '../../write/effects.ts';
import { deleteOldTries, forgivenTries } from './tries.ts';

let gateway: TestGateway;
let other: Node;
let calls: Record<'here' | 'there', Call>;
beforeAll(async () => {
  // A proxy that is believed lets each test come from an address of its own: failures count by address too.
  gateway = await startGateway({ environment: { GUICHE_TRUST_PROXY: 'loopback' }, connections: 25 });
  other = await startSecondNode(gateway);
  calls = { here: gateway.call, there: other.callAs(await gateway.seller()) };
});
afterAll(async () => {
  await other.stop();
  await gateway.stop();
});

type Person = { email: string; password: string };
let made = 0;
let address = '';
function newAddress(): void {
  made += 1;
  address = `2001:db8:${made}::1`;
}

const signIn = ({ email, password }: Person, node: 'here' | 'there' = 'here', from = address) =>
  calls[node]('POST', '/api/v1/auth/login', { email, password }, { 'x-forwarded-for': from });

const wrong = ({ email }: { email: string }): Person => ({ email, password: 'not the password' });
const many = (count: number, work: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const codes = (answers: Answer[]) => answers.map((answer) => answer.body.code ?? answer.status).sort();

async function failTimes(count: number, person: { email: string }): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    expect((await signIn(wrong(person))).body.code).toBe('INVALID_CREDENTIALS');
  }
}

/** As if everything counted so far had happened this much earlier. */
async function earlier(interval: string): Promise<void> {
  await gateway.db.query(
    `update sign_in_tries
     set tried_at = array(select at - $1::interval from unnest(tried_at) as at),
         last_at = last_at - $1::interval`,
    [interval],
  );
}

/** As if everything counted so far happened in five minutes: then a pause of seconds outlasts a slow machine. */
async function inFiveMinutes(): Promise<void> {
  await gateway.db.query(
    `update sign_in_tries
     set tried_at = array(select clock_timestamp() + interval '5 minutes' from unnest(tried_at))`,
  );
}

const seconds = (answer: Answer) => Number(answer.headers['retry-after']);

describe('the tenth failed try from one address', () => {
  it('is still examined; after it each next one waits longer, on every node', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(10, person);
    for (const node of ['here', 'there'] as const) {
      const held = await signIn(person, node);
      expect([held.status, held.body.code, held.body.details]).toEqual([429, 'LOGIN_LOCKED', {}]);
      expect(seconds(held)).toBeGreaterThan(0);
      expect(seconds(held)).toBeLessThanOrEqual(60);
    }
    await earlier('1 minute');
    await failTimes(1, person);
    expect(seconds(await signIn(person))).toBeGreaterThan(60);
    await earlier('5 minutes');
    expect((await signIn(person)).status).toBe(200);
  });

  it('does not come after nine and a success', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(9, person);
    expect((await signIn(person)).status).toBe(200);
    await failTimes(9, person);
    expect((await signIn(person, 'there')).status).toBe(200);
  });

  it('is not put off by more tries while it waits', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(10, person);
    await earlier('30 seconds');
    expect(codes(await many(5, () => signIn(wrong(person))))).toEqual(Array(5).fill('LOGIN_LOCKED'));
    expect(seconds(await signIn(person))).toBeLessThanOrEqual(30);
  });

  it('belongs to the e-mail, whatever its case, and to no other', async () => {
    newAddress();
    const [person, neighbour] = [await gateway.seller(), await gateway.seller()];
    await failTimes(5, person);
    await failTimes(5, { email: person.email.toUpperCase() });
    expect((await signIn(person)).status).toBe(429);
    expect((await signIn(neighbour)).status).toBe(200);
  });

  it('belongs to the whole site of the address, and to no other', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(10, person);
    expect((await signIn(person, 'here', address.replace('::1', ':9::7'))).status).toBe(429);
    expect((await signIn(person, 'here', '203.0.113.77')).status).toBe(200);
  });

  it('is written in the account’s log, once', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(10, person);
    await signIn(wrong(person));
    const lines = await gateway.db.query(
      `select actor_kind, address, target_kind from audit_log where account_id = $1 and action = 'user.login_locked'`,
      [person.id],
    );
    expect(lines).toEqual([{ actor_kind: 'system', address, target_kind: 'user' }]);
  });
});

describe('the owner of an e-mail that others hammer', () => {
  /** From so many addresses, ten tries each. */
  async function hammer(person: { email: string }, addresses: number): Promise<void> {
    for (let each = 0; each < addresses; each += 1) {
      const from = `10.${made}.${each}.1`;
      await many(12, () => signIn(wrong(person), each % 2 === 0 ? 'here' : 'there', from));
    }
  }

  it('gets in from a fresh address on a device that is new', { timeout: 60_000 }, async () => {
    newAddress();
    const person = await gateway.seller();
    await hammer(person, 8);
    expect((await signIn(person, 'here', '203.0.113.80')).status).toBe(200);
    expect((await signIn(person, 'there', '203.0.113.81')).status).toBe(200);
  });

  it('from very many addresses, has one try in five minutes on a new device, until a mailed link lifts it', {
    timeout: 90_000,
  }, async () => {
    newAddress();
    const person = await gateway.seller();
    const browser = new CookieClient(gateway);
    expect((await browser.signIn(person)).status).toBe(200);
    await hammer(person, 20);
    const held = await signIn(person, 'here', '203.0.113.82');
    expect([held.status, held.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(seconds(held)).toBeLessThanOrEqual(300);
    expect((await browser.signIn(person)).status).toBe(200);
    await earlier('5 minutes');
    expect((await signIn(wrong(person), 'here', '203.0.113.83')).status).toBe(401);
    expect((await signIn(person, 'here', '203.0.113.84')).status).toBe(429);
    const { vault, writer } = gateway.deps;
    const rows = forgivenTries(vault, person.email.toUpperCase());
    await writer.commit({ load: async () => null, decide: () => done(undefined, { rows }) });
    expect((await signIn(person, 'here', '203.0.113.84')).status).toBe(200);
  });
});

describe('a device that signed in before', () => {
  async function knownBrowser(person: Person): Promise<CookieClient> {
    const browser = new CookieClient(gateway);
    expect((await browser.signIn(person)).status).toBe(200);
    browser.cookie = null;
    return browser;
  }
  const from = () => ({ 'x-forwarded-for': address });
  const tryFrom = (browser: CookieClient, { email, password }: Person) =>
    browser.call('POST', '/auth/login', { email, password, cookie: true }, from());

  it('is let in while its own address and the e-mail must wait', async () => {
    newAddress();
    const person = await gateway.seller();
    const browser = await knownBrowser(person);
    await failTimes(10, person);
    expect((await signIn(person)).status).toBe(429);
    expect((await tryFrom(browser, person)).status).toBe(200);
  });

  it('has ten tries of its own, then waits, and takes none from others', async () => {
    newAddress();
    const person = await gateway.seller();
    const browser = await knownBrowser(person);
    for (let index = 0; index < 10; index += 1) {
      expect((await tryFrom(browser, wrong(person))).body.code).toBe('INVALID_CREDENTIALS');
    }
    const held = await tryFrom(browser, person);
    expect([held.status, held.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(seconds(held)).toBeLessThanOrEqual(60);
    expect((await signIn(person)).status).toBe(200);
    await earlier('1 minute');
    expect((await tryFrom(browser, person)).status).toBe(200);
  });

  it('is unknown to another e-mail, and a forged or foreign cookie is worth nothing', async () => {
    newAddress();
    const [person, victim] = [await gateway.seller(), await gateway.seller()];
    const browser = await knownBrowser(person);
    await failTimes(10, victim);
    expect((await tryFrom(browser, victim)).status).toBe(429);
    // The attacker's own valid cookie, under the name that the victim's would have.
    const victims = await knownBrowser(victim);
    const [name = ''] = [...victims.others.keys()];
    const [[, own = ''] = []] = [...browser.others];
    for (const value of [own.split('=')[1], `${crypto.randomUUID()}.${'0'.repeat(64)}`, 'x.y', '']) {
      browser.others.set(name, `${name}=${value}`);
      expect((await tryFrom(browser, victim)).status, value).toBe(429);
    }
  });

  it('is remembered without saying whom it belongs to', async () => {
    const person = await gateway.seller();
    const browser = await knownBrowser(person);
    expect([...browser.others.values()].join()).not.toContain(person.email.split('@')[0]);
  });
});

describe('second-factor codes', () => {
  it('of one user are limited over all addresses; a known device and the right password alone are not', async () => {
    newAddress();
    const person = await gateway.seller();
    const ask = (path: string, body: object) =>
      gateway.call('POST', `/api/v1/auth/two-factor${path}`, body, {
        authorization: `Bearer ${person.token}`,
      });
    const code = authenticator((await ask('', { password: person.password })).body.secret);
    await earlyInStep();
    await ask('/confirm', { code: code(-1) });
    const { email, password } = person;
    const from = (last: number, given?: string) =>
      gateway.call(
        'POST',
        '/api/v1/auth/login',
        { email, password, code: given },
        {
          'x-forwarded-for': `10.200.${made}.${last}`,
        },
      );
    const browser = new CookieClient(gateway);
    expect((await browser.signIn(person, code())).status).toBe(200);
    for (let last = 0; last < 10; last += 1) {
      expect((await from(last, 'abcde-fghij')).body.code).toBe('TWO_FACTOR_INVALID');
    }
    const held = await from(99, code(1));
    expect([held.status, held.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(seconds(held)).toBeLessThanOrEqual(60);
    expect((await from(98)).body.code).toBe('TWO_FACTOR_REQUIRED');
    browser.cookie = null;
    expect((await browser.signIn(person, code(1))).status).toBe(200);
  });
});

describe('twenty tries at once over two nodes', () => {
  const nodeOf = (index: number) => (index % 2 === 0 ? 'here' : 'there');

  it.each([
    ['a known e-mail', async () => (await gateway.seller()).email],
    ['an e-mail that no user has', async () => 'nobody@example.com'],
  ])('with a wrong password for %s: ten are examined, ten refused', async (_name, emailOf) => {
    newAddress();
    const person = wrong({ email: await emailOf() });
    const answers = await many(20, (index) => signIn(person, nodeOf(index)));
    expect(codes(answers)).toEqual([
      ...Array(10).fill('INVALID_CREDENTIALS'),
      ...Array(10).fill('LOGIN_LOCKED'),
    ]);
    expect((await signIn(person)).status).toBe(429);
  });

  it('with the right one leave nothing that counts', async () => {
    newAddress();
    const person = await gateway.seller();
    const answers = await many(20, (index) => signIn(person, nodeOf(index)));
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(10);
    expect((await signIn(person)).status).toBe(200);
    await failTimes(9, person);
    expect((await signIn(person)).status).toBe(200);
  });
});

describe('an unknown e-mail', () => {
  it('is answered in every try like a known one', async () => {
    newAddress();
    const known = wrong(await gateway.seller());
    const unknown = wrong({ email: 'stranger@example.com' });
    for (let index = 0; index < 12; index += 1) {
      const [one, two] = [await signIn(known), await signIn(unknown)];
      expect([two.status, two.raw]).toEqual([one.status, one.raw]);
      expect(Object.keys(two.headers).sort()).toEqual(Object.keys(one.headers).sort());
    }
  });

  it('costs the same work: the time taken gives nothing away', async () => {
    newAddress();
    const known = wrong(await gateway.seller());
    const unknown = wrong({ email: 'timing@example.com' });
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let index = 0; index < 9; index += 1) {
      times.known.push(await tookMs(() => signIn(known)));
      times.unknown.push(await tookMs(() => signIn(unknown)));
    }
    // Without the work an unknown e-mail would take a tenth.
    expect(median(times.unknown)).toBeGreaterThan(median(times.known) / 3);
    expect(median(times.unknown)).toBeLessThan(median(times.known) * 3);
  });
});

async function tookMs(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('an address', () => {
  it('waits after a hundred failures, with its whole network; others do not', {
    timeout: 60_000,
  }, async () => {
    newAddress();
    const person = await gateway.seller();
    const failures = await many(100, (index) => signIn(wrong({ email: `guess-${index}@example.com` })));
    expect(new Set(codes(failures))).toEqual(new Set(['INVALID_CREDENTIALS']));
    await inFiveMinutes();
    const held = await signIn(person, 'there', address.replace('::1', '::2'));
    expect([held.status, held.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(seconds(held)).toBeLessThanOrEqual(5 * 60 + 10);
    expect((await signIn(person, 'here', '203.0.113.77')).status).toBe(200);
    await earlier('5 minutes 10 seconds');
    expect((await signIn(person)).status).toBe(200);
  });

  it('and an e-mail keep what failed before a success', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(3, person);
    expect((await signIn(person)).status).toBe(200);
    const counted = await gateway.db.query<{ kind: string; tries: number }>(
      `select kind, cardinality(tried_at) as tries
       from sign_in_tries
       where kind in ('address', 'email')
       order by last_at desc
       limit 2`,
    );
    expect(counted.sort((one, two) => one.kind.localeCompare(two.kind))).toEqual([
      { kind: 'address', tries: 3 },
      { kind: 'email', tries: 3 },
    ]);
  });
});

describe('what is kept', () => {
  it('names no one, and is removed after a day', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(1, person);
    const { db } = gateway;
    const read = () => db.query<{ text: string }>('select sign_in_tries::text as text from sign_in_tries');
    const written = (await read()).map((row) => row.text).join('\n');
    expect(written).not.toContain(person.email);
    expect(written).not.toContain('2001:db8');
    await earlier('23 hours 50 minutes');
    await deleteOldTries(db);
    expect((await read()).length).toBeGreaterThan(0);
    await earlier('11 minutes');
    await deleteOldTries(db);
    expect(await read()).toEqual([]);
  });
});

describe('who is signed in', () => {
  it('has ten tries to say the password again, apart from those at the door and in other sessions', async () => {
    newAddress();
    const person = await gateway.seller();
    const other = (await signIn(person)).body.token;
    const change = (current: string, token = person.token) => {
      const body = { current_password: current, new_password: 'another good horse battery' };
      return gateway.call('POST', '/api/v1/auth/password', body, { authorization: `Bearer ${token}` });
    };
    await failTimes(10, person);
    for (let left = 10; left > 0; left -= 1)
      expect((await change('wrong')).body.code).toBe('INVALID_CREDENTIALS');
    const held = await change(person.password);
    expect([held.status, held.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(seconds(held)).toBeLessThanOrEqual(60);
    expect((await change('wrong', other)).body.code).toBe('INVALID_CREDENTIALS');
    await earlier('1 minute');
    expect((await change(person.password)).status).toBe(200);
  });
});
