import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { barcodeFromLine } from '../../../server/src/brazil/boleto-code.ts';
import { parseBrCode } from '../../../server/src/brazil/br-code.ts';
import { cents } from '../../../server/src/kit/money.ts';
import type { BoletoAtBank, BoletoRequest } from '../../../server/src/providers/boleto.ts';
import { openInterBoletos } from '../../../server/src/providers/inter/boletos.ts';
import { interConfig, interUnderTest } from '../../support/inter-provider.ts';
import { boletoRequest, nameOf } from '../../support/inter-requests.ts';
import { today } from './bank.ts';

const bank = interUnderTest();

const newRequest = (changes: Partial<BoletoRequest> = {}) => boletoRequest(randomUUID(), changes);

async function register(request: BoletoRequest): Promise<BoletoAtBank> {
  const answer = await bank.boletos().registerBoleto(request);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.boleto;
}

async function codeOf(request: BoletoRequest): Promise<string> {
  return (await register(request)).bankReference ?? '';
}

async function found(request: BoletoRequest, bankReference: string | null = null) {
  const answer = await bank.boletos().remote.findBoleto(nameOf(request, bankReference));
  return answer.ok ? answer.boleto : answer.reason;
}

/** How many the bank has of this request. */
async function countOf({ ourNumber }: BoletoRequest): Promise<number> {
  const { cobrancas } = await bank.inter().state();
  return cobrancas.filter(({ seuNumero }) => seuNumero.startsWith(ourNumber)).length;
}

describe('a boleto at Inter', () => {
  it('is registered with its line, its PIX code and its terms', async () => {
    const discount = { until: '2035-01-05', basisPoints: 250 };
    const terms = {
      ...{ dueDate: '2035-01-10', payableDaysAfterDue: 45 },
      ...{ fineBasisPoints: 200, interestMonthlyBasisPoints: 133, discount },
    };
    const request = newRequest({ amountCents: cents(123_456_789n), terms, description: 'Pedido 17' });
    const boleto = await register(request);
    expect(boleto).toMatchObject({ state: 'open', payments: [] });
    expect(boleto.means && barcodeFromLine(boleto.means.digitableLine)).toBe(boleto.means?.barcode);
    expect(boleto.means?.barcode.slice(9, 19)).toBe('0123456789');
    expect(parseBrCode(boleto.means?.pix?.copyPaste ?? '')).toMatchObject({ ok: true });
    const { cobrancas, violations } = await bank.inter().state();
    const sent = cobrancas.find((each) => each.codigoSolicitacao === boleto.bankReference);
    expect(sent?.request).toMatchObject({
      valorNominal: 1_234_567.89,
      numDiasAgenda: 45,
      desconto: { codigo: 'PERCENTUALDATAINFORMADA', taxa: 2.5, quantidadeDias: 5 },
      multa: { codigo: 'PERCENTUAL', taxa: 2 },
      mora: { codigo: 'TAXAMENSAL', taxa: 1.33 },
      mensagem: { linha1: 'Pedido 17' },
      pagador: { tipoPessoa: 'FISICA', cep: '30110000', ddd: '31', telefone: '987654321' },
    });
    expect(violations).toEqual([]);
  });

  it('is registering until the bank has made it, and is found by its number as well as by its code', async () => {
    await bank.inter().behave({ registration: 'held' });
    const request = newRequest();
    const boleto = await register(request);
    expect(boleto).toMatchObject({ state: 'registering', means: null });
    expect(await found(request)).toMatchObject({ state: 'registering', bankReference: boleto.bankReference });
    await bank.inter().finishRegistration(boleto.bankReference ?? '');
    const open = await found(request, boleto.bankReference);
    expect(open).toMatchObject({ state: 'open' });
    expect(await found(request)).toEqual(open);
    expect(await register(request)).toEqual(open);
    expect(await countOf(request)).toBe(1);
  });

  it('that could not be issued is refused, and is not sent again', async () => {
    await bank.inter().behave({ registration: 'fails' });
    const request = newRequest();
    expect(await register(request)).toMatchObject({ state: 'refused', means: null });
    await bank.inter().behave({ registration: 'at once' });
    expect(await register(request)).toMatchObject({ state: 'refused' });
    expect(await countOf(request)).toBe(1);
  });

  it('has no PIX code where the account has no key', async () => {
    expect((await register(newRequest())).means?.pix).not.toBeNull();
    await bank.inter().behave({ hasPixKey: false });
    expect((await register(newRequest())).means?.pix).toBeNull();
    expect(bank.boletos()).toMatchObject({ givesPix: true, needsAddress: true, refunder: null });
  });

  it.each<[string, Partial<BoletoRequest>]>([
    ['below R$ 2.50', { amountCents: cents(249n) }],
    ['above R$ 99,999,999.99', { amountCents: cents(10_000_000_000n) }],
    ["without the payer's address", { payer: { ...newRequest().payer, address: null } }],
    ['for more than 60 days', { terms: { ...newRequest().terms, payableDaysAfterDue: 61 } }],
  ])('%s is refused before it is sent', async (_, changes) => {
    const answer = await bank.boletos().registerBoleto(newRequest(changes));
    expect(answer).toMatchObject({ ok: false, kind: 'refused' });
    expect(bank.observed()).toEqual([]);
  });

  it('that the bank refuses is refused, without the payer in the reason', async () => {
    await bank.inter().behave({ faults: { fails: [{ on: 'cobranca.post', status: 422 }] } });
    const answer = await bank.boletos().registerBoleto(newRequest());
    expect(answer).toMatchObject({ ok: false, kind: 'refused', reason: '422 Erro; Falha do simulador.' });
  });

  it('with the amount of another one under the same number is refused', async () => {
    const request = newRequest();
    await register(request);
    const other = { ...request, amountCents: cents(20_000n) };
    expect(await bank.boletos().registerBoleto(other)).toMatchObject({ ok: false, kind: 'refused' });
    expect(await countOf(request)).toBe(1);
  });
});

