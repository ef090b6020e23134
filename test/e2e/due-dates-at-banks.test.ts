import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addDays, civilDateOf } from '../../server/src/brazil/calendar.ts';
import { MINUTE_MS } from '../../server/src/kit/clock.ts';
import { type InterBoletos, openInterBoletos } from '../../server/src/providers/inter/boletos.ts';
import { openAccount } from '../banks/efi/account.ts';
import { type Inter, startInter } from '../banks/inter/inter.ts';
import { ADDRESS } from '../support/cnab-gateway.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { interConfig } from '../support/inter-provider.ts';
import { until } from '../support/until.ts';

const CUSTOMER = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: '52998224725', address: ADDRESS };
const silent = { debug() {}, info() {}, warn() {}, error() {} } as never;

let gateway: TestGateway;
let seller: Seller;
const inDays = (days: number) => addDays(civilDateOf(new Date()), days);
const read = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const move = (id: string, day: string) => seller.call('PATCH', `/api/v1/charges/${id}`, { due_date: day });
const create = (set: object = {}) =>
  seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'BOLETO', value: 150, customer: CUSTOMER, due_date: inDays(5), ...set },
  });

async function registered(set: object = {}): Promise<string> {
  const made = await create(set);
  expect(made.status, made.raw).toBe(201);
  await until('the boleto is registered', async () => {
    const { boleto } = await read(made.body.id);
    if (boleto.status !== 'registered') await gateway.advance(MINUTE_MS);
    return boleto.status === 'registered';
  });
  return made.body.id;
}

async function untilKnown(id: string): Promise<Record<string, unknown>> {
  await until('the change is known', async () => {
    await gateway.advance(3 * MINUTE_MS);
    return (await read(id)).boleto.due_date_change?.status !== 'pending';
  });
  return (await read(id)).boleto;
}

const eventsOf = async (id: string) => {
  const rows = await gateway.db.query<{ type: string }>(
    `select type from events where charge_id = $1 and type like 'charge.due_date%' order by sequence`,
    [id],
  );
  return rows.map(({ type }) => type);
};

describe('Inter', () => {
  let inter: Inter;
  let boletos: InterBoletos;
  beforeAll(async () => {
    inter = await startInter();
    boletos = openInterBoletos(interConfig(inter), { log: silent, tokens: null });
    gateway = await startGateway({ rails: (rails) => ({ ...rails, boleto: [boletos] }) });
    seller = await gateway.seller();
  });
  afterAll(async () => {
    await gateway?.stop();
    await boletos?.close();
    await inter?.stop();
  });
  beforeEach(() =>
    inter.behave({
      changing: 'at once',
      faults: { slow: [], dropBefore: [], dropAfterActing: [], fails: [] },
    }),
  );
  const atBank = async (day: string) => {
    const { cobrancas } = await inter.state();
    return cobrancas.some(({ dataVencimento }) => dataVencimento === day);
  };

  it.each([
    ['dropBefore', 'cobranca.patch'],
    ['dropAfterActing', 'cobranca.patch'],
    ['dropAfterActing', 'cobranca.get'],
  ] as const)('an answer that is lost (%s of %s) makes one change', async (kind, on) => {
    const id = await registered();
    const before = (await read(id)).boleto;
    const wanted = inDays(kind === 'dropBefore' ? 41 : on === 'cobranca.get' ? 42 : 43);
    await inter.behave({ faults: { [kind]: [{ on, times: 2 }] } });
    expect((await move(id, wanted)).status).toBe(200);
    const after = await untilKnown(id);
    expect(after).toMatchObject({ due_date: wanted });
    expect(after.barcode).not.toBe(before.barcode);
    expect(await atBank(wanted)).toBe(true);
    expect(await eventsOf(id)).toEqual(['charge.due_date_changed']);
  });

  it('that holds a change shows the old date until it has made it', async () => {
    await inter.behave({ changing: 'held' });
    const id = await registered();
    const asked = await move(id, inDays(44));
    expect(asked.body.boleto).toMatchObject({
      due_date: inDays(5),
      due_date_change: { status: 'pending', due_date: inDays(44) },
    });
    await gateway.advance(3 * MINUTE_MS);
    expect((await read(id)).boleto.due_date).toBe(inDays(5));
    await inter.behave({ changing: 'at once' });
    expect(await untilKnown(id)).toMatchObject({ due_date: inDays(44) });
  });

  it('that refuses a change keeps the date, and is asked for another', async () => {
    await inter.behave({ changing: 'fails' });
    const id = await registered();
    const refused = await move(id, inDays(45));
    expect(refused.body.boleto).toMatchObject({
      due_date: inDays(5),
      due_date_change: {
        status: 'refused',
        due_date: inDays(45),
        reason: expect.stringContaining('editada'),
      },
    });
    await inter.behave({ changing: 'at once' });
    expect((await move(id, inDays(46))).body.boleto.due_date).toBe(inDays(46));
    expect(await eventsOf(id)).toEqual(['charge.due_date_refused', 'charge.due_date_changed']);
  });

  it.each([
    ['cancel_after_days', { cancel_after_days: 61 }],
    ['value', { value: 2 }],
  ])('takes no charge with such a %s, and is not asked', async (field, set) => {
    const before = (await inter.state()).requests['cobranca.post'] ?? 0;
    const refused = await create(set);
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(refused.body.details)).toEqual([field]);
    expect((await inter.state()).requests['cobranca.post'] ?? 0).toBe(before);
  });

  it('cannot move the due date of a boleto with a discount', async () => {
    const id = await registered({ discount: { percent: 5, until: inDays(3) } });
    expect(await move(id, inDays(20))).toMatchObject({
      status: 400,
      body: { details: { due_date: expect.stringContaining('discount') } },
    });
    expect((await read(id)).boleto.due_date_change).toBeUndefined();
  });
});

