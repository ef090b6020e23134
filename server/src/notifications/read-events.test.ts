import { describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import type { Seller, TestGateway } from '../../../test/support/gateway.ts';
import { charged, choose, mailsOf, PAYER, pay, untilMailed } from '../../../test/support/mailed.ts';
import { until } from '../../../test/support/until.ts';
import { runTransaction } from '../db/transaction.ts';
import { HOUR_MS, pause } from '../kit/clock.ts';
import { addMissingSettings } from './settings.ts';
import { SWITCH_NAMES } from './switches.ts';

const NOTHING = Object.fromEntries(
  SWITCH_NAMES.filter((name) => name !== 'reminder_days').map((name) => [name, false]),
);

describe('the events of an account', () => {
  it('become a receipt and a notice, once, however often they are read', async ({ gateway }) => {
    const seller = await gateway.seller('Loja da Ana');
    const { id } = await charged(seller);
    await pay(seller, id);
    const mails = await untilMailed(gateway, seller, ['payment_receipt', 'payment_received']);
    expect(mails).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'payment_receipt',
          state: 'sent',
          to: 'b…@payer.example',
          charge_id: id,
        }),
        expect.objectContaining({ kind: 'payment_received', state: 'sent', charge_id: id }),
      ]),
    );
    await Promise.all([gateway.runDue(), gateway.runDue(), gateway.runDue()]);
    await gateway.db.query(`update mail_settings set read_below = '0' where account_id = $1`, [seller.id]);
    expect(await mailsOf(gateway, seller)).toHaveLength(2);
  });

  it('are waited for by a move of the clock, although another transaction is just ending', async ({
    gateway,
  }) => {
    const seller = await gateway.seller();
    let moving: Promise<void> = Promise.resolve();
    await runTransaction(gateway.db, async (tx) => {
      await tx.query('select pg_current_xact_id()');
      await charged(seller).then(({ id }) => pay(seller, id));
      moving = gateway.runDue();
      await pause(200);
    });
    await moving;
    const { body } = await seller.call('GET', '/api/v1/mails?limit=100');
    const kinds = (body.data as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds).toEqual(expect.arrayContaining(['payment_receipt', 'payment_received']));
  });

  it('say what was paid, to whom and for what, in the seller’s name and with its colour', async ({
    gateway,
  }) => {
    const seller = await gateway.seller('Ana Souza ME');
    await seller.call('PATCH', '/api/v1/account', { page_name: 'Loja da Ana', page_color: '#ffee00' });
    const { id } = await charged(seller, { metadata: { language: 'en' } });
    await pay(seller, id);
    const mails = await untilMailed(gateway, seller, ['payment_receipt', 'payment_received']);
    const receipt = mails.find(({ kind }) => kind === 'payment_receipt');
    expect(receipt).toMatchObject({ language: 'en', subject: 'Receipt: R$\u00a0100.00 paid to Loja da Ana' });
    const { text, html, link } = (await seller.call('GET', `/api/v1/sandbox/mails/${receipt?.id}`)).body;
    for (const said of ['Pedido 12', 'Bia Lima', 'Ana Souza ME', 'Pix']) expect(text).toContain(said);
    expect(link).toMatch(/^http:\/\/gateway\.test\/receipt\/[\w-]+$/);
    expect((await gateway.app.inject(new URL(link).pathname)).statusCode).toBe(200);
    expect(html).not.toContain('#ffee00;');
    expect(html).toContain('background:#ffee00!important');
    const notice = mails.find(({ kind }) => kind === 'payment_received');
    expect(notice?.subject).toBe('Você recebeu R$\u00a0100,00');
    expect((await seller.call('GET', `/api/v1/sandbox/mails/${notice?.id}`)).body.text).toContain(
      'R$\u00a086,93',
    );
  });

  it('send a boleto with its line and due date, and a Pix only if the seller wants it', async ({
    gateway,
  }) => {
    const seller = await gateway.seller();
    await charged(seller);
    const { id } = await charged(seller, { billing_type: 'BOLETO' });
    const [mail] = await untilMailed(gateway, seller, ['charge_issued']);
    expect(mail).toMatchObject({ charge_id: id, subject: expect.stringContaining('vence em') });
    const { text } = (await seller.call('GET', `/api/v1/sandbox/mails/${mail?.id}`)).body;
    const { body: charge } = await seller.call('GET', `/api/v1/charges/${id}`);
    expect(text).toContain(charge.boleto.digitable_line);
    await choose(seller, { charge_to_payer: true, boleto_to_payer: false });
    await charged(seller, { billing_type: 'BOLETO' });
    await charged(seller);
    await untilMailed(gateway, seller, ['charge_issued', 'charge_issued']);
  });

  it('say each part of a refund to both, and the last of a whole one', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, { receipt_to_payer: false, payments_to_seller: false });
    await charged(seller).then(({ id }) => pay(seller, id));
    const { id } = await charged(seller);
    await pay(seller, id);
    for (const amount of [30, 70]) {
      await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount });
      await gateway.runDue();
    }
    const both = ['payment_refunded', 'refund_sent'];
    const mails = await untilMailed(gateway, seller, [...both, ...both]);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(
      [
        'Devolução de R$\u00a030,00 concluída',
        'Devolução de R$\u00a070,00 concluída',
        'Reembolso de R$\u00a030,00 de Loja Teste',
        'Reembolso de R$\u00a070,00 de Loja Teste',
      ].sort(),
    );
  });

  it('say that a payment is contested, until when to answer, and how it ends', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, { receipt_to_payer: false, payments_to_seller: false });
    const { id } = await charged(seller);
    await pay(seller, id);
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/med`, {});
    const [mail] = await untilMailed(gateway, seller, ['dispute_opened']);
    expect(mail).toMatchObject({
      charge_id: id,
      subject: expect.stringMatching(/^Contestação de R\$\s100,00: responda até \d+ de /),
    });
  });

  it('say that a withdrawal is requested, paid or rejected', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, { receipt_to_payer: false, payments_to_seller: false });
    await charged(seller).then(({ id }) => pay(seller, id));
    const request = () =>
      seller.call('POST', '/api/v1/withdrawals', { amount: 10, pix_key: 'ana@example.com' });
    const [paid, refused] = [await request(), await request()];
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${paid.body.id}/approve`);
    await seller.call('POST', `/api/v1/sandbox/withdrawals/${refused.body.id}/reject`);
    const requested = ['withdrawal_requested', 'withdrawal_requested'];
    const mails = await untilMailed(gateway, seller, [
      ...requested,
      'withdrawal_paid',
      'withdrawal_rejected',
    ]);
    const { text } = (await seller.call('GET', `/api/v1/sandbox/mails/${mails[0]?.id}`)).body;
    expect(text).toContain('a***@example.com');
    expect(text).not.toContain('ana@example.com');
  });
});

