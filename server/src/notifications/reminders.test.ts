import { describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import type { Seller, TestGateway } from '../../../test/support/gateway.ts';
import { charged, choose, mailsOf, PAYER, pay, untilMailed } from '../../../test/support/mailed.ts';
import { addDays, civilDateOf, isBankingDay, startOfCivilDate } from '../brazil/calendar.ts';
import { HOUR_MS } from '../kit/clock.ts';
import { nextLook, reminderOf } from './reminder-days.ts';

describe('the days of reminders', () => {
  it.each([
    ['2030-01-01', '2030-01-05'],
    ['2030-01-05', '2030-01-08'],
    ['2030-01-14', '2030-01-15'],
    ['2030-01-15', '2030-01-16'],
    ['2030-01-30', '2030-02-14'],
    ['2030-02-14', null],
  ])('for a boleto due on 2030-01-15, after %s the next is %s, in the morning', (after, next) => {
    const expected = next && new Date(startOfCivilDate(next).getTime() + 9 * HOUR_MS);
    expect(nextLook('2030-01-15', after)).toEqual(expected);
  });

  it('count from the banking day on which the payer is late', () => {
    // A Saturday: it can be paid on Monday.
    expect(reminderOf('2030-01-12', '2030-01-13')).toBeNull();
    expect(reminderOf('2030-01-12', '2030-01-15')).toBe(1);
    expect(reminderOf('2030-01-12', '2030-01-09')).toBe(-3);
  });
});

/** A due date whose neighbours are banking days, some days ahead. */
function dueDate(gateway: TestGateway): string {
  let date = addDays(civilDateOf(gateway.clock.now()), 12);
  while (![0, 1, 2, 3].every((days) => isBankingDay(addDays(date, days)))) date = addDays(date, 1);
  return date;
}

/** To ten in the morning of a day. */
async function goTo(gateway: TestGateway, date: string): Promise<void> {
  const at = startOfCivilDate(date).getTime() + 10 * HOUR_MS;
  await gateway.advance(at - gateway.clock.now().getTime());
}

async function boleto(gateway: TestGateway, seller: Seller): Promise<{ id: string; due: string }> {
  const due = dueDate(gateway);
  const { id } = await charged(seller, { billing_type: 'BOLETO', due_date: due });
  await untilMailed(gateway, seller, ['charge_issued']);
  return { id, due };
}

describe('a boleto', () => {
  it('is reminded of before, on and after its due date, once each, until it is paid', async ({ gateway }) => {
    const seller = await gateway.seller('Loja da Ana');
    await choose(seller, { payments_to_seller: false, receipt_to_payer: false });
    const { id, due } = await boleto(gateway, seller);
    const subjects: string[] = [];
    for (const days of [-7, -3, -2, -1, 0, 1]) {
      await goTo(gateway, addDays(due, days));
      await gateway.runDue();
      subjects.splice(0, subjects.length, ...(await mailsOf(gateway, seller)).map(({ subject }) => subject));
    }
    expect(subjects.slice(0, -1)).toEqual([
      'Seu boleto de Loja da Ana venceu ontem',
      'Seu boleto de Loja da Ana vence hoje',
      'Seu boleto de Loja da Ana vence amanhã',
      'Seu boleto de Loja da Ana vence em 3 dias',
    ]);
    await pay(seller, id);
    await goTo(gateway, addDays(due, 3));
    expect(await mailsOf(gateway, seller)).toHaveLength(subjects.length);
    expect(await gateway.db.query('select 1 from reminders where charge_id = $1', [id])).toEqual([]);
  });

  it('is reminded of on the days that the seller chose, also after it was issued', async ({ gateway }) => {
    const seller = await gateway.seller();
    const { due } = await boleto(gateway, seller);
    await choose(seller, { reminder_days: [-5] });
    for (const days of [-5, -3, -1, 0]) await goTo(gateway, addDays(due, days));
    const mails = await mailsOf(gateway, seller);
    expect(mails.map(({ kind }) => kind)).toEqual(['charge_reminder', 'charge_issued']);
  });

  it('with another due date is sent again, and reminded of by that date only', async ({ gateway }) => {
    const seller = await gateway.seller('Loja da Ana');
    const { id, due } = await boleto(gateway, seller);
    await goTo(gateway, addDays(due, -3));
    await untilMailed(gateway, seller, ['charge_issued', 'charge_reminder']);
    await goTo(gateway, addDays(due, -1));
    await untilMailed(gateway, seller, ['charge_issued', 'charge_reminder', 'charge_reminder']);
    const later = dueDate(gateway);
    const moved = await seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: later });
    expect(moved.status).toBe(200);
    const kinds = ['charge_issued', 'charge_issued', 'charge_reminder', 'charge_reminder'];
    await untilMailed(gateway, seller, kinds);
    await goTo(gateway, due);
    await untilMailed(gateway, seller, kinds);
    await goTo(gateway, addDays(later, -3));
    const mails = await untilMailed(gateway, seller, [...kinds, 'charge_reminder']);
    expect(mails[0]?.subject).toBe('Seu boleto de Loja da Ana vence em 3 dias');
  });

  it('that is cancelled or paid is not mentioned again', async ({ gateway }) => {
    const seller = await gateway.seller();
    const { id, due } = await boleto(gateway, seller);
    await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    await goTo(gateway, addDays(due, -3));
    await goTo(gateway, due);
    expect((await mailsOf(gateway, seller)).map(({ kind }) => kind)).toEqual(['charge_issued']);
  });

  it('is skipped on a day that was missed', async ({ gateway }) => {
    const seller = await gateway.seller();
    const { due } = await boleto(gateway, seller);
    await goTo(gateway, addDays(due, -2));
    expect((await mailsOf(gateway, seller)).map(({ kind }) => kind)).toEqual(['charge_issued']);
    await goTo(gateway, addDays(due, -1));
    expect((await mailsOf(gateway, seller))[0]?.subject).toContain('vence amanhã');
  });
});

