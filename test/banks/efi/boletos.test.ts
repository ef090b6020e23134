import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { civilDateOf } from '../../../server/src/brazil/calendar.ts';
import { cents } from '../../../server/src/kit/money.ts';
import type { BoletoHint, BoletoName, BoletoRequest } from '../../../server/src/providers/boleto.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { until } from '../../support/until.ts';
import { type Account, openAccount } from './account.ts';
import type { Fault } from './faults.ts';

let account: Account;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  account = await openAccount({}, { noticeUrl: `${receiver.url}/callbacks/efi` });
});
afterAll(async () => {
  await account.stop();
  await receiver.stop();
});
beforeEach(() => account.efi.behave({ faults: [], notices: {}, hidesNew: false, refusesBoletos: null }));
afterEach(async () => {
  const { violations, ownViolations } = await account.efi.state();
  expect({ violations, ownViolations }).toEqual({ violations: [], ownViolations: [] });
});

function request(change: Partial<BoletoRequest> = {}): BoletoRequest {
  return {
    reference: randomUUID(),
    ourNumber: '00012345',
    amountCents: cents(12_345n),
    merchantName: 'Loja',
    description: null,
    payer: { name: 'Ana Souza', document: '52998224725', email: null, phone: null, address: null },
    terms: {
      dueDate: '2030-01-10',
      payableDaysAfterDue: 30,
      fineBasisPoints: 200,
      interestMonthlyBasisPoints: 100,
      discount: null,
    },
    createdAt: account.clock.now(),
    ...change,
  };
}

function nameOf(of: BoletoRequest, bankReference: string | null = null): BoletoName {
  const { reference, ourNumber, terms, createdAt } = of;
  return { reference, ourNumber, bankReference, dueDate: terms.dueDate, createdAt };
}

async function registered(change: Partial<BoletoRequest> = {}) {
  const of = request(change);
  const answer = await account.boletos.registerBoleto(of);
  if (!answer.ok || answer.boleto.bankReference === null) throw new Error(JSON.stringify(answer));
  return { of, id: Number(answer.boleto.bankReference), name: nameOf(of, answer.boleto.bankReference) };
}

const chargesOf = async (reference: string) =>
  (await account.efi.state()).charges.filter(({ customId }) => customId === reference);

async function found(name: BoletoName) {
  const answer = await account.boletos.remote.findBoleto(name);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.boleto;
}