/** The payments of the hour that runs, after everything that is due. */
async function hourOf(gateway: TestGateway, seller: Seller): Promise<number | undefined> {
  await gateway.runDue();
  const [row] = await gateway.db.query<{ count: number }>(
    'select hour_count as count from mail_settings where account_id = $1',
    [seller.id],
  );
  return row?.count;
}

describe('a busy hour', () => {
  it('has ten mails, and one for the payments after them', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, { receipt_to_payer: false });
    const customer = { ...PAYER, email: undefined };
    for (let at = 0; at < 13; at += 1) await charged(seller, { customer }).then(({ id }) => pay(seller, id));
    const ten = Array.from({ length: 10 }, () => 'payment_received');
    await untilMailed(gateway, seller, ten);
    // Read again in the moment in which the hour began.
    await charged(seller, { customer }).then(({ id }) => pay(seller, id));
    await until('the hour counts all payments', async () => (await hourOf(gateway, seller)) === 14);
    await gateway.advance(HOUR_MS + 1);
    const mails = await untilMailed(gateway, seller, [...ten, 'payments_received']);
    expect(mails[0]?.subject).toBe('Você recebeu mais 4 pagamentos: R$\u00a0400,00');
    const { text } = (await seller.call('GET', `/api/v1/sandbox/mails/${mails[0]?.id}`)).body;
    expect(text).toContain('R$\u00a0347,72');
    await charged(seller, { customer }).then(({ id }) => pay(seller, id));
    await untilMailed(gateway, seller, [...ten, 'payments_received', 'payment_received']);
  });

  it('ends once, although an open transaction hides what came since', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, { receipt_to_payer: false });
    for (let at = 0; at < 11; at += 1) await charged(seller).then(({ id }) => pay(seller, id));
    const ten = Array.from({ length: 10 }, () => 'payment_received');
    await until('the hour counts all payments', async () => (await hourOf(gateway, seller)) === 11);
    await runTransaction(gateway.db, async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 0');
      await tx.query('select pg_current_xact_id()');
      await charged(seller);
      await gateway.runDue();
      await gateway.advance(HOUR_MS + 1);
      expect(await hourOf(gateway, seller)).toBe(0);
      await gateway.runDue();
    });
    await untilMailed(gateway, seller, [...ten, 'payments_received']);
  });
});

