import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { civilDateOf } from '../../server/src/brazil/calendar.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import { cents } from '../../server/src/kit/money.ts';
import { callbackUrl } from '../../server/src/providers/callback-address.ts';
import { SANDBOX_BANK } from '../../server/src/providers/rails.ts';
import { payAtSandboxBank, sandboxBoletoBank } from '../../server/src/providers/sandbox/boleto-bank.ts';
import { daysLater } from '../support/due-days.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { until } from '../support/until.ts';

const CUSTOMER = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725' };
const RACES = 8;

/** What becomes of a request for another due date at the bank. */
type Fate = 'done' | 'lost before' | 'lost after' | 'thrown';

let gateway: TestGateway;
let seller: Seller;
let fate: Fate = 'done';
let calls = 0;
beforeAll(async () => {
  gateway = await startGateway({
    rails: (rails, db) => {
      const bank = sandboxBoletoBank(db, { registersAfterMs: 0 });
      const lost = { ok: false, kind: 'unavailable', reason: 'no answer' } as const;
      const remote: typeof bank.remote = {
        ...bank.remote,
        async changeDueDate(name, dueDate) {
          calls += 1;
          if (fate === 'thrown') throw new Error('the process is ending');
          if (fate === 'lost before') return lost;
          const answer = await bank.remote.changeDueDate(name, dueDate);
          return fate === 'lost after' ? lost : answer;
        },
      };
      return { ...rails, boleto: [{ ...bank, remote }] };
    },
  });
  seller = await gateway.seller();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  fate = 'done';
  calls = 0;
});

const today = () => civilDateOf(gateway.clock.now());
const inDays = (days: number) => daysLater(today(), days);
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const move = (id: string, dueDate: string) =>
  seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: dueDate });
const cancel = (id: string) => seller.call('POST', `/api/v1/charges/${id}/cancel`);

async function registered(set: object = {}): Promise<string> {
  const body = { billing_type: 'BOLETO', value: 150, customer: CUSTOMER, due_date: inDays(5), ...set };
  const made = await seller.call('POST', '/api/v1/charges', body);
  expect(made).toMatchObject({ status: 201, body: { boleto: { status: 'registered' } } });
  return made.body.id;
}

const later = () => inDays(30);
const refusedDay = () => `${today().slice(0, 4)}-12-31`;

const eventsOf = (id: string) =>
  gateway.db.query<{ type: string; data: Record<string, unknown> }>(
    `select type, data from events where charge_id = $1 and type like 'charge.due_date%' order by sequence`,
    [id],
  );

async function dueAtBank(id: string): Promise<{ due: string; state: string } | undefined> {
  const [row] = await gateway.db.query<{ due: string; state: string }>(
    'select due_date::text as due, state from sandbox_boletos where reference = $1',
    [id],
  );
  return row;
}

const jobsLeft = (id: string) =>
  gateway.db.query<{ kind: string }>(
    `select kind from jobs where kind = 'boleto.change_due_date' and payload ->> 'charge_id' = $1`,
    [id],
  );

async function untilDue(id: string, day: string): Promise<void> {
  await until(`charge ${id} is due on ${day}`, async () => {
    await gateway.advance(MINUTE_MS);
    return (await read(id)).boleto.due_date === day;
  });
}

async function payAtBank(id: string, amount: bigint): Promise<boolean> {
  const paid = await payAtSandboxBank(gateway.db, id, {
    ...{ paymentReference: `R-${id}`, by: 'boleto', amountCents: cents(amount), paidAt: gateway.clock.now() },
  });
  const { vault, publicUrl } = gateway.deps;
  const { pathname } = new URL(callbackUrl(vault, publicUrl, 'boletos', SANDBOX_BANK));
  await gateway.call('POST', pathname, { boletos: [{ reference: id }] });
  await gateway.advance(SECOND_MS);
  return paid;
}

