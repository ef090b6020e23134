import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CookieClient } from '../../../test/support/cookie-client.ts';
import { startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type Mailbox, startMailbox } from '../../../test/support/mailbox.ts';
import { linkToken, type Person, registered, signIn } from '../../../test/support/outbox.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

let used = 0;
const newEmail = () => {
  used += 1;
  return `person-${used}@example.com`;
};

async function confirm(person: Person) {
  const { link } = await person.mail('verify_email');
  return gateway.call('POST', '/api/v1/auth/verify-email', { token: linkToken(link) });
}

const isVerified = async ({ call }: Person) => (await call('GET', '/api/v1/account')).body.email_verified;

/** Everything that a stranger can learn by registering an address and using the new account. */
async function probe(email: string) {
  const passwords = ['a first passphrase 1', 'a second passphrase 2', 'a third passphrase 3'];
  const people: Person[] = [];
  const seen: unknown[] = [];
  for (const password of passwords) {
    const { answer, person } = await registered(gateway, email, password);
    people.push(person);
    const { token: _, account, ...rest } = answer.body;
    seen.push([
      answer.status,
      rest,
      Object.keys(account),
      account.email_verified,
      answer.headers['set-cookie'],
    ]);
  }
  await gateway.runDue();
  for (const { call, id, password } of people) {
    const { body } = await call('GET', '/api/v1/mails');
    const mails = body.data.map((mail: Record<string, unknown>) => {
      const { id: _, created_at: __, sent_at: at, ...shown } = mail;
      return [shown, at !== null];
    });
    const outbox = (await call('GET', '/api/v1/sandbox/mails')).body.data.map(
      (mail: { kind: string; subject: string }) => [mail.kind, mail.subject],
    );
    const login = await signIn(gateway, email, password);
    const session = await call('GET', '/api/v1/auth/session');
    const resend = await call('POST', '/api/v1/auth/verify-email/resend');
    seen.push([mails, outbox, login.status, login.body.account.id === id, Object.keys(login.body)]);
    seen.push([session.status, session.body.account.email_verified, resend.status, resend.body]);
  }
  const recovery = await gateway.call('POST', '/api/v1/auth/recover', { email });
  const wrong = await signIn(gateway, email, 'none of the passwords');
  seen.push([recovery.status, recovery.body, wrong.status, wrong.body]);
  await gateway.runDue();
  for (const { call } of people) {
    const { body } = await call('GET', '/api/v1/mails');
    seen.push([body.total, body.data.map((mail: { kind: string }) => mail.kind)]);
  }
  return JSON.parse(
    JSON.stringify(seen)
      .replaceAll(email, 'EMAIL')
      .replaceAll(email[0] ?? '', ''),
  );
}

describe('registering an address', () => {
  it('says the same whether it is free, held, or held by one who proved it, also by signing in and in the logs', async () => {
    const free = newEmail();
    const { person: unproved } = await registered(gateway, newEmail());
    const { person: proved } = await registered(gateway, newEmail());
    expect((await confirm(proved)).status).toBe(200);
    // Longer than an hour ago: until then the hourly limit of an address counts that registration too.
    await gateway.db.query('delete from mail_tries');
    const first = await probe(free);
    expect(await probe(proved.email)).toEqual(first);
    expect(await probe(unproved.email)).toEqual(first);
  });

  it('leaves the holder as it is: its password, its account, its sessions', async () => {
    const { person } = await registered(gateway, newEmail());
    const { person: stranger } = await registered(gateway, person.email, 'a stranger’s passphrase');
    expect(stranger.id).not.toBe(person.id);
    expect((await signIn(gateway, person.email, person.password)).body.account.id).toBe(person.id);
    expect((await signIn(gateway, person.email, stranger.password)).body.account.id).toBe(stranger.id);
    expect((await person.call('GET', '/api/v1/account')).body.id).toBe(person.id);
  });

  it('is refused after ten within a day, with Retry-After, whether or not it is held', async () => {
    const [free, held] = [newEmail(), (await registered(gateway, newEmail())).person.email];
    await gateway.db.query(
      `update mail_tries set tries_ms = array(select tries_ms[1] from generate_series(1, 9))
       where fingerprint = $1`,
      [gateway.deps.vault.fingerprint('mail tries', `confirm ${held}`)],
    );
    await registered(gateway, free);
    await gateway.db.query(
      `update mail_tries set tries_ms = array(select tries_ms[1] from generate_series(1, 9))
       where fingerprint = $1`,
      [gateway.deps.vault.fingerprint('mail tries', `confirm ${free}`)],
    );
    for (const email of [free, held]) {
      expect((await registered(gateway, email)).answer.status).toBe(201);
      const body = { name: 'X', email, password: 'correct horse battery', document: '52998224725' };
      const refused = await gateway.call('POST', '/api/v1/auth/register', body);
      expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    }
  });
});