describe('a boleto whose answer was lost', () => {
  it.each([
    ['the answer is cut off', { dropAfterActing: [{ on: 'cobranca.post', times: 1 }] }],
    ['the bank fails after acting', { fails: [{ on: 'cobranca.post', when: 'after', times: 1 }] }],
    ['the bank fails before acting', { fails: [{ on: 'cobranca.post', times: 1 }] }],
    ['the connection breaks before', { dropBefore: [{ on: 'cobranca.post', times: 1 }] }],
    ['the look before fails', { fails: [{ on: 'cobranca.list', times: 1 }] }],
    ['the look after fails too', { dropAfterActing: [{ on: ['cobranca.post', 'cobranca.get'], times: 2 }] }],
  ] as const)('is at the bank once: %s', async (_, faults) => {
    await bank.inter().behave({ faults: structuredClone(faults) as object });
    const request = newRequest();
    const first = await bank.boletos().registerBoleto(request);
    if (!first.ok) expect(first.kind).toBe('unavailable');
    expect(await register(request)).toMatchObject({ state: 'open' });
    expect(await register(request)).toMatchObject({ state: 'open' });
    expect(await countOf(request)).toBe(1);
  });

  it('and that the list does not show yet is not taken as refused', async () => {
    await bank.inter().behave({
      listLagMs: 600_000,
      faults: { dropAfterActing: [{ on: 'cobranca.post', times: 1 }] },
    });
    const request = newRequest();
    expect(await bank.boletos().registerBoleto(request)).toMatchObject({ kind: 'unavailable' });
    expect(await bank.boletos().registerBoleto(request)).toMatchObject({ kind: 'unavailable' });
    await bank.inter().behave({ listLagMs: 0 });
    expect(await register(request)).toMatchObject({ state: 'open' });
    expect(await countOf(request)).toBe(1);
  });

  it('is made once however many ask at the same time after it exists', async () => {
    const request = newRequest();
    await register(request);
    const answers = await Promise.all(Array.from({ length: 5 }, () => register(request)));
    expect(new Set(answers.map(({ bankReference }) => bankReference)).size).toBe(1);
    expect(await countOf(request)).toBe(1);
  });
});

describe('a boleto that is paid', () => {
  it.each(['BOLETO', 'PIX'] as const)('by %s is found paid, and in the list of what was paid', async (by) => {
    const request = newRequest();
    const code = await codeOf(request);
    await bank.inter().receive(code, by, 15_320);
    const payment = {
      ...{ paymentReference: code, bankReference: code, amountCents: 15_320n, bankFeeCents: null },
      by: by === 'PIX' ? 'pix' : 'boleto',
    };
    const paid = await found(request, code);
    expect(paid).toMatchObject({ state: 'paid', payments: [{ ...payment, reference: request.reference }] });
    const listed = await bank.boletos().remote.paidBoletos({ from: today(), until: today(), page: 0 });
    expect(listed.ok && listed.payments).toContainEqual(
      expect.objectContaining({ ...payment, reference: null }),
    );
  });

  it('through the sandbox of the bank is paid once', async () => {
    const code = await codeOf(newRequest());
    await bank.inter().receive(code);
    await expect(bank.inter().receive(code)).rejects.toThrow('RECEBIDO');
  });

  it('is listed page by page', async () => {
    const day = '2031-03-03';
    const many = 130;
    for (let at = 0; at < many; at += 1)
      await bank.inter().receive(await codeOf(newRequest()), 'PIX', 500, day);
    const period = { from: day, until: day };
    const first = await bank.boletos().remote.paidBoletos({ ...period, page: 0 });
    const second = await bank.boletos().remote.paidBoletos({ ...period, page: 1 });
    expect([first.ok && first.nextPage, second.ok && second.nextPage]).toEqual([1, null]);
    const all = [first, second].flatMap((each) => (each.ok ? each.payments : []));
    expect(new Set(all.map(({ paymentReference }) => paymentReference)).size).toBe(many);
  }, 120_000);

  it('by hand, outside the bank, brings no payment and is reported', async () => {
    const request = newRequest();
    const code = await codeOf(request);
    await bank.inter().setSituation(code, 'MARCADO_RECEBIDO');
    expect(await found(request, code)).toMatchObject({ state: 'cancelled', payments: [] });
    expect(bank.logged()).toContain('marked as received at the bank');
  });

  it('in a situation that is not known is never acted on, and is reported', async () => {
    const request = newRequest();
    const code = await codeOf(request);
    await bank.inter().setSituation(code, 'EM_COBRANCA_JUDICIAL');
    expect(await bank.boletos().remote.findBoleto(nameOf(request, code))).toMatchObject({
      kind: 'unavailable',
    });
    expect(await bank.boletos().remote.cancelBoleto(nameOf(request, code))).toMatchObject({ ok: false });
    expect(bank.logged()).toContain('EM_COBRANCA_JUDICIAL');
  });
});

