import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import { linkToken, type Person, registered } from '../../../../test/support/outbox.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';
import { boundTo, signLink } from '../../mail/signed-link.ts';
import { type LinkPurpose, openLink } from './mail-link.ts';

const NEXT = 'a wholly new passphrase';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

let used = 0;
async function newPerson(): Promise<Person> {
  used += 1;
  return (await registered(gateway, `link-${used}@example.com`)).person;
}

const post = (path: string, body: object) => gateway.call('POST', `/api/v1/auth/${path}`, body);
const check = (purpose: LinkPurpose, token: string) => post('check-link', { purpose, token });

async function tokenOf(person: Person, kind: LinkPurpose): Promise<string> {
  if (kind === 'recover_password') await post('recover', { email: person.email });
  return linkToken((await person.mail(kind)).link);
}

async function signedFor(person: Person, expiresInMs: number): Promise<string> {
  const [user] = await gateway.db.query<{ id: string }>('select id from users where account_id = $1', [
    person.id,
  ]);
  return signLink(gateway.deps.vault, 'verify_email', {
    accountId: person.id,
    userId: user?.id ?? '',
    expiresAt: new Date(Date.now() + expiresInMs),
    boundTo: boundTo(gateway.deps.vault, 'verify_email', person.email),
  });
}

describe('asking whether a link is good', () => {
  it.each(['verify_email', 'recover_password'] as const)(
    'names the address of %s, and uses nothing',
    async (purpose) => {
      const person = await newPerson();
      const token = await tokenOf(person, purpose);
      const rows = () =>
        gateway.db.query('select email_verified_at, password_hash from users where account_id = $1', [
          person.id,
        ]);
      const before = await rows();
      for (const _ of [1, 2]) {
        const { status, body } = await check(purpose, token);
        expect([status, body]).toEqual([
          200,
          {
            ...{ success: true, purpose, email: person.email, email_verified: false },
            expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          },
        ]);
      }
      expect(await rows()).toEqual(before);
      const use = purpose === 'verify_email' ? 'verify-email' : 'reset';
      const body = purpose === 'verify_email' ? { token } : { token, password: NEXT };
      expect((await post(use, body)).status).toBe(200);
    },
  );

  it('says that a recovery link was used, and that an address is confirmed', async () => {
    const person = await newPerson();
    const recovery = await tokenOf(person, 'recover_password');
    const confirmation = await tokenOf(person, 'verify_email');
    expect((await post('reset', { token: recovery, password: NEXT })).status).toBe(200);
    const dead = await check('recover_password', recovery);
    expect([dead.status, dead.body.code]).toEqual([400, 'LINK_INVALID']);
    expect((await check('verify_email', confirmation)).body.email_verified).toBe(true);
  });

  it('gives one answer for what is expired, forged, of another purpose or of no user', async () => {
    const person = await newPerson();
    const token = await tokenOf(person, 'verify_email');
    const [payload = ''] = token.split('.');
    const stranger = { ...person, id: gateway.deps.ids.next() };
    const answers = [
      await check('verify_email', await signedFor(person, -1_000)),
      await check('verify_email', `${payload}.forged`),
      await check('recover_password', token),
      await check('verify_email', await signedFor(stranger, HOUR_MS)),
      await check('verify_email', 'nothing'),
    ];
    expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`)).size).toBe(1);
    expect([answers[0]?.status, answers[0]?.body.code]).toEqual([400, 'LINK_INVALID']);
  });

  it('looks once for a user, also for a token that is forged', async () => {
    const person = await newPerson();
    const { vault, db } = gateway.deps;
    for (const token of [await tokenOf(person, 'verify_email'), 'forged.token', '']) {
      let looks = 0;
      const counting = new Proxy(db, {
        get: (target, name) => {
          if (name === 'query') looks += 1;
          const value = Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      });
      await openLink({ db: counting, vault }, 'verify_email', token).catch(() => null);
      expect(looks).toBe(1);
    }
  });

  it('goes by real time: moving the sandbox clock by weeks, and back, neither ends nor revives a link', async () => {
    const person = await newPerson();
    const tokens = {
      verify_email: await tokenOf(person, 'verify_email'),
      recover_password: await tokenOf(person, 'recover_password'),
    };
    const expired = await signedFor(person, -1_000);
    const answers = async () => [
      (await check('verify_email', tokens.verify_email)).status,
      (await check('recover_password', tokens.recover_password)).status,
      (await check('verify_email', expired)).status,
    ];
    await gateway.advance(30 * DAY_MS);
    expect(await answers()).toEqual([200, 200, 400]);
    expect((await person.call('DELETE', '/api/v1/sandbox/clock')).status).toBe(200);
    expect(await answers()).toEqual([200, 200, 400]);
  });

  it('is limited like every call without a key', async () => {
    const limited = await startGateway({ environment: { GUICHE_RATE_GENERAL: '3' } });
    const body = { purpose: 'verify_email', token: 'no.token' };
    const codes = [];
    for (let tries = 0; tries < 5; tries += 1)
      codes.push((await limited.call('POST', '/api/v1/auth/check-link', body)).body.code);
    await limited.stop();
    expect(codes.filter((code) => code === 'RATE_LIMIT_EXCEEDED').length).toBeGreaterThanOrEqual(2);
  });
});
