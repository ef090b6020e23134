import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { comparePix } from '../../server/src/charges/pix/comparison.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../server/src/kit/clock.ts';
import type { Seller } from '../support/gateway.ts';
import { type OddBank, startOddBank } from '../support/odd-bank.ts';

let bank: OddBank;
let seller: Seller;

beforeAll(async () => {
  bank = await startOddBank();
});
afterAll(() => bank.stop());
beforeEach(async () => {
  bank.gateway.clock.setOffset(0);
  bank.sayInstead = () => undefined;
  bank.pix.length = 0;
  seller = await bank.gateway.seller();
});
afterEach(async () => {
  expect(await bank.gateway.audit()).toEqual([]);
});

const create = async (more: object = {}) => {
  const asked = { billing_type: 'PIX', value: 100, ...more };
  const { status, body } = await seller.call('POST', '/api/v1/charges', asked);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const balance = async () => (await seller.call('GET', '/api/v1/balance')).body;
/** As often as it takes until each of the ninety days was compared. */
const compare = async () => {
  const { db, deps } = bank.gateway;
  await db.query('update pix_comparisons set refunds_compared_at = to_timestamp(0)');
  for (let look = 0; look < 90; look += 1) {
    if (!(await comparePix(deps, bank.provider))) return false;
    const left = await db.query(
      `select 1 from pix_comparisons where refunds_compared_at < now() - interval '10 minutes'`,
    );
    if (left.length === 0) return true;
  }
  throw new Error('the comparison does not come to an end');
};
async function paid(more: object = {}) {
  const { id, pix } = await create(more);
  const payment = bank.pay(pix.txid);
  await compare();
  expect((await read(id)).status).toBe('RECEIVED');
  return { id: id as string, payment };
}

/** The refund is made, the answer says 500, and for a while nobody there finds it by its name. */
function makeAndDeny(): void {
  let isMade = false;
  bank.sayInstead = (asked) => {
    if (!asked.includes('/devolucao/')) return undefined;
    if (asked.startsWith('GET')) return { status: 404 };
    if (isMade) return undefined;
    isMade = true;
    const [, , endToEndId, , id = ''] = asked.split('/');
    const pix = bank.pix.find((each) => each.endToEndId === endToEndId);
    if (pix) pix.devolucoes = [{ id, valor: '100.00', status: 'DEVOLVIDO' }];
    return { status: 500 };
  };
}

describe('a refund that was taken for failed and was made', () => {
  async function failedRefund(more: object = {}) {
    const { id, payment } = await paid(more);
    const before = await balance();
    makeAndDeny();
    await seller.call('POST', `/api/v1/charges/${id}/refund`, { reverse_split: true });
    await bank.gateway.runDue();
    expect((await read(id)).refunds).toMatchObject([{ status: 'pending' }]);
    await bank.gateway.advance(MINUTE_MS);
    expect((await read(id)).refunds).toMatchObject([{ status: 'failed' }]);
    expect(await balance()).toEqual(before);
    return { id, payment, before };
  }

  it('is taken again when the PSP shows it, and notified as any other', async () => {
    await paid();
    const { id, before } = await failedRefund();
    await compare();
    await compare();
    expect(await read(id)).toMatchObject({
      status: 'REFUNDED',
      refunded_amount: 100,
      refunding_amount: 0,
      reserve_held: 0,
      refunds: [{ status: 'succeeded', failure: null }],
    });
    expect((await balance()).total).toBeCloseTo(before.total - 100, 2);
    const { body } = await seller.call('GET', `/api/v1/charges/${id}/events`);
    expect(body.data.at(-1)).toMatchObject({ data: { status: 'REFUNDED', refunded_amount: 100 } });
  });

  it('is taken again from recipients, and from a seller who has nothing left', async () => {
    const recipient = await bank.gateway.seller();
    await paid();
    const { id } = await failedRefund({ split: [{ recipient_id: recipient.id, amount: 30 }] });
    const { available } = await balance();
    await seller.call('POST', '/api/v1/withdrawals', { amount: available, pix_key: 'loja@example.com' });
    await compare();
    expect((await read(id)).status).toBe('REFUNDED');
    expect((await recipient.call('GET', '/api/v1/balance')).body.available).toBe(0);
    expect((await balance()).available).toBeLessThan(0);
  });

  it('waits as long as another refund holds what is left of the charge', async () => {
    await paid();
    const { id, payment } = await failedRefund();
    bank.sayInstead = (asked) => (asked.includes('/devolucao/') ? { status: 503 } : undefined);
    await seller.call('POST', `/api/v1/charges/${id}/refund`, {});
    await compare();
    expect(await read(id)).toMatchObject({ status: 'RECEIVED', refunding_amount: 100 });
    bank.sayInstead = (asked) =>
      asked.startsWith('PUT /pix') ? { status: 400, body: { title: 'excede' } } : undefined;
    await bank.gateway.advance(MINUTE_MS);
    await compare();
    expect(await read(id)).toMatchObject({ status: 'REFUNDED', refunded_amount: 100 });
    expect(payment.devolucoes).toHaveLength(1);
  });
});

describe('a return that was taken for failed and was made', () => {
  it('is over, whatever the name of the newest try', async () => {
    const { id, pix } = await create();
    await seller.call('POST', `/api/v1/charges/${id}/cancel`);
    bank.pay(pix.txid);
    await compare();
    makeAndDeny();
    await bank.gateway.runDue();
    await bank.gateway.advance(MINUTE_MS);
    expect(
      await bank.gateway.db.query('select return_tries > 0 as "isTriedAgain" from stray_receipts'),
    ).toEqual([{ isTriedAgain: true }]);
    await compare();
    expect((await read(id)).returned_payments).toMatchObject([{ amount: 100, status: 'returned' }]);
  });
});

describe('a code', () => {
  const cancel = (id: string) => seller.call('POST', `/api/v1/charges/${id}/cancel`);
  const NOT_CANCELLABLE = { status: 400, body: { code: 'CHARGE_NOT_CANCELLABLE' } };

  /** CONCLUIDA, and not a word about by what. */
  function leavePaymentsOut(): void {
    bank.sayInstead = (asked) => {
      const charge = bank.charges.get(/^GET \/cob\/(\w+)$/.exec(asked)?.[1] ?? '');
      return charge && { body: charge };
    };
  }

  it('that is paid and tells its payment only in the list of all is neither cancelled nor expired', async () => {
    const [one, other] = [await create(), await create({ expires_in: 3_600 })];
    leavePaymentsOut();
    for (const { pix } of [one, other]) bank.pay(pix.txid);
    expect(await cancel(one.id)).toMatchObject(NOT_CANCELLABLE);
    await bank.gateway.advance(HOUR_MS + SECOND_MS);
    for (const { id } of [one, other]) expect((await read(id)).status).toBe('RECEIVED');
  });

  it('that is paid and whose payment cannot be read waits until it can be', async () => {
    const { id, pix } = await create({ expires_in: 3_600 });
    const payment = bank.pay(pix.txid, { valor: '100,00' });
    expect(await cancel(id)).toMatchObject(NOT_CANCELLABLE);
    expect((await seller.call('POST', `/api/v1/sandbox/charges/${id}/expire`)).body.code).toBe(
      'INVALID_STATE',
    );
    await bank.gateway.advance(HOUR_MS + SECOND_MS);
    for (let look = 0; look < 8; look += 1) await bank.gateway.advance(10 * MINUTE_MS);
    expect((await read(id)).status).toBe('PENDING');
    payment.valor = '100.00';
    await bank.gateway.advance(10 * MINUTE_MS);
    expect((await read(id)).status).toBe('RECEIVED');
  });

  it('that is not found for a moment does not end unpaid', async () => {
    const { id, pix } = await create({ expires_in: 3_600 });
    bank.pay(pix.txid);
    bank.sayInstead = (asked) => (asked.startsWith('GET /cob') ? { status: 404 } : undefined);
    await bank.gateway.advance(HOUR_MS + SECOND_MS);
    expect((await read(id)).status).toBe('PENDING');
    bank.sayInstead = () => undefined;
    await bank.gateway.advance(MINUTE_MS);
    expect((await read(id)).status).toBe('RECEIVED');
  });

  it('that is never found again ends by our clock', async () => {
    const { id, pix } = await create({ expires_in: 3_600 });
    bank.charges.delete(pix.txid);
    await bank.gateway.advance(HOUR_MS + SECOND_MS);
    for (let look = 0; look < 8; look += 1) await bank.gateway.advance(MINUTE_MS);
    expect((await read(id)).status).toBe('CANCELLED');
  });
});

describe('one odd record', () => {
  const ODD = { id: 'ODD1', natureza: 'MED_FRAUDE', status: 'NAO_REALIZADO' };

  it('of zero, a payment or a refund, does not block others', async () => {
    const { id, pix } = await create();
    bank.pay(pix.txid, { valor: '0.00' });
    const { payment } = await paid();
    payment.devolucoes = [{ ...ODD, valor: '0.00' }];
    await paid();
    expect((await read(id)).status).toBe('PENDING');
    Object.assign(bank.charges.get(pix.txid) ?? {}, { status: 'ATIVA' });
    expect((await seller.call('POST', `/api/v1/charges/${id}/cancel`)).status).toBe(200);
  });

  it('of a MED, under a name that no standard knows, is a dispute', async () => {
    const { id, payment } = await paid();
    payment.devolucoes = [{ ...ODD, id: '6f2a-11-MED', valor: '100.00', status: 'DEVOLVIDO' }];
    await compare();
    await compare();
    const { body } = await seller.call('GET', `/api/v1/disputes?charge_id=${id}`);
    expect(body.data).toMatchObject([{ kind: 'med', amount: 100, status: 'lost' }]);
  });

  it('that our ledger refuses does not block others', async () => {
    const { id, payment } = await paid();
    payment.devolucoes = [{ ...ODD, valor: '1.00', motivo: 'refused here', status: 'DEVOLVIDO' }];
    const { db } = bank.gateway;
    await db.query(`alter table disputes add constraint odd check (reason <> 'refused here')`);
    await paid();
    await db.query('alter table disputes drop constraint odd');
    await compare();
    expect((await seller.call('GET', `/api/v1/disputes?charge_id=${id}`)).body.total).toBe(1);
  });
});

describe('a PSP that lists no more than a few days at once', () => {
  const MAX_DURATION_MS = 2 * DAY_MS;
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  const periodOf = (asked: string) => {
    const query = new URLSearchParams(asked.split('?')[1]);
    const [from, until] = [query.get('inicio'), query.get('fim')].map((each) => Date.parse(each ?? ''));
    return { from: Number(from), until: Number(until), onlyRefunded: query.has('devolucaoPresente') };
  };
  const lists = () =>
    bank.seen.filter(({ path }) => path.startsWith('/api/pix?')).map(({ path }) => periodOf(path));
  const disputesOf = async (id: string) =>
    (await seller.call('GET', `/api/v1/disputes?charge_id=${id}`)).body.total;

  const age = (by: string) =>
    bank.gateway.db.query(`update accounts set created_at = created_at - interval '${by}'`);

  beforeEach(async () => {
    await age('100 days');
    bank.sayInstead = (asked) => {
      const { from, until } = periodOf(asked);
      return asked.startsWith('GET /pix?') && until - from > MAX_DURATION_MS ? { status: 400 } : undefined;
    };
    await compare();
    bank.seen.length = 0;
  });

  it('tells of what was taken back of an old payment all the same', async () => {
    const { id, payment } = await paid();
    payment.horario = daysAgo(80);
    payment.devolucoes = [{ id: 'MED1', valor: '100.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' }];
    await compare();
    expect(await disputesOf(id)).toBe(1);
  });

  it('is asked for each of ninety days once in six hours, from where the last look ended', async () => {
    const { id, payment } = await paid();
    payment.horario = daysAgo(45);
    payment.devolucoes = [{ id: 'MED2', valor: '100.00', natureza: 'MED_FRAUDE', status: 'DEVOLVIDO' }];
    bank.seen.length = 0;
    const { sayInstead } = bank;
    const answered = () => lists().filter(({ onlyRefunded }) => onlyRefunded).length;
    bank.sayInstead = (asked, request) => (answered() > 30 ? { status: 503 } : sayInstead(asked, request));
    await bank.gateway.db.query('update pix_comparisons set refunds_compared_at = to_timestamp(0)');
    for (let look = 0; look < 8; look += 1) await comparePix(bank.gateway.deps, bank.provider);
    expect(answered()).toBeGreaterThan(30);
    bank.sayInstead = sayInstead;
    const asked = answered();
    for (let look = 0; look < 12; look += 1) await comparePix(bank.gateway.deps, bank.provider);
    expect(answered() - asked).toBeLessThan(65);
    bank.seen.length = 0;
    await comparePix(bank.gateway.deps, bank.provider);
    expect(answered()).toBeLessThan(5);
    expect(await disputesOf(id)).toBe(1);
  });

  it('is asked for a few days at a time after a stop', async () => {
    await bank.gateway.db.query('update pix_comparisons set refunds_compared_at = to_timestamp(0)');
    bank.seen.length = 0;
    await comparePix(bank.gateway.deps, bank.provider);
    expect(lists().length).toBeLessThan(8);
    expect(lists().filter(({ onlyRefunded }) => onlyRefunded)).toHaveLength(5);
  });

  it('is asked for nothing before the installation had an account', async () => {
    const { db } = bank.gateway;
    await db.query(`update accounts set created_at = now() - interval '3 hours'`);
    await db.query('delete from pix_comparisons');
    bank.seen.length = 0;
    await compare();
    expect(lists().length).toBeLessThan(5);
    for (const { from } of lists()) expect(from).toBeGreaterThan(Date.now() - 4 * HOUR_MS);
  });

  it('is asked for what came during a long stop in parts, and from where the last look ended', async () => {
    const { id, pix } = await create();
    bank.pay(pix.txid, { horario: daysAgo(3) });
    await bank.gateway.db.query(`update pix_comparisons set compared_until = now() - interval '10 days'`);
    const { sayInstead } = bank;
    const days = () => lists().filter(({ onlyRefunded }) => !onlyRefunded);
    bank.sayInstead = (asked, request) => (days().length > 5 ? { status: 503 } : sayInstead(asked, request));
    expect(await comparePix(bank.gateway.deps, bank.provider)).toBe(false);
    expect((await read(id)).status).toBe('PENDING');
    bank.sayInstead = sayInstead;
    bank.seen.length = 0;
    expect(await comparePix(bank.gateway.deps, bank.provider)).toBe(true);
    expect((await read(id)).status).toBe('RECEIVED');
    expect(Number(days()[0]?.from)).toBeGreaterThan(Date.now() - 6 * DAY_MS);
  });
});

describe('a payment after the expiry of its code, reported before the charge has ended,', () => {
  /** Our clock is past the end; the PSP's horario is what it says. */
  async function paidAfterTheEnd(ms: number, clockMs = ms) {
    const { id, pix } = await create({ expires_in: 3_600 });
    const horario = new Date(Date.parse(pix.expires_at) + ms).toISOString();
    bank.sayInstead = (asked) => (asked.startsWith('GET /cob') ? { status: 503 } : undefined);
    await bank.gateway.advance(HOUR_MS + clockMs);
    bank.pay(pix.txid, { horario });
    bank.sayInstead = (asked) =>
      asked.startsWith('GET /pix?') ? { body: { pix: bank.pix } } : { status: 503 };
    await comparePix(bank.gateway.deps, bank.provider);
    return read(id);
  }

  it('goes back to the payer', async () => {
    const charge = await paidAfterTheEnd(12 * SECOND_MS);
    expect(charge.status).toBe('PENDING');
    expect(charge.returned_payments).toMatchObject([{ amount: 100, reason: 'charge_not_payable' }]);
    bank.sayInstead = () => undefined;
    await bank.gateway.advance(2 * MINUTE_MS);
    expect(await read(charge.id)).toMatchObject({
      status: 'CANCELLED',
      returned_payments: [{ status: 'returned' }],
    });
  });

  it('is taken when it was confirmed in the last second', async () => {
    expect((await paidAfterTheEnd(8 * SECOND_MS, 5 * MINUTE_MS)).status).toBe('RECEIVED');
  });

  it("is taken when only the PSP's clock says so", async () => {
    expect((await paidAfterTheEnd(5 * MINUTE_MS, -MINUTE_MS)).status).toBe('RECEIVED');
  });
});