describe('one who registers the address of another', () => {
  it.each([
    ['from one network', false],
    ['on a device that is known by that registration', true],
  ])('%s guesses no more often by signing in in between', async (_where, byCookie) => {
    const email = newEmail();
    await registered(gateway, email, 'the passphrase of the owner');
    const browser = new CookieClient(gateway);
    const own = { email, password: 'a passphrase of my own 9' };
    await registered(gateway, email, own.password);
    const attempt = (password: string) =>
      byCookie
        ? browser.call('POST', '/auth/login', { email, password, cookie: true })
        : signIn(gateway, email, password);
    if (byCookie) await browser.signIn(own);
    const answers: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (let guess = 0; guess < 4; guess += 1)
        answers.push((await attempt(`guess ${round} ${guess}`)).status);
      answers.push((await attempt(own.password)).status);
    }
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('an address', () => {
  it('becomes the one’s who confirms it; who held it unproved signs in as before', async () => {
    const { person: first } = await registered(gateway, newEmail(), 'the first passphrase here');
    const { person: second } = await registered(gateway, first.email, 'the second passphrase here');
    expect((await confirm(second)).status).toBe(200);
    expect([await isVerified(first), await isVerified(second)]).toEqual([false, true]);
    const holder = await gateway.db.query('select account_id from user_emails where email = $1', [
      first.email,
    ]);
    expect(holder).toEqual([{ account_id: second.id }]);
    for (const { email, password, id } of [first, second]) {
      expect((await signIn(gateway, email, password)).body.account.id).toBe(id);
    }
    const log = await first.call('GET', '/api/v1/audit-log');
    expect(log.body.data[1]?.action ?? log.body.data[0]?.action).toBeDefined();
    expect(JSON.stringify(log.body.data)).toContain('user.email_displaced');
  });

  it('that was confirmed is never taken away, by whatever link', async () => {
    const { person: first } = await registered(gateway, newEmail());
    const { person: second } = await registered(gateway, first.email, 'another good passphrase');
    const { link } = await second.mail('verify_email');
    await confirm(first);
    const late = await gateway.call('POST', '/api/v1/auth/verify-email', { token: linkToken(link) });
    expect(late.status).toBe(200);
    const holder = await gateway.db.query('select account_id from user_emails where email = $1', [
      first.email,
    ]);
    expect(holder).toEqual([{ account_id: first.id }]);
    expect((await signIn(gateway, first.email, first.password)).body.account.id).toBe(first.id);
  });

  it('is claimed once when two open their links at once', async () => {
    const { person: first } = await registered(gateway, newEmail());
    const rivals = await Promise.all(
      ['the first rival phrase', 'the second rival phrase'].map(async (password) => {
        const { person } = await registered(gateway, first.email, password);
        return { person, token: linkToken((await person.mail('verify_email')).link) };
      }),
    );
    const answers = await Promise.all(
      rivals.map(({ token }) => gateway.call('POST', '/api/v1/auth/verify-email', { token })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const holders = await gateway.db.query<{ account_id: string }>(
      'select account_id from user_emails where email = $1',
      [first.email],
    );
    expect(rivals.map(({ person }) => person.id)).toContain(holders[0]?.account_id);
    const unclaimed = await gateway.db.query('select 1 from unclaimed_emails where email = $1', [
      first.email,
    ]);
    expect([holders.length, unclaimed.length]).toEqual([1, 2]);
  });

  it('of an unclaimed user follows a change of its password', async () => {
    const { person: first } = await registered(gateway, newEmail());
    const { person: second } = await registered(gateway, first.email, 'the old passphrase of two');
    await registered(gateway, first.email, 'a later passphrase of three');
    const next = 'the new passphrase of two';
    const change = { current_password: second.password, new_password: next };
    expect((await second.call('POST', '/api/v1/auth/password', change)).status).toBe(200);
    expect((await signIn(gateway, first.email, next)).body.account.id).toBe(second.id);
    expect((await signIn(gateway, first.email, second.password)).status).toBe(401);
  });
});

describe('the mailbox of an address that is registered again', () => {
  let box: Mailbox;
  let mailing: TestGateway;
  beforeAll(async () => {
    box = await startMailbox();
    const GUICHE_SMTP_URL = `smtp://127.0.0.1:${box.port}`;
    mailing = await startGateway({
      environment: { GUICHE_SMTP_URL, GUICHE_MAIL_FROM: 'no-reply@pay.example' },
    });
  });
  afterAll(async () => {
    await mailing.stop();
    await box.stop();
  });

  const tokenIn = (text: string) => /#(\S+)/.exec(text)?.[1] ?? '';

  it('gets a link while the address is unproved, and then a word without one; the new account’s log never differs', async () => {
    const email = newEmail();
    const { person: first } = await registered(mailing, email);
    await mailing.runDue();
    const { person: second } = await registered(mailing, email, 'another good passphrase');
    await mailing.runDue();
    expect(box.mails.map(({ headers }) => headers.subject)).toHaveLength(2);
    expect(box.mails.every(({ text }) => text.includes('/verify-email#'))).toBe(true);
    const token = tokenIn(box.mails[0]?.text ?? '');
    expect((await mailing.call('POST', '/api/v1/auth/verify-email', { token })).status).toBe(200);
    expect(await isVerified(first)).toBe(true);
    box.mails.length = 0;
    const { person: third } = await registered(mailing, email, 'yet another passphrase');
    await mailing.runDue();
    expect(box.mails).toHaveLength(1);
    expect(box.mails[0]?.to).toEqual([email]);
    expect(box.mails[0]?.text).toContain('Você já tem uma conta');
    expect(box.mails[0]?.text).not.toContain('#');
    const logOf = async ({ call }: Person) =>
      (await call('GET', '/api/v1/mails')).body.data.map(
        ({ kind, state, attempts, subject, to }: Record<string, unknown>) => [
          kind,
          state,
          attempts,
          subject,
          to,
        ],
      );
    expect(await logOf(third)).toEqual(await logOf(second));
    expect((await logOf(first)).map(([kind]: [string]) => kind)).toEqual([
      'address_has_account',
      'verify_email',
    ]);
  });
});