describe('the due date of a boleto at a bank', () => {
  it('is changed in the request: barcode, page, PIX code and deadline are those of the new date', async () => {
    const id = await registered({ metadata: { order: '7' } });
    const before = await read(id);
    const changed = await move(id, later());
    expect(changed).toMatchObject({
      status: 200,
      body: { status: 'PENDING', boleto: { due_date: later(), status: 'registered' } },
    });
    const { boleto, pix, checkout_url: page } = changed.body;
    expect(boleto.due_date_change).toBeUndefined();
    expect(boleto.barcode).not.toBe(before.boleto.barcode);
    expect(boleto.digitable_line).not.toBe(before.boleto.digitable_line);
    expect(boleto.our_number).toBe(before.boleto.our_number);
    expect(pix.expires_at > before.pix.expires_at).toBe(true);
    expect(await read(id)).toMatchObject({ boleto, metadata: { order: '7' } });
    const shown = (await gateway.call('GET', new URL(page).pathname)).raw.replace(/\D/g, '');
    expect(shown).toContain(boleto.digitable_line);
    expect(shown).not.toContain(before.boleto.digitable_line);
    expect(await eventsOf(id)).toMatchObject([
      { type: 'charge.due_date_changed', data: { due_date: later(), previous_due_date: inDays(5) } },
    ]);
    expect(await dueAtBank(id)).toMatchObject({ due: later() });
    await gateway.advance(3 * MINUTE_MS);
    expect([calls, await jobsLeft(id)]).toEqual([1, []]);
  });

  it('is overdue by the new date only', async () => {
    const id = await registered();
    await move(id, inDays(40));
    await gateway.advance(20 * DAY_MS);
    expect((await read(id)).status).toBe('PENDING');
    await gateway.advance(30 * DAY_MS);
    expect((await read(id)).status).toBe('OVERDUE');
    expect(await move(id, inDays(3))).toMatchObject({
      status: 400,
      body: { code: 'DUE_DATE_NOT_CHANGEABLE' },
    });
  });

  it('that the bank refuses stays as it was, and says why; another is possible', async () => {
    const id = await registered();
    const before = await read(id);
    const refused = await move(id, refusedDay());
    expect(refused).toMatchObject({
      status: 200,
      body: {
        boleto: {
          ...{ due_date: before.boleto.due_date, barcode: before.boleto.barcode },
          due_date_change: {
            status: 'refused',
            due_date: refusedDay(),
            reason: expect.stringContaining('bancário'),
          },
        },
      },
    });
    expect(await eventsOf(id)).toMatchObject([
      {
        type: 'charge.due_date_refused',
        data: { due_date: before.boleto.due_date, refused_due_date: refusedDay(), cause: expect.any(String) },
      },
    ]);
    const next = await move(id, later());
    expect(next.body.boleto).toMatchObject({ due_date: later() });
    expect(next.body.boleto.due_date_change).toBeUndefined();
  });

  it.each(['lost before', 'lost after', 'thrown'] as const)(
    'whose answer is %s is shown as being changed, and is known later, once',
    async (how) => {
      const id = await registered();
      fate = how;
      const asked = await move(id, later());
      expect(asked).toMatchObject({
        status: 200,
        body: { boleto: { due_date: inDays(5), due_date_change: { status: 'pending', due_date: later() } } },
      });
      await gateway.advance(3 * MINUTE_MS);
      expect((await read(id)).boleto.due_date_change).toMatchObject({ status: 'pending' });
      fate = 'done';
      const wanted = asked.body.boleto.due_date_change.due_date;
      await untilDue(id, wanted);
      expect(await dueAtBank(id)).toMatchObject({ due: wanted });
      expect(await eventsOf(id)).toHaveLength(1);
      await until('no job is left', async () => {
        await gateway.advance(MINUTE_MS);
        return (await jobsLeft(id)).length === 0;
      });
    },
  );

  it('while it is being changed takes no other date, and the same one again is the same request', async () => {
    const id = await registered();
    fate = 'lost before';
    const wanted = later();
    await move(id, wanted);
    expect(await move(id, inDays(12))).toMatchObject({
      status: 400,
      body: { code: 'DUE_DATE_NOT_CHANGEABLE' },
    });
    expect(await move(id, wanted)).toMatchObject({
      status: 200,
      body: { boleto: { due_date_change: { status: 'pending', due_date: wanted } } },
    });
    expect(await jobsLeft(id)).toHaveLength(1);
    fate = 'done';
    await untilDue(id, wanted);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('while it is being changed can be paid by either date, or cancelled', async () => {
    const terms = { fine: { percent: 2 }, due_date: today() };
    const paid = await registered(terms);
    const cancelled = await registered(terms);
    fate = 'lost after';
    const wanted = later();
    for (const id of [paid, cancelled]) {
      expect((await move(id, wanted)).body.boleto.due_date_change.status).toBe('pending');
    }
    expect((await cancel(cancelled)).body).toMatchObject({ status: 'CANCELLED' });
    // Late by the old date, in time by the one that the bank has.
    await gateway.advance(6 * DAY_MS);
    expect((await read(paid)).status).toBe('PENDING');
    expect(await payAtBank(paid, 15_000n)).toBe(true);
    expect(await read(paid)).toMatchObject({ status: 'RECEIVED', paid_value: 150 });
    fate = 'done';
    await gateway.advance(10 * MINUTE_MS);
    expect((await read(paid)).boleto.due_date_change).toBeUndefined();
    expect(await dueAtBank(cancelled)).toMatchObject({ state: 'cancelled' });
    expect(await jobsLeft(cancelled)).toEqual([]);
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('two at once', () => {
  it('ask for different dates: one of them is the date here and at the bank', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const id = await registered();
      const days = [inDays(9), inDays(14), inDays(21)];
      const answers = await Promise.all(days.map((day) => move(id, day)));
      expect(answers.some(({ status }) => status === 200)).toBe(true);
      for (const { status, body } of answers) {
        if (status !== 200) expect(body.code).toBe('DUE_DATE_NOT_CHANGEABLE');
      }
      const { boleto } = await read(id);
      expect(days).toContain(boleto.due_date);
      expect(await dueAtBank(id)).toMatchObject({ due: boleto.due_date });
      // One after the other may both be accepted: each has its event.
      const won = answers.filter(({ status }) => status === 200).length;
      expect(await eventsOf(id)).toHaveLength(won);
    }
  });

  it('ask for it and cancel: cancelled here and there, whoever is first', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const id = await registered();
      const [moved, ended] = await Promise.all([move(id, later()), cancel(id)]);
      expect(ended.status).toBe(200);
      expect([200, 400]).toContain(moved.status);
      await gateway.advance(3 * MINUTE_MS);
      expect(await read(id)).toMatchObject({ status: 'CANCELLED' });
      expect(await dueAtBank(id)).toMatchObject({ state: 'cancelled' });
      expect(await jobsLeft(id)).toEqual([]);
    }
  });

  it('ask for it and pay: paid once', async () => {
    for (let race = 0; race < RACES; race += 1) {
      const id = await registered();
      const [moved, paid] = await Promise.all([move(id, later()), payAtBank(id, 15_000n)]);
      expect([200, 400]).toContain(moved.status);
      expect(paid).toBe(true);
      await gateway.advance(3 * MINUTE_MS);
      expect(await read(id)).toMatchObject({ status: 'RECEIVED', paid_value: 150 });
      expect(await jobsLeft(id)).toEqual([]);
    }
    expect(await gateway.audit()).toEqual([]);
  });
});

describe('what is not taken', () => {
  it.each([
    ['due_date', { due_date: '2020-01-10' }, 'in the past'],
    ['due_date', { due_date: '2026-02-30' }, 'must be a date'],
    ['due_date', { due_date: '2099-01-10' }, 'too far'],
    ['due_date', {}, 'is required'],
    ['dueDate', { due_date: '2099-01-10', dueDate: 'x' }, 'is not a field'],
    ['value', { due_date: '2099-01-10', value: 5 }, 'is not a field'],
  ])('%s of %j', async (field, body, reason) => {
    const answer = await seller.call('PATCH', `/api/v1/charges/${await registered()}`, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(answer.body.details[field]).toContain(reason);
  });

  it('a charge that is no boleto, of another seller, or unknown', async () => {
    const pix = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    expect(await move(pix.body.id, later())).toMatchObject({
      status: 400,
      body: { details: { due_date: 'only a boleto has a due date' } },
    });
    const other = await gateway.seller();
    const id = await registered();
    const foreign = await other.call('PATCH', `/api/v1/charges/${id}`, { due_date: later() });
    expect(foreign).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await move('x', later())).status).toBe(404);
  });

  it('a date before the last day of the discount', async () => {
    const id = await registered({ due_date: inDays(20), discount: { percent: 5, until: inDays(10) } });
    expect(await move(id, inDays(9))).toMatchObject({
      status: 400,
      body: { details: { due_date: expect.stringContaining(inDays(10)) } },
    });
    expect((await move(id, inDays(10))).body.boleto.due_date).toBe(inDays(10));
  });
});