describe('a boleto that ends', () => {
  it('is cancelled, also twice, and when the bank ended it the next day', async () => {
    const request = newRequest();
    const code = await codeOf(request);
    expect(await bank.boletos().remote.cancelBoleto(nameOf(request, code))).toEqual({ ok: true });
    expect(await bank.boletos().remote.cancelBoleto(nameOf(request, code))).toEqual({ ok: true });
    expect(await found(request)).toMatchObject({
      state: 'cancelled',
      reason: expect.stringContaining('Cancelado'),
    });
    const denied = newRequest();
    await bank.inter().setSituation(await codeOf(denied), 'CANCELADO', 'Recusado pela câmara');
    expect(await found(denied)).toMatchObject({
      state: 'cancelled',
      reason: 'cancelled at the bank: Recusado pela câmara',
    });
  });

  it('by its number alone, paid, or unknown is no error', async () => {
    const request = newRequest();
    await register(request);
    expect(await bank.boletos().remote.cancelBoleto(nameOf(request))).toEqual({ ok: true });
    const paid = newRequest();
    const code = await codeOf(paid);
    await bank.inter().receive(code);
    expect(await bank.boletos().remote.cancelBoleto(nameOf(paid, code))).toEqual({ ok: true });
    expect(await found(paid, code)).toMatchObject({ state: 'paid' });
    expect(await bank.boletos().remote.cancelBoleto(nameOf(newRequest()))).toEqual({ ok: true });
  });

  it('is not cancelled before the bank says so', async () => {
    await bank.inter().behave({ cancelling: 'held' });
    const request = newRequest();
    const code = await codeOf(request);
    const answer = await bank.boletos().remote.cancelBoleto(nameOf(request, code));
    expect(answer).toMatchObject({ ok: false, kind: 'unavailable' });
  });

  it('is cancelled although the answer was lost', async () => {
    await bank.inter().behave({ faults: { dropAfterActing: [{ on: 'cobranca.cancel', times: 1 }] } });
    const request = newRequest();
    const code = await codeOf(request);
    expect(await bank.boletos().remote.cancelBoleto(nameOf(request, code))).toEqual({ ok: true });
  });

  it('is not found: null, but not when the bank has just given its code', async () => {
    const request = newRequest();
    expect(await found(request)).toBeNull();
    expect(await found(request, randomUUID())).toBe('the bank does not show it yet');
    const old = newRequest({ createdAt: new Date(Date.now() - 7_200_000) });
    expect(await found(old, randomUUID())).toBeNull();
  });
});

describe('the due date', () => {
  it('is changed, and a second time changes nothing', async () => {
    const request = newRequest();
    const code = await codeOf(request);
    const change = () => bank.boletos().remote.changeDueDate(nameOf(request, code), '2035-02-20');
    expect([await change(), await change()]).toEqual([{ ok: true }, { ok: true }]);
    const { cobrancas, requests } = await bank.inter().state();
    const changed = cobrancas.find((each) => each.codigoSolicitacao === code);
    expect(changed?.dataVencimento).toBe('2035-02-20');
    expect(requests['cobranca.patch']).toBe(1);
  });

  it.each([
    ['held', 'unavailable'],
    ['fails', 'refused'],
  ] as const)('that the bank %s is %s', async (changing, kind) => {
    await bank.inter().behave({ changing });
    const request = newRequest();
    const code = await codeOf(request);
    const answer = await bank.boletos().remote.changeDueDate(nameOf(request, code), '2035-02-20');
    expect(answer).toMatchObject({ ok: false, kind });
  });

  it('of one that cannot be paid is not changed', async () => {
    const request = newRequest();
    await bank.inter().receive(await codeOf(request));
    const answer = await bank.boletos().remote.changeDueDate(nameOf(request), '2035-02-20');
    expect(answer).toMatchObject({ ok: false, kind: 'refused' });
  });
});

it('a bank that fails closes the way for new boletos, and a healthy one keeps it open', async () => {
  const own = openInterBoletos(interConfig(bank.inter()), bank.options());
  expect(own.remote.accepts()).toBe(true);
  await bank.inter().behave({ faults: { fails: [{ status: 503 }] } });
  for (let at = 0; at < 8; at += 1) await own.registerBoleto(newRequest());
  expect(own.remote.health().state).toBe('open');
  expect(own.remote.accepts()).toBe(false);
  await own.close();
}, 120_000);
