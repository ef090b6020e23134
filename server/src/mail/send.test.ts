import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type Mailbox, startMailbox } from '../../../test/support/mailbox.ts';
import { DAY_MS, HOUR_MS } from '../kit/clock.ts';
import { workerTasks } from '../worker.ts';
import { done } from '../write/effects.ts';
import type { NewMail } from './record.ts';

const TO = 'maria@example.com';
let box: Mailbox;
let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  box = await startMailbox();
  gateway = await startGateway({
    environment: {
      GUICHE_SMTP_URL: `smtp://127.0.0.1:${box.port}`,
      GUICHE_MAIL_FROM: 'Guichê <no-reply@pay.example>',
    },
  });
  seller = await gateway.seller();
  await gateway.runDue();
});
beforeEach(async () => {
  box.refusal = null;
  await gateway.runDue();
  box.mails.length = 0;
});
afterAll(async () => {
  await gateway.stop();
  await box.stop();
});

async function send(changes: Partial<NewMail> = {}): Promise<void> {
  const place = { name: 'Loja', at: '2030-01-01T12:00:00.000Z', address: null, device: null };
  const mail = { accountId: seller.id, lang: 'pt', to: TO, kind: 'new_device', facts: place, ...changes };
  await gateway.deps.writer.commit({
    load: async () => null,
    decide: () => done(undefined, { mails: [mail as NewMail] }),
  });
}

async function newest(account: Seller = seller) {
  return (await account.call('GET', '/api/v1/mails?limit=1')).body.data[0];
}

