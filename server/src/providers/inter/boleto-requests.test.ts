import { describe, expect, it } from 'vitest';
import { boletoRequest, PAYER_ADDRESS } from '../../../../test/support/inter-requests.ts';
import { cents } from '../../kit/money.ts';
import type { BoletoRequest } from '../boleto.ts';
import { writeJson } from '../http/json.ts';
import { boletoBody, interLimits, obstacleTo, yourNumberOf } from './boleto-requests.ts';

const REFERENCE = '0199b6a0-5f1e-7c3a-9d52-5b1f4e8a0c11';

function request(changes: Partial<BoletoRequest> = {}): BoletoRequest {
  return { ...boletoRequest(REFERENCE), ourNumber: '00000042', ...changes };
}

const bodyOf = (changes: Partial<BoletoRequest> = {}) => JSON.parse(writeJson(boletoBody(request(changes))));

describe('the number of a boleto at Inter', () => {
  const numberOf = (ourNumber: string, reference = REFERENCE) => yourNumberOf({ ourNumber, reference });

  it('is our number and letters of the reference, of fifteen characters', () => {
    expect(numberOf('00000042')).toMatch(/^00000042[A-Z]{7}$/);
    expect(numberOf('123456789')).toMatch(/^123456789[A-Z]{6}$/);
    expect(numberOf('00000042')).toBe(numberOf('00000042'));
  });

  it('differs for each of our numbers, also where they grow longer', () => {
    const numbers = ['1', '12', '123', '00000001', '00000012', '12345678', '123456789'];
    expect(new Set(numbers.map((each) => numberOf(each))).size).toBe(numbers.length);
  });

  it('differs for two installations that count alike', () => {
    const references = Array.from({ length: 2_000 }, (_, at) => `reference-${at}`);
    expect(new Set(references.map((each) => numberOf('00000042', each))).size).toBe(2_000);
  });

  it.each(['', '12a', '1234567890', '-1'])('is none for %j', (ourNumber) => {
    expect(numberOf(ourNumber)).toBeNull();
    expect(obstacleTo(request({ ourNumber }))).toBe('our number is not a number');
  });
});

describe('what Inter always refuses', () => {
  const { terms } = boletoRequest('a reference');
  const day = terms.dueDate;
  const at = (time: string) => new Date(`${day}T${time}-03:00`);
  const early = at('08:00');

  it.each([
    [249n, {}, { field: 'value', reason: 'Inter takes no boleto below R$ 2.50' }],
    [10_000_000_000n, {}, { field: 'value', reason: 'Inter takes no boleto above R$ 99,999,999.99' }],
    [
      250n,
      { payableDaysAfterDue: 61 },
      { field: 'cancel_after_days', reason: expect.stringContaining('60 days') },
    ],
    [250n, { payableDaysAfterDue: 60 }, null],
  ])('%s cents with %j', (amount, set, obstacle) => {
    expect(interLimits.obstacleTo({ ...terms, ...set }, cents(amount), early)).toEqual(obstacle);
  });

  it.each([
    ['19:59:59', null],
    ['20:00:00', 'Inter takes a boleto that is due today until 19:59'],
  ])('one that is due on the same day at %s: %s', (time, reason) => {
    const made = interLimits.obstacleTo(terms, cents(1_000n), at(time));
    expect(made).toEqual(reason && { field: 'due_date', reason });
    expect(interLimits.obstacleToDueDate(terms, day, at(time))).toBe(reason);
    expect(interLimits.obstacleToDueDate(terms, '2035-01-11', at(time))).toBeNull();
  });

  it('another due date of one with a discount, which would move with it', () => {
    const discount = { until: '2035-01-04', basisPoints: 500 };
    expect(interLimits.obstacleToDueDate({ ...terms, discount }, '2035-01-20', early)).toContain('discount');
  });
});

describe('the request for a boleto', () => {
  it.each([
    [250n, '2.50'],
    [123_456_789n, '1234567.89'],
    [9_999_999_999n, '99999999.99'],
  ])('writes %s cents as the number %s', (amount, text) => {
    expect(writeJson(boletoBody(request({ amountCents: cents(amount) })))).toContain(
      `"valorNominal":${text},`,
    );
    expect(obstacleTo(request({ amountCents: cents(amount) }))).toBeNull();
  });

  it.each<[string, Partial<BoletoRequest['terms']>, object]>([
    ['nothing', {}, {}],
    ['a fine', { fineBasisPoints: 200 }, { multa: { codigo: 'PERCENTUAL', taxa: 2 } }],
    ['interest', { interestMonthlyBasisPoints: 33 }, { mora: { codigo: 'TAXAMENSAL', taxa: 0.33 } }],
    [
      'a discount in percent',
      { discount: { until: '2035-01-04', basisPoints: 1_050 } },
      { desconto: { codigo: 'PERCENTUALDATAINFORMADA', taxa: 10.5, quantidadeDias: 6 } },
    ],
    [
      'a discount in reais until the due date',
      { discount: { until: '2035-01-10', amountCents: cents(1_999n) } },
      { desconto: { codigo: 'VALORFIXODATAINFORMADA', valor: 19.99, quantidadeDias: 0 } },
    ],
  ])('carries the terms: %s', (_, terms, expected) => {
    const none = { fineBasisPoints: 0, interestMonthlyBasisPoints: 0, discount: null };
    const { multa, mora, desconto } = bodyOf({ terms: { ...request().terms, ...none, ...terms } });
    expect(JSON.parse(JSON.stringify({ multa, mora, desconto }))).toEqual(expected);
  });

  it('cuts names and addresses, and never half an e-mail address or telephone', () => {
    const long = 'ã'.repeat(300);
    const { pagador, mensagem } = bodyOf({
      description: `${'x'.repeat(78)}${'y'.repeat(400)}`,
      payer: {
        ...{
          name: long,
          document: '12ABC34501DE35',
          email: `${'a'.repeat(50)}@example.com`,
          phone: '+15551234567',
        },
        address: { ...PAYER_ADDRESS, street: long, complement: long, district: long, city: long },
      },
    });
    const lengths = Object.fromEntries(
      Object.entries(pagador as Record<string, string>).map(([name, text]) => [name, [...text].length]),
    );
    expect(lengths).toMatchObject({
      nome: 100,
      endereco: 100,
      complemento: 30,
      bairro: 60,
      cidade: 60,
      cep: 8,
    });
    expect(pagador).toMatchObject({ tipoPessoa: 'JURIDICA', cpfCnpj: '12ABC34501DE35' });
    expect(pagador).not.toHaveProperty('email');
    expect(pagador).not.toHaveProperty('telefone');
    expect(Object.keys(mensagem)).toEqual(['linha1', 'linha2', 'linha3', 'linha4', 'linha5']);
    expect(mensagem.linha1).toBe('x'.repeat(78));
  });

  it('is written on one line where the text has line breaks', () => {
    const payer = { ...request().payer, name: ' Ana\n\tSouza\u2028 ' };
    expect(bodyOf({ payer }).pagador.nome).toBe('Ana Souza');
  });
});
