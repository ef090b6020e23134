import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { linkToken, type Person, registered, signIn } from '../../../../test/support/outbox.ts';
import { HOUR_MS, MINUTE_MS } from '../../kit/clock.ts';
import { boundTo, signLink } from '../../mail/signed-link.ts';
import { findAddressedUser } from '../emails.ts';
import { sealSecret } from './two-factor-store.ts';

const NEXT = 'a wholly new passphrase';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
beforeEach(() => gateway.db.query('delete from mail_tries'));
afterAll(() => gateway.stop());

let used = 0;
async function newPerson(password?: string): Promise<Person> {
  used += 1;
  return (await registered(gateway, `recover-${used}@example.com`, password)).person;
}

const recover = (email: string, headers?: Record<string, string>) =>
  gateway.call('POST', '/api/v1/auth/recover', { email }, headers);
const reset = (token: string, password = NEXT) =>
  gateway.call('POST', '/api/v1/auth/reset', { token, password });
const countOf = async (table: string) =>
  Number((await gateway.db.query<{ n: bigint }>(`select count(*) as n from ${table}`))[0]?.n);

async function recoveryToken(person: Person): Promise<string> {
  await recover(person.email);
  return linkToken((await person.mail('recover_password')).link);
}

describe('asking for a new password', () => {
  it('answers the same and does the same in the request, with and without an account', async () => {
    const person = await newPerson();
    await gateway.runDue();
    const observed = [];
    for (const email of [person.email, 'no-one-here@example.com']) {
      const before = [await countOf('jobs'), await countOf('mails'), await countOf('mail_tries')];
      const { status, raw, headers } = await recover(email);
      const after = [await countOf('jobs'), await countOf('mails'), await countOf('mail_tries')];
      const { 'x-request-id': _, date: __, ...shown } = headers;
      observed.push({ status, raw, shown, grown: after.map((n, index) => n - (before[index] ?? 0)) });
      await gateway.db.query('delete from mail_tries');
    }
    expect(observed[0]).toEqual(observed[1]);
    expect(observed[0]).toMatchObject({ status: 200, grown: [1, 0, 2] });
    await gateway.runDue();
    expect(await countOf('jobs')).toBe(0);
    expect((await person.kinds()).filter((kind) => kind === 'recover_password')).toHaveLength(1);
  });

  it('keeps the address sealed in the job', async () => {
    await recover('sealed-person@example.com');
    const jobs = await gateway.db.query<{ payload: object }>('select payload from jobs');
    expect(JSON.stringify(jobs)).not.toContain('sealed-person');
    await gateway.runDue();
  });

  it('finds the address in whatever case, and writes in the language of the request', async () => {
    const person = await newPerson();
    await recover(person.email.toUpperCase(), { 'accept-language': 'en' });
    expect(await person.mail('recover_password')).toMatchObject({
      to: person.email,
      subject: 'Choose a new password',
    });
  });

  it('sends five mails per hour to an address, and answers the same beyond', async () => {
    const person = await newPerson();
    const answers = [];
    for (let index = 0; index < 7; index += 1) answers.push((await recover(person.email)).raw);
    expect(new Set(answers).size).toBe(1);
    expect((await person.kinds()).filter((kind) => kind === 'recover_password')).toHaveLength(5);
  });

  it('is refused beyond thirty per hour from one network, with Retry-After', async () => {
    for (let index = 0; index < 30; index += 1) {
      expect((await recover(`stranger-${index}@example.com`)).status).toBe(200);
    }
    const refused = await recover('stranger-30@example.com');
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    await gateway.runDue();
  });

  it('reaches both users of an address that none has proved, and only the owner of one that is proved', async () => {
    const first = await newPerson();
    const { person: second } = await registered(gateway, first.email, 'another good passphrase');
    await recover(first.email);
    for (const person of [first, second]) {
      const { text } = await person.mail('recover_password');
      expect(text).toContain('nunca foi confirmado');
    }
    const { link } = await first.mail('verify_email');
    await gateway.call('POST', '/api/v1/auth/verify-email', { token: linkToken(link) });
    await recover(first.email);
    expect((await first.mail('recover_password')).text).not.toContain('nunca foi confirmado');
    expect((await second.kinds()).filter((kind) => kind === 'recover_password')).toHaveLength(1);
  });

  it('sends nothing to an operator’s address that was never confirmed', async () => {
    const person = await newPerson();
    await gateway.db.query(`update users set role = 'operator' where account_id = $1`, [person.id]);
    await recover(person.email);
    expect(await person.kinds()).not.toContain('recover_password');
  });
});