describe('Efí', () => {
  let account: Awaited<ReturnType<typeof openAccount>>;
  beforeAll(async () => {
    account = await openAccount();
    gateway = await startGateway({ rails: (rails) => ({ ...rails, boleto: [account.boletos] }) });
    seller = await gateway.seller();
  });
  afterAll(async () => {
    await gateway?.stop();
    await account?.stop();
  });
  beforeEach(() => account.efi.behave({ faults: [] }));
  const dueAtBank = async (id: string) =>
    (await account.efi.state()).charges.find(({ customId }) => customId === id)?.dueDate;

  it.each(['drop before', 'drop after', 'fail after'] as const)(
    'an answer that is lost (%s) makes one change',
    async (kind) => {
      const id = await registered();
      await account.efi.behave({ faults: [{ kind, on: 'charge.billet', times: 2 }] });
      await move(id, inDays(41));
      expect(await untilKnown(id)).toMatchObject({ due_date: inDays(41) });
      expect(await dueAtBank(id)).toBe(inDays(41));
      expect(await eventsOf(id)).toEqual(['charge.due_date_changed']);
    },
  );

  it('that has cancelled the boleto ends the charge instead', async () => {
    const id = await registered();
    const { charges } = await account.efi.state();
    await account.efi.changeStatus(charges.find(({ customId }) => customId === id)?.id ?? 0, 'canceled');
    const moved = await move(id, inDays(42));
    expect(moved.body).toMatchObject({ status: 'CANCELLED', cancel_cause: 'ended_by_bank' });
    expect(moved.body.boleto).toMatchObject({ status: 'refused', due_date: inDays(5) });
    expect(moved.body.boleto.due_date_change).toBeUndefined();
  });

  it.each([
    ['fine.percent', { fine: { percent: 11 } }],
    ['interest.percent', { interest: { percent: 10 } }],
    ['cancel_after_days', { cancel_after_days: 121 }],
    ['value', { value: 4.99 }],
    ['discount', { value: 9.99, discount: { percent: 5, until: inDays(2) } }],
  ])('takes no charge with such a %s', async (field, set) => {
    const refused = await create(set);
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } });
    expect(Object.keys(refused.body.details)).toEqual([field]);
  });
});
