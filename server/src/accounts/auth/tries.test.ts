import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Call, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { type Node, startSecondNode } from '../../../../test/support/nodes.ts';
import { deleteOldTries } from './tries.ts';

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
    `update login_tries
     set tried_at = array(select at - $1::interval from unnest(tried_at) as at),
         locked_until = locked_until - $1::interval,
         last_at = last_at - $1::interval`,
    [interval],
  );
}

describe('the tenth failed try', () => {
  it('is still examined; after it even the right password is not, for half an hour, on every node', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(10, person);
    for (const node of ['here', 'there'] as const) {
      const locked = await signIn(person, node);
      expect([locked.status, locked.body.code, locked.body.details]).toEqual([429, 'LOGIN_LOCKED', {}]);
      const seconds = Number(locked.headers['retry-after']);
      expect(seconds).toBeGreaterThan(29 * 60);
      expect(seconds).toBeLessThanOrEqual(30 * 60);
    }
    await earlier('29 minutes');
    expect((await signIn(person)).status).toBe(429);
    await earlier('1 minute');
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

  it('counts those of the last half hour only', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(5, person);
    await earlier('20 minutes');
    await failTimes(4, person);
    await earlier('11 minutes');
    await failTimes(5, person);
    expect((await signIn(person)).status).toBe(200);
  });

  it('locks for half an hour from itself, also when the first were long before', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(9, person);
    await earlier('25 minutes');
    await failTimes(1, person);
    await earlier('10 minutes');
    const locked = await signIn(person);
    expect(locked.status).toBe(429);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(19 * 60);
  });

  it('is not put off by more tries while it is locked', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(10, person);
    await earlier('20 minutes');
    expect(codes(await many(5, () => signIn(wrong(person))))).toEqual(Array(5).fill('LOGIN_LOCKED'));
    expect(Number((await signIn(person)).headers['retry-after'])).toBeLessThanOrEqual(10 * 60);
  });

  it('belongs to the e-mail, whatever its case, and to no other', async () => {
    newAddress();
    const [person, neighbour] = [await gateway.seller(), await gateway.seller()];
    await failTimes(5, person);
    await failTimes(5, { email: person.email.toUpperCase() });
    expect((await signIn(person)).status).toBe(429);
    expect((await signIn(neighbour)).status).toBe(200);
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
  it('is locked after a hundred failures, with its whole network; others are not', {
    timeout: 60_000,
  }, async () => {
    newAddress();
    const person = await gateway.seller();
    const failures = await many(100, (index) => signIn(wrong({ email: `guess-${index}@example.com` })));
    expect(new Set(codes(failures))).toEqual(new Set(['INVALID_CREDENTIALS']));
    const locked = await signIn(person, 'there', address.replace('::1', '::2'));
    expect([locked.status, locked.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(29 * 60);
    expect((await signIn(person, 'here', '203.0.113.77')).status).toBe(200);
  });

  it('is not emptied by a success, and a refused try does not count for the e-mail', async () => {
    newAddress();
    const person = await gateway.seller();
    const from = address;
    await failTimes(3, person);
    expect((await signIn(person)).status).toBe(200);
    const countOf = async (kind: string) => {
      const [row] = await gateway.db.query<{ tries: number }>(
        `select cardinality(tried_at) as tries from login_tries where kind = $1 order by last_at desc limit 1`,
        [kind],
      );
      return row?.tries;
    };
    expect(await countOf('address')).toBe(3);
    await gateway.db.query(
      `update login_tries set locked_until = now() + interval '5 minutes'
       where (kind, last_at) = (select kind, max(last_at) from login_tries where kind = 'address' group by kind)`,
    );
    for (let index = 0; index < 12; index += 1) expect((await signIn(person, 'here', from)).status).toBe(429);
    expect((await signIn(person, 'here', '203.0.113.78')).status).toBe(200);
  });
});

describe('what is kept', () => {
  it('names no one, and is removed after an hour', async () => {
    newAddress();
    const person = await gateway.seller();
    await failTimes(1, person);
    const { db } = gateway;
    const read = () => db.query<{ text: string }>('select login_tries::text as text from login_tries');
    const written = (await read()).map((row) => row.text).join('\n');
    expect(written).not.toContain(person.email);
    expect(written).not.toContain('2001:db8');
    await earlier('59 minutes');
    await deleteOldTries(db);
    expect((await read()).length).toBeGreaterThan(0);
    await earlier('2 minutes');
    await deleteOldTries(db);
    expect(await read()).toEqual([]);
  });
});

describe('who is signed in', () => {
  it('has ten tries to say the password again, apart from those at the door', async () => {
    newAddress();
    const person = await gateway.seller();
    const change = (current: string) =>
      gateway.call(
        'POST',
        '/api/v1/auth/password',
        { current_password: current, new_password: 'another good horse battery' },
        { authorization: `Bearer ${person.token}` },
      );
    await failTimes(10, person);
    for (let index = 0; index < 10; index += 1) {
      expect((await change('wrong')).body.code).toBe('INVALID_CREDENTIALS');
    }
    const locked = await change(person.password);
    expect([locked.status, locked.body.code]).toEqual([429, 'LOGIN_LOCKED']);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(29 * 60);
    await earlier('31 minutes');
    expect((await change(person.password)).status).toBe(200);
  });
});