describe('a mail', () => {
  it('is queued with its operation, sent by a job, and stays in the log without its text and whole address', async () => {
    const before = (await seller.call('GET', '/api/v1/mails')).body.total;
    await send();
    expect(await newest()).toMatchObject({ kind: 'new_device', state: 'queued', attempts: 0, sent_at: null });
    expect(box.mails).toEqual([]);
    await gateway.runDue();
    const mail = await newest();
    expect(mail).toMatchObject({ state: 'sent', attempts: 1, to: 'm…@example.com', last_error: null });
    expect(box.mails).toMatchObject([{ to: [TO], headers: { 'message-id': `<${mail.id}@pay.example>` } }]);
    expect((await seller.call('GET', '/api/v1/mails')).body.total).toBe(before + 1);
    const stored = await gateway.db.query<{ row: string }>('select m::text as row from mails m');
    expect(stored.map(({ row }) => row).join()).not.toContain(TO);
  });

  it('of an operation that is rolled back is never sent', async () => {
    const failing = gateway.deps.writer.commit({
      load: async () => null,
      decide: () =>
        done(undefined, {
          mails: [
            { accountId: seller.id, lang: 'pt', to: TO, kind: 'address_has_account', facts: { name: 'x' } },
          ],
          audit: [{ accountId: 'not an id' } as never],
        }),
    });
    await expect(failing).rejects.toThrow();
    await gateway.runDue();
    expect(box.mails).toEqual([]);
  });

  it('is tried again with growing pauses while the server refuses it for now, under the same Message-ID', async () => {
    box.refusal = { code: 451, message: `mailbox of ${TO} is full` };
    await send();
    await gateway.runDue();
    await gateway.advance(3_000);
    const waiting = await newest();
    expect(waiting).toMatchObject({ state: 'queued', attempts: 2 });
    expect(waiting.last_error).toMatch(/451/);
    expect(waiting.last_error).not.toContain(TO);
    box.refusal = null;
    await gateway.runDue();
    expect(box.mails).toEqual([]);
    await gateway.advance(5_000);
    expect(await newest()).toMatchObject({ id: waiting.id, state: 'sent', attempts: 3, last_error: null });
    expect(box.mails[0]?.headers['message-id']).toBe(`<${waiting.id}@pay.example>`);
  });

  it('that is refused for ever is set aside at once, and operators see it', async () => {
    box.refusal = { code: 550, message: 'no such user' };
    await send();
    await gateway.runDue();
    const failed = await newest();
    expect(failed).toMatchObject({ state: 'failed', attempts: 1, sent_at: null });
    expect(failed.last_error).toMatch(/550/);
    box.refusal = null;
    await gateway.advance(DAY_MS);
    expect(box.mails).toEqual([]);
    const operator = await gateway.operator();
    const list = await operator.call('GET', '/api/v1/admin/mails');
    expect(list.body.data).toMatchObject([{ id: failed.id, account_id: seller.id, state: 'failed' }]);
    expect((await seller.call('GET', '/api/v1/admin/mails')).status).toBe(403);
  });

  it('whose link has expired is not sent any more', async () => {
    const facts = {
      name: 'Loja',
      is_confirmed: true,
      user_id: seller.id,
      expires_at: '2030-01-01T00:00:00Z',
      bound_to: 'x',
    };
    await send({ kind: 'recover_password', facts } as Partial<NewMail>);
    const recovery = `account_id = $1 and kind = 'recover_password'`;
    await gateway.db.query(`update mails set created_at = $2 where ${recovery}`, [
      seller.id,
      new Date(Date.now() - HOUR_MS - 1_000),
    ]);
    await gateway.runDue();
    expect(
      await gateway.db.query(`select state, last_error from mails where ${recovery}`, [seller.id]),
    ).toEqual([{ state: 'failed', last_error: 'could not be sent in time' }]);
    expect(box.mails).toEqual([]);
  });

  it('that stands for another is what its account sees; the other is what is sent, once, with one fate', async () => {
    const other = await gateway.seller();
    await gateway.runDue();
    box.mails.length = 0;
    const facts = { name: 'Loja', user_id: other.id, expires_at: '2030-01-01T00:00:00Z', bound_to: 'x' };
    const instead = {
      accountId: seller.id,
      lang: 'en',
      to: TO,
      kind: 'address_has_account',
      facts: { name: 'Mine' },
    };
    await send({ accountId: other.id, kind: 'verify_email', facts, instead } as Partial<NewMail>);
    await gateway.runDue();
    expect(box.mails.map(({ text }) => text)).toEqual([expect.stringContaining('your account Mine')]);
    const [shown, real] = [await newest(other), await newest()];
    expect([shown, real]).toMatchObject([
      { kind: 'verify_email', state: 'sent', attempts: 1 },
      { kind: 'address_has_account', state: 'sent', attempts: 1 },
    ]);
    expect(shown.sent_at).toBe(real.sent_at);
  });

  it('of a sandbox that has a mail server is not in the outbox: its link is in the mailbox only', async () => {
    await send();
    const { id } = await newest();
    expect((await seller.call('GET', '/api/v1/sandbox/mails')).body).toMatchObject({ data: [], total: 0 });
    expect((await seller.call('GET', `/api/v1/sandbox/mails/${id}`)).status).toBe(404);
    expect((await seller.call('GET', `/api/v1/sandbox/mails/${id}/page`)).status).toBe(404);
  });
});

describe('a mail server that hangs', () => {
  it('holds up mails only: other jobs run in a lane of their own', async () => {
    await gateway.runDue();
    box.mails.length = 0;
    await send();
    const tasks = workerTasks(gateway.deps);
    const run = (name: string) => tasks.find((task) => task.name === name)?.run();
    expect(await run('jobs')).toBe(0);
    expect(box.mails).toEqual([]);
    expect(await run('mails')).toBe(1);
    expect(box.mails).toHaveLength(1);
  });
});

describe('live rails without a mail server', () => {
  it('fail every mail with the reason', async () => {
    const live = await startGateway({ liveRules: true });
    try {
      const account = await live.seller();
      await live.deps.writer.commit({
        load: async () => null,
        decide: () =>
          done(undefined, {
            mails: [
              {
                accountId: account.id,
                lang: 'pt',
                to: TO,
                kind: 'address_has_account',
                facts: { name: 'x' },
              },
            ],
          }),
      });
      await live.runDue();
      const bearer = { authorization: `Bearer ${account.token}` };
      const list = await live.call('GET', '/api/v1/mails', undefined, bearer);
      const failed = { state: 'failed', last_error: 'mail is off: GUICHE_SMTP_URL is not set' };
      expect(list.body.data[0]).toMatchObject(failed);
      expect((await live.call('GET', '/api/v1/sandbox/mails', undefined, bearer)).status).toBe(404);
    } finally {
      await live.stop();
    }
  });
});
