import { afterAll, beforeAll, describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { type Mailbox, startMailbox } from '../../../test/support/mailbox.ts';
import { charged, choose, mailsOf, pay, untilMailed } from '../../../test/support/mailed.ts';
import { until } from '../../../test/support/until.ts';
import { DEFAULT_SWITCHES } from './switches.ts';

describe('the settings of an account', () => {
  it('are the defaults until something is chosen', async ({ gateway }) => {
    const seller = await gateway.seller('Loja da Ana');
    const { status, body } = await seller.call('GET', '/api/v1/account/notifications');
    expect([status, body]).toEqual([
      200,
      {
        ...{ object: 'notification_settings', ...DEFAULT_SWITCHES, sender_name: null, reply_to: null },
        ...{ sent_as: 'Loja da Ana via Guichê', replies_to: seller.email },
      },
    ]);
  });

  it('keep what is not named, and leave a trace of what changed', async ({ gateway }) => {
    const seller = await gateway.seller();
    const change = { receipt_to_payer: false, reminder_days: [3, -1, 3], sender_name: 'Ana' };
    expect((await choose(seller, change)).body).toMatchObject({
      ...{ receipt_to_payer: false, reminder_days: [-1, 3], sender_name: 'Ana', boleto_to_payer: true },
    });
    await choose(seller, change);
    expect((await choose(seller, { sender_name: null })).body).toMatchObject({
      ...{ receipt_to_payer: false, sender_name: null },
    });
    const { body } = await seller.call('GET', '/api/v1/audit-log?action=account.notifications_changed');
    expect(body.data.map(({ details }: { details: object }) => details)).toEqual([
      { sender_name: { before: 'Ana', after: null } },
      {
        receipt_to_payer: { before: true, after: false },
        reminder_days: { before: DEFAULT_SWITCHES.reminder_days, after: [-1, 3] },
        sender_name: { before: null, after: 'Ana' },
      },
    ]);
  });

  it.each([
    [{ reminder_days: [4] }, 'reminder_days'],
    [{ reminder_days: ['x'] }, 'reminder_days.0'],
    [{ reply_to: 'not an address' }, 'reply_to'],
    [{ reply_to: 'a@b.example\r\nBcc: c@d.example' }, 'reply_to'],
    [{ sender_name: ' ' }, 'sender_name'],
    [{ receipt_to_payer: 'yes' }, 'receipt_to_payer'],
    [{ receipts: true }, 'receipts'],
  ])('refuse %j and name the field', async (change, field) => {
    const gateway = await startGateway();
    const { status, body } = await choose(await gateway.seller(), change);
    await gateway.stop();
    expect([status, Object.keys(body.details)]).toEqual([400, [field]]);
  });
});

describe('a charge that is sent by hand', () => {
  const send = (seller: Seller, id: string, body: object = {}) =>
    seller.call('POST', `/api/v1/charges/${id}/mails`, body);

  it('goes to its payer, paid as a receipt, with a trace, and not without end', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, { receipt_to_payer: false, payments_to_seller: false });
    const { id } = await charged(seller);
    expect((await send(seller, id)).body).toMatchObject({ kind: 'charge_issued', to: 'b…@payer.example' });
    await untilMailed(gateway, seller, ['charge_issued']);
    await pay(seller, id);
    expect((await send(seller, id)).body).toMatchObject({ kind: 'payment_receipt' });
    expect((await send(seller, id, { email: 'caio@payer.example' })).body.to).toBe('c…@payer.example');
    expect(await send(seller, id)).toMatchObject({ status: 429, body: { code: 'RATE_LIMIT_EXCEEDED' } });
    await untilMailed(gateway, seller, ['charge_issued', 'payment_receipt', 'payment_receipt']);
    const { body } = await seller.call('GET', '/api/v1/audit-log?action=charge.mail_sent');
    expect(body.data).toHaveLength(3);
    const log = await seller.call('GET', `/api/v1/mails?charge_id=${id}`);
    expect([log.body.total, log.body.data[0].charge_id]).toEqual([3, id]);
  });

  it('needs an address, a charge that is the seller’s, and one that is not cancelled', async ({
    gateway,
  }) => {
    const seller = await gateway.seller();
    const { id } = await charged(seller, { customer: undefined });
    expect((await send(seller, id)).body).toMatchObject({ details: { email: expect.any(String) } });
    expect((await send(await gateway.seller(), id)).status).toBe(404);
    expect((await send(seller, 'x')).status).toBe(404);
    await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    expect((await send(seller, id, { email: 'a@b.example' })).body.code).toBe('INVALID_STATE');
    expect((await seller.call('GET', '/api/v1/mails?charge_id=x')).body.details).toHaveProperty('charge_id');
  });
});

describe('with a mail server', () => {
  let box: Mailbox;
  let gateway: TestGateway;
  beforeAll(async () => {
    box = await startMailbox();
    gateway = await startGateway({
      environment: {
        GUICHE_SMTP_URL: `smtp://127.0.0.1:${box.port}`,
        GUICHE_MAIL_FROM: 'Guichê <no-reply@pay.example>',
      },
    });
  });
  afterAll(async () => {
    await gateway.stop();
    await box.stop();
  });

  it('a payer gets the seller’s name, and answers go to the seller', async () => {
    const seller = await gateway.seller('Loja Ana');
    await choose(seller, { payments_to_seller: false, reply_to: 'contato@loja.example' });
    await charged(seller).then(({ id }) => pay(seller, id));
    await untilMailed(gateway, seller, ['payment_receipt']);
    await until('it has arrived', () => box.mails.some(({ to }) => to[0] === 'bia@payer.example'));
    const { headers } = box.mails.find(({ to }) => to[0] === 'bia@payer.example') ?? {};
    expect(headers).toMatchObject({ 'reply-to': 'contato@loja.example' });
    expect(headers?.from).toMatch(/^=\?UTF-8\?Q\?Loja_Ana_via_Guich/);
    expect(headers).not.toHaveProperty('list-unsubscribe');
  });

  it('a charge that is paid while its mail waits is not asked for', async () => {
    const seller = await gateway.seller();
    await choose(seller, { payments_to_seller: false, receipt_to_payer: false });
    box.refusal = { code: 451, message: 'try again later' };
    const { id } = await charged(seller, { billing_type: 'BOLETO' });
    await untilMailed(gateway, seller, ['charge_issued']);
    await pay(seller, id);
    box.refusal = null;
    box.mails.length = 0;
    await gateway.advance(60_000);
    expect(await mailsOf(gateway, seller)).toMatchObject([
      { state: 'suppressed', suppressed_for: 'not_open' },
    ]);
    expect(box.mails.filter(({ to }) => to[0] === 'bia@payer.example')).toEqual([]);
  });

  it('payers get no mail of a seller whose address is not confirmed', async () => {
    const seller = await gateway.seller();
    await gateway.db.query('update users set email_verified_at = null where account_id = $1', [seller.id]);
    const { id } = await charged(seller);
    await pay(seller, id);
    const [mail] = await untilMailed(gateway, seller, ['payment_receipt']);
    expect(mail).toMatchObject({ state: 'suppressed', suppressed_for: 'seller_unconfirmed' });
    const sent = await seller.call('POST', `/api/v1/charges/${id}/mails`, {});
    expect(sent.body.code).toBe('EMAIL_NOT_VERIFIED');
  });
});