describe('a link to a new password', () => {
  it('changes the password, ends every session, proves the address, and is told of by mail', async () => {
    const person = await newPerson();
    const token = await recoveryToken(person);
    expect((await reset(token)).body).toEqual({ success: true, message: 'Password changed; sign in' });
    expect((await person.call('GET', '/api/v1/account')).status).toBe(401);
    expect((await signIn(gateway, person.email, person.password)).status).toBe(401);
    const login = await signIn(gateway, person.email, NEXT);
    expect([login.status, login.body.account.id]).toEqual([200, person.id]);
    expect(login.body.account.email_verified).toBe(true);
    const headers = { authorization: `Bearer ${login.body.token}` };
    await gateway.runDue();
    const { body } = await gateway.call('GET', '/api/v1/mails', undefined, headers);
    expect(body.data[0]).toMatchObject({ kind: 'password_changed', state: 'sent' });
    const log = await gateway.call('GET', '/api/v1/audit-log', undefined, headers);
    expect(JSON.stringify(log.body.data)).toContain('user.password_recovered');
  });

  it('works once, also for two at once', async () => {
    const person = await newPerson();
    const token = await recoveryToken(person);
    const answers = await Promise.all([reset(token, `${NEXT} one`), reset(token, `${NEXT} two`)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const again = await reset(token);
    expect([again.status, again.body.code]).toEqual([400, 'LINK_INVALID']);
  });

  it('dies with any other change of the password', async () => {
    const person = await newPerson();
    const token = await recoveryToken(person);
    const change = { current_password: person.password, new_password: `${NEXT} mine` };
    expect((await person.call('POST', '/api/v1/auth/password', change)).status).toBe(200);
    expect((await reset(token)).body.code).toBe('LINK_INVALID');
  });

  it('works for an hour of real time: moving the sandbox clock neither ends nor extends it', async () => {
    const person = await newPerson();
    const token = await recoveryToken(person);
    const [{ id } = { id: '' }] = await gateway.db.query<{ id: string }>(
      'select id from users where account_id = $1',
      [person.id],
    );
    const user = await findAddressedUser(gateway.db, person.id, id);
    const linkOf = (expiresInMs: number) =>
      signLink(gateway.deps.vault, 'recover_password', {
        accountId: person.id,
        userId: id,
        expiresAt: new Date(Date.now() + expiresInMs),
        boundTo: boundTo(gateway.deps.vault, 'recover_password', user?.passwordHash ?? ''),
      });
    expect((await reset(linkOf(-MINUTE_MS))).body.code).toBe('LINK_INVALID');
    const payload = Buffer.from(token.split('.')[0] ?? '', 'base64url')
      .toString()
      .split(' ');
    expect(Number(payload[2]) * 1_000 - Date.now()).toBeLessThanOrEqual(HOUR_MS);
    await gateway.advance(2 * HOUR_MS);
    expect((await reset(token)).status).toBe(200);
  });

  it('asks for a password that is worth the name, and stays good until it gets one', async () => {
    const person = await newPerson();
    const token = await recoveryToken(person);
    for (const password of ['senha123', person.email, 'short']) {
      const refused = await reset(token, password);
      expect([refused.status, Object.keys(refused.body.details)]).toEqual([400, ['password']]);
    }
    expect((await reset(token)).status).toBe(200);
  });

  it('does not replace the second factor', async () => {
    const person = await newPerson();
    await gateway.db.query(
      `insert into second_factors (account_id, user_id, secret_box, enabled_at)
       select account_id, id, $2, now() from users where account_id = $1`,
      [person.id, sealSecret(gateway.deps.vault, Buffer.alloc(20, 7))],
    );
    expect((await reset(await recoveryToken(person))).status).toBe(200);
    const login = await signIn(gateway, person.email, NEXT);
    expect([login.status, login.body.code]).toEqual([401, 'TWO_FACTOR_REQUIRED']);
  });

  it.each(['', 'x', 'eyJ.x.y', 'a.b'])('is refused when it is %j', async (token) => {
    expect((await reset(token)).status).toBe(400);
  });

  it('is in neither the database nor the request log', async () => {
    const person = await newPerson();
    const token = await recoveryToken(person);
    await reset(token);
    await gateway.deps.requestLog.save();
    const tables = await gateway.db.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await gateway.db.query<{ text: string }>(`select t::text as text from "${name}" t`);
      expect(
        rows.filter(({ text }) => text.includes(token) || text.includes(token.split('.')[1] ?? '-')),
      ).toEqual([]);
    }
  });
});