describe('no mail is written', () => {
  it('to a payer without an address', async ({ gateway }) => {
    const seller = await gateway.seller();
    await charged(seller, { customer: undefined }).then(({ id }) => pay(seller, id));
    await untilMailed(gateway, seller, ['payment_received']);
  });

  it('to a seller whose address is not confirmed', async ({ gateway }) => {
    const seller = await gateway.seller();
    await gateway.db.query('update users set email_verified_at = null where account_id = $1', [seller.id]);
    await charged(seller).then(({ id }) => pay(seller, id));
    await untilMailed(gateway, seller, ['payment_receipt']);
  });

  it('by an account that switched everything off, whose events are not even read', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, NOTHING);
    const place = () =>
      gateway.db.query('select read_below from mail_settings where account_id = $1', [seller.id]);
    expect(await place()).toEqual([{ read_below: null }]);
    await charged(seller).then(({ id }) => pay(seller, id));
    expect(await mailsOf(gateway, seller)).toEqual([]);
    await choose(seller, { receipt_to_payer: true });
    await charged(seller).then(({ id }) => pay(seller, id));
    await untilMailed(gateway, seller, ['payment_receipt']);
  });

  it('about what happened before an account from an older version had settings', async ({ gateway }) => {
    const seller = await gateway.seller();
    await gateway.db.query('delete from mail_settings where account_id = $1', [seller.id]);
    await charged(seller).then(({ id }) => pay(seller, id));
    await addMissingSettings(gateway.db);
    await charged(seller, { value: 50 }).then(({ id }) => pay(seller, id));
    const mails = await untilMailed(gateway, seller, ['payment_receipt', 'payment_received']);
    expect(mails.every(({ subject }) => subject.includes('50,00'))).toBe(true);
  });

  it('to one address more than twenty times a day', async ({ gateway }) => {
    const seller = await gateway.seller();
    await choose(seller, { payments_to_seller: false });
    for (let at = 0; at < 22; at += 1) await charged(seller).then(({ id }) => pay(seller, id));
    const mails = await untilMailed(
      gateway,
      seller,
      Array.from({ length: 22 }, () => 'payment_receipt'),
    );
    expect(mails.filter(({ state }) => state === 'sent')).toHaveLength(20);
    expect(mails.filter(({ suppressed_for }) => suppressed_for === 'too_many')).toHaveLength(2);
  });
});

describe('a payer who is erased', () => {
  it('is in no mail any more, neither by address nor by name', async ({ gateway }) => {
    const seller = await gateway.seller();
    const customer = { ...PAYER, cpf_cnpj: '11144477735' };
    await charged(seller, { customer }).then(({ id }) => pay(seller, id));
    await untilMailed(gateway, seller, ['payment_receipt', 'payment_received']);
    const operator = await gateway.operator();
    const person = { document: customer.cpf_cnpj, reason: 'asked by mail' };
    const erased = await operator.call('POST', '/api/v1/admin/people/erase', person);
    expect(erased.status, erased.raw).toBe(200);
    const mails = await mailsOf(gateway, seller);
    const shown = await Promise.all(mails.map(({ id }) => seller.call('GET', `/api/v1/sandbox/mails/${id}`)));
    expect(shown.map(({ status }) => status)).toEqual([200, 200]);
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toMatch(/bia@payer|Bia Lima/);
  });
});