describe('registering a boleto', () => {
  it.each<[string, Fault[]]>([
    ['the answer is lost', [{ kind: 'drop after', on: 'charge.create', times: 1 }]],
    [
      'a gateway fails after it was done',
      [{ kind: 'fail after', on: 'charge.create', times: 1, status: 502 }],
    ],
    ['the connection breaks before', [{ kind: 'drop before', on: 'charge.create', times: 1 }]],
    ['a gateway fails before', [{ kind: 'fail before', on: 'charge.create', times: 1 }]],
    ['the token is refused once', [{ kind: 'unauthorized', on: 'charge.create', times: 1 }]],
    ['the look-up fails', [{ kind: 'fail before', on: 'charge.list', times: 2 }]],
    ['no token is given', [{ kind: 'fail before', on: 'authorize', times: 1 }]],
  ])('makes one at the bank, however often it is asked, when %s', async (_, faults) => {
    await account.efi.expireTokens();
    await account.efi.behave({ faults });
    const of = request();
    const answers = [];
    for (let each = 0; each < 4; each++) answers.push(await account.boletos.registerBoleto(of));
    for (const answer of answers) {
      expect(answer).toMatchObject(answer.ok ? { boleto: { state: 'open' } } : { kind: 'unavailable' });
    }
    expect(answers.at(-1)?.ok).toBe(true);
    expect(await chargesOf(of.reference)).toHaveLength(1);
  });

  it('is not repeated in the call whose outcome is unknown, because the list may lag', async () => {
    await account.efi.behave({
      hidesNew: true,
      faults: [{ kind: 'drop after', on: 'charge.create', times: 1 }],
    });
    const of = request();
    expect(await account.boletos.registerBoleto(of)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(await chargesOf(of.reference)).toHaveLength(1);
    await account.efi.behave({ hidesNew: false });
    expect(await account.boletos.registerBoleto(of)).toMatchObject({ ok: true, boleto: { state: 'open' } });
    expect(await chargesOf(of.reference)).toHaveLength(1);
  });

  it.each([
    [{ code: 4_600_036, message: 'valor inferior ao limite mínimo' }, 'refused', 'valor inferior ao limite'],
    [{ code: 4_600_222, message: 'Recebedor e cliente não podem ser a mesma pessoa.' }, 'refused', 'mesma'],
    [{ code: 4_600_209, message: 'Limite de emissões diárias excedido.' }, 'unavailable', 'diárias'],
    [{ code: 3_500_000, message: 'Erro interno do servidor.' }, 'unavailable', 'Erro interno'],
  ])('that Efí does not take (%o) is %s, with its words', async (refusesBoletos, kind, words) => {
    await account.efi.behave({ refusesBoletos });
    const answer = await account.boletos.registerBoleto(request());
    expect(answer).toEqual({ ok: false, kind, reason: expect.stringContaining(words) });
  });

  it('is refused when the reference has a boleto of another amount', async () => {
    const { of } = await registered();
    const answer = await account.boletos.registerBoleto({ ...of, amountCents: cents(500n) });
    expect(answer).toMatchObject({ ok: false, kind: 'refused', reason: 'another boleto has this reference' });
  });

  it('works where the account has no key for PIX: then there is no code', async () => {
    await account.efi.behave({ givesPix: false });
    const { name } = await registered();
    await account.efi.behave({ givesPix: true });
    expect((await found(name))?.means).toMatchObject({ pix: null });
  });

  it('shows the words of a refusal without the payer', async () => {
    await account.efi.behave({
      refusesBoletos: { code: 4_600_142, message: 'Ana Souza, 529.982.247-25: incoerência' },
    });
    const answer = await account.boletos.registerBoleto(request());
    expect(answer).toMatchObject({ reason: '400 application_error; ***, ***: incoerência' });
  });
});

describe('a registered boleto', () => {
  it('is found by our reference and by the number of Efí, and is none when it is not there', async () => {
    const { of, name } = await registered();
    const byNumber = await found(name);
    expect(byNumber).toMatchObject({ state: 'open', bankReference: name.bankReference, payments: [] });
    expect(byNumber?.means?.pix?.copyPaste).toMatch(/^000201/);
    expect(await found({ ...name, bankReference: null })).toEqual(byNumber);
    expect(await found(nameOf({ ...of, reference: randomUUID() }))).toBeNull();
    expect(await found({ ...name, bankReference: '1' })).toBeNull();
  });

  it('shows its payment with the day on which the payer paid', async () => {
    const { id, name } = await registered();
    const yesterday = civilDateOf(new Date(Date.now() - 86_400_000));
    await account.efi.payCharge(id, { value: 12_592, receivedOn: yesterday });
    const boleto = await found(name);
    expect(boleto).toMatchObject({
      state: 'paid',
      payments: [{ paymentReference: `efi-${id}`, reference: name.reference, amountCents: 12_592n }],
    });
    expect(civilDateOf(boleto?.payments[0]?.paidAt ?? new Date(0))).toBe(yesterday);
    expect(await found({ ...name, bankReference: null })).toEqual(boleto);
  });

  it('is paid although it is old: its day of creation is known at Efí', async () => {
    const { id, name } = await registered();
    await account.efi.payCharge(id);
    account.clock.setOffset(400 * 86_400_000);
    expect(await found(name)).toMatchObject({ state: 'paid', payments: [{ amountCents: 12_345n }] });
    account.clock.setOffset(0);
  });

  it.each([
    ['identified', 'open'],
    ['unpaid', 'open'],
    ['settled', 'cancelled'],
    ['canceled', 'cancelled'],
  ])('that becomes %s is %s', async (status, state) => {
    const { id, name } = await registered();
    await account.efi.changeStatus(id, status);
    expect(await found(name)).toMatchObject({ state, payments: [] });
  });

  it('that is paid after it was cancelled is paid', async () => {
    const { id, name } = await registered();
    expect(await account.boletos.remote.cancelBoleto(name)).toEqual({ ok: true });
    await account.efi.payCharge(id);
    expect(await found(name)).toMatchObject({ state: 'paid', payments: [{ amountCents: 12_345n }] });
  });
});

describe('cancelling a boleto', () => {
  it('ends it, again and again, and does nothing to one that is paid or unknown', async () => {
    const open = await registered();
    const paid = await registered();
    await account.efi.payCharge(paid.id);
    for (const name of [open.name, open.name, paid.name, nameOf(request())]) {
      expect(await account.boletos.remote.cancelBoleto(name)).toEqual({ ok: true });
    }
    expect(await found(open.name)).toMatchObject({ state: 'cancelled', reason: 'it was cancelled at Efí' });
    expect(await found(paid.name)).toMatchObject({ state: 'paid' });
  });

  it.each<[string, Fault]>([
    ['the answer is lost', { kind: 'drop after', on: 'charge.cancel', times: 1 }],
    ['it fails after it was done', { kind: 'fail after', on: 'charge.cancel', times: 1 }],
  ])('is done although %s', async (_, fault) => {
    const { name } = await registered();
    await account.efi.behave({ faults: [fault] });
    expect(await account.boletos.remote.cancelBoleto(name)).toEqual({ ok: true });
    expect(await found(name)).toMatchObject({ state: 'cancelled' });
  });

  it('is unavailable, not done, when Efí did not do it', async () => {
    const { name } = await registered();
    await account.efi.behave({ faults: [{ kind: 'fail before', on: 'charge.cancel', times: 1 }] });
    expect(await account.boletos.remote.cancelBoleto(name)).toMatchObject({ ok: false, kind: 'unavailable' });
    expect(await found(name)).toMatchObject({ state: 'open' });
  });

  it('ends every boleto of the reference, and every payment of them is reported', async () => {
    const { of, id } = await registered();
    // The list lags behind: the same reference is registered a second time.
    await account.efi.behave({ hidesNew: true });
    const late = request();
    await account.boletos.registerBoleto(late);
    await account.boletos.registerBoleto(late);
    await account.efi.behave({ hidesNew: false });
    const twins = await chargesOf(late.reference);
    expect(twins).toHaveLength(2);
    await account.efi.payCharge(twins[1]?.id ?? 0);
    expect(await found(nameOf(late))).toMatchObject({
      state: 'paid',
      bankReference: String(twins[1]?.id),
      payments: [{ paymentReference: `efi-${twins[1]?.id}` }],
    });
    expect(account.logged()).toContain('several boletos have one reference');
    await account.boletos.remote.cancelBoleto(nameOf(late));
    expect((await chargesOf(late.reference)).map(({ status }) => status)).toEqual(['canceled', 'paid']);
    expect((await chargesOf(of.reference))[0]).toMatchObject({ id, status: 'waiting' });
  });
});

describe('another due date', () => {
  it('is set, also when it was set already, with a new barcode', async () => {
    const { name } = await registered();
    const before = await found(name);
    for (let each = 0; each < 2; each++) {
      expect(await account.boletos.remote.changeDueDate(name, '2030-02-10')).toEqual({ ok: true });
    }
    const after = await found(name);
    expect(after?.means?.barcode).not.toBe(before?.means?.barcode);
    expect((await chargesOf(name.reference))[0]?.dueDate).toBe('2030-02-10');
  });

  it('is refused in the past, and for a boleto that cannot be paid', async () => {
    const { id, name } = await registered();
    const { changeDueDate } = account.boletos.remote;
    expect(await changeDueDate(name, '2020-01-10')).toMatchObject({ ok: false, kind: 'refused' });
    await account.efi.payCharge(id);
    expect(await changeDueDate(name, '2030-02-10')).toMatchObject({ ok: false, kind: 'refused' });
    expect(await changeDueDate(nameOf(request()), '2030-02-10')).toMatchObject({ kind: 'refused' });
  });
});

describe('a notice', () => {
  const notices = () =>
    receiver.received.map(({ raw }) => ({ headers: {}, rawBody: Buffer.from(raw), body: undefined }));

  async function hintsOf(reference: string): Promise<BoletoHint[]> {
    const [charge] = await chargesOf(reference);
    const own = notices().filter(({ rawBody }) => rawBody.toString().includes(charge?.token ?? 'none'));
    const hints = await Promise.all(own.map((notice) => account.boletos.remote.readNotice(notice)));
    return hints.flatMap((each) => each ?? []);
  }

  it('comes as a token, which is fetched back, and ends when it was', async () => {
    const { of, id } = await registered();
    await account.efi.payCharge(id);
    await until('a notice names the boleto', async () => (await hintsOf(of.reference)).length > 0);
    expect((await hintsOf(of.reference))[0]).toEqual({ bankReference: String(id) });
    expect((await chargesOf(of.reference))[0]).toMatchObject({ fetched: 3 });
  });

  it('that is forged names nothing', async () => {
    const { readNotice } = account.boletos.remote;
    const notice = (body: string) => ({ headers: {}, rawBody: Buffer.from(body), body: undefined });
    expect(await readNotice(notice('notification=09027955-5e06-4ff0-a9c7-46b47b8f1b27'))).toBeNull();
    expect(await readNotice(notice('notification=../charges'))).toBeNull();
    expect(await readNotice(notice('{}'))).toBeNull();
  });

  it('that cannot be fetched is not taken: Efí sends it again', async () => {
    const { id, of } = await registered();
    await account.efi.behave({ faults: [{ kind: 'fail before', on: 'notification', times: 1 }] });
    const [charge] = await chargesOf(of.reference);
    const rawBody = Buffer.from(`notification=${charge?.token}`);
    const notice = { headers: {}, rawBody, body: undefined };
    expect(await account.boletos.remote.readNotice(notice)).toBeNull();
    expect(await account.boletos.remote.readNotice(notice)).toEqual([{ bankReference: String(id) }]);
  });

  it('may be repeated and come in another order: each names its own boleto', async () => {
    await account.efi.behave({ notices: { repeat: 3, reorder: true, gatherMs: 100 } });
    const all = [await registered(), await registered(), await registered()];
    for (const { id } of all) await account.efi.payCharge(id);
    for (const { of, id } of all) {
      await until('its notices came', async () => (await hintsOf(of.reference)).length >= 6);
      expect(new Set((await hintsOf(of.reference)).map((hint) => JSON.stringify(hint)))).toEqual(
        new Set([JSON.stringify({ bankReference: String(id) })]),
      );
    }
  });
});