describe('a payer who wants no reminders', () => {
  async function unsubscribeUrl(gateway: TestGateway, seller: Seller): Promise<string> {
    const [mail] = await mailsOf(gateway, seller);
    const { html } = (await seller.call('GET', `/api/v1/sandbox/mails/${mail?.id}`)).body;
    const [, url = ''] = /href="([^"]+\/unsubscribe\/[^"]+)"/.exec(html) ?? [];
    const { pathname, search } = new URL(url.replaceAll('&amp;', '&'));
    return pathname + search;
  }

  it('leaves them by a page without a script, and may come back', async ({ gateway }) => {
    const seller = await gateway.seller('Loja da Ana');
    const { due } = await boleto(gateway, seller);
    await goTo(gateway, addDays(due, -3));
    const url = await unsubscribeUrl(gateway, seller);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const page = await gateway.app.inject({ url });
    expect([page.statusCode, page.body]).toEqual([
      200,
      expect.stringContaining('Parar de receber lembretes?'),
    ]);
    expect(await gateway.db.query('select 1 from mail_refusals where account_id = $1', [seller.id])).toEqual(
      [],
    );
    const left = await gateway.app.inject({ method: 'POST', url, headers: form, payload: '' });
    expect(left.body).toContain('Lembretes desativados');
    await goTo(gateway, addDays(due, -1));
    expect((await mailsOf(gateway, seller))[0]).toMatchObject({
      ...{ kind: 'charge_reminder', state: 'suppressed', suppressed_for: 'unsubscribed' },
    });
    await gateway.app.inject({ method: 'POST', url, headers: form, payload: 'again=yes' });
    await goTo(gateway, due);
    expect((await mailsOf(gateway, seller))[0]).toMatchObject({ kind: 'charge_reminder', state: 'sent' });
    const stored = await gateway.db.query<{ row: string }>('select r::text as row from mail_refusals r');
    expect(JSON.stringify(stored)).not.toContain(PAYER.email);
  });

  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'leaves them by the button of a mail program, which posts %s',
    async (type) => {
      const { startGateway } = await import('../../../test/support/gateway.ts');
      const gateway = await startGateway();
      try {
        const seller = await gateway.seller();
        const { due } = await boleto(gateway, seller);
        await goTo(gateway, addDays(due, -3));
        const url = await unsubscribeUrl(gateway, seller);
        const payload = type.startsWith('multipart')
          ? '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
          : 'List-Unsubscribe=One-Click';
        const left = await gateway.app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': type },
          payload,
        });
        expect(left.statusCode).toBe(200);
        expect(
          await gateway.db.query('select 1 from mail_refusals where account_id = $1', [seller.id]),
        ).toHaveLength(1);
      } finally {
        await gateway.stop();
      }
    },
  );

  it.each(['x', 'x.y', `${'a'.repeat(180)}.${'0'.repeat(64)}`, '%00'])(
    'cannot be another one: %s is no page',
    async (token) => {
      const { startGateway } = await import('../../../test/support/gateway.ts');
      const gateway = await startGateway();
      try {
        expect((await gateway.app.inject(`/unsubscribe/${token}`)).statusCode).toBe(404);
      } finally {
        await gateway.stop();
      }
    },
  );
});
