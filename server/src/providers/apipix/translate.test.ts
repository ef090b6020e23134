import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { descriptionPath } from '../../../../test/psp/description.ts';
import { parseBrCode } from '../../brazil/br-code.ts';
import { readCharge, readNotice, readPage, readPayments, readRefund, readWebhookUrl } from './translate.ts';

const RECEIVER = { merchantName: 'Açaí & Cia', merchantCity: 'RECIFE' };
const LOCATION = 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25';
const TXID = 'c3e0e7a4e7f1469a9f782d3d4999343c';
const PAID = {
  endToEndId: 'E12345678202009091221kkkkkkkkkkk',
  txid: TXID,
  valor: '110.00',
  horario: '2020-09-09T20:15:00.358Z',
};
const SENT = {
  ...{ endToEndId: 'E09089356202011251226APIabcd123', valor: '12.34', chave: 'loja@example.com' },
  ...{ tipo: 'SOLICITACAO', status: 'REALIZADO', gnExtras: { idEnvio: '0192f0e07c2e7b5c' } },
};
const charge = (changes: Record<string, unknown>) =>
  readCharge({ status: 'ATIVA', valor: { original: '37.00' }, location: LOCATION, ...changes }, RECEIVER);

describe('a charge', () => {
  it.each([
    ['ATIVA', 'active'],
    ['CONCLUIDA', 'paid'],
    ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'removed'],
    ['REMOVIDA_PELO_PSP', 'removed'],
    ['REMOVIDO_PELO_USUARIO_RECEBEDOR', 'removed'],
    ['REMOVIDO_PELO_PSP', 'removed'],
    ['SOMETHING_NEW', 'active'],
    [undefined, 'active'],
  ])('that is %s is %s', (status, read) => {
    expect(charge({ status })?.status).toBe(read);
  });

  it('has the code that the PSP gives', () => {
    expect(charge({ pixCopiaECola: ' 000201… ' })?.copyPaste).toBe('000201…');
  });

  it.each([
    ['its location', {}],
    ['a location with a scheme', { location: `https://${LOCATION}` }],
    ['the location of its place', { location: undefined, loc: { id: 1, location: LOCATION } }],
    ['its location, the code being empty', { pixCopiaECola: '' }],
  ])('has a code built from %s', (_, changes) => {
    const code = charge(changes)?.copyPaste ?? '';
    expect(parseBrCode(code)).toMatchObject({
      ok: true,
      location: LOCATION,
      singleUse: true,
      merchantName: 'Acai & Cia',
      merchantCity: 'RECIFE',
      amountCents: null,
      txid: null,
    });
  });

  it("shows the receiver's name of a charge with a due date, where ours is not known", () => {
    const told = { valor: { original: 1 }, location: LOCATION, recebedor: { nome: 'Empresa' } };
    const code = readCharge(told, { ...RECEIVER, merchantName: '' })?.copyPaste ?? '';
    expect(parseBrCode(code)).toMatchObject({ merchantName: 'Empresa' });
  });

  it.each([[{ location: undefined }], [{ location: 'x'.repeat(100) }], [{ location: 'a b' }]])(
    'has no code with %j',
    (changes) => {
      expect(charge(changes)?.copyPaste).toBeNull();
    },
  );

  it('is none without an amount', () => {
    expect([null, [], 'x', {}, { valor: '1.00' }].map((body) => readCharge(body, RECEIVER))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  it('has its payments, be they a list or one alone', () => {
    const expected = [
      {
        endToEndId: PAID.endToEndId,
        txid: TXID,
        amountCents: 11_000n,
        paidAt: new Date('2020-09-09T20:15:00.358Z'),
        refunds: [],
      },
    ];
    expect(charge({ pix: [PAID] })?.payments).toEqual(expected);
    expect(charge({ pix: PAID })?.payments).toEqual(expected);
    expect(charge({ pix: null })?.payments).toEqual([]);
  });
});

describe('a payment', () => {
  it.each([
    ['a number for its amount', { valor: 110 }, { amountCents: 11_000n }],
    ['no txid', { txid: undefined }, { txid: null }],
    ['an empty txid', { txid: '' }, { txid: null }],
    ['no time', { horario: undefined }, { paidAt: new Date('2020-09-09T12:21:00Z') }],
    ['fields we do not know', { novo: { campo: 1 } }, { amountCents: 11_000n }],
  ])('with %s is read', (_, changes, read) => {
    expect(readPayments([{ ...PAID, ...changes }])).toMatchObject({ payments: [read], unreadable: [] });
  });

  it.each([
    [{ endToEndId: undefined }, { endToEndId: null, txid: TXID }],
    [
      { endToEndId: 'x y', txid: 'x y' },
      { endToEndId: null, txid: null },
    ],
    [{ valor: 'dez' }, { endToEndId: PAID.endToEndId, txid: TXID }],
    [
      { horario: 'ontem', endToEndId: 'X1' },
      { endToEndId: 'X1', txid: TXID },
    ],
  ])('with %j is named as unreadable, and the others are read', (changes, names) => {
    const { payments, unreadable } = readPayments([{ ...PAID, ...changes }, PAID]);
    expect({ read: payments.length, unreadable }).toEqual({ read: 1, unreadable: [names] });
  });

  it('has its refunds, as a list or as one object, including those not requested here', () => {
    const ours = {
      id: '123ABC',
      rtrId: 'D12345678202009091221abcdf098765',
      valor: '10.00',
      status: 'DEVOLVIDO',
    };
    const theirs = { ...ours, id: undefined, natureza: 'MED_FRAUDE', status: 'EM_PROCESSAMENTO' };
    const refundsIn = (devolucoes: unknown) => readPayments([{ ...PAID, devolucoes }]).payments[0]?.refunds;
    expect(refundsIn([ours, theirs])).toEqual([
      { id: '123ABC', amountCents: 1_000n, status: 'succeeded', isDispute: false, reason: null },
      { id: ours.rtrId, amountCents: 1_000n, status: 'pending', isDispute: true, reason: null },
    ]);
    expect(refundsIn(ours)).toHaveLength(1);
  });

  it('with refunds that cannot be read is read, and they are reported', () => {
    const devolucoes = [{}, { id: 'r1', valor: '1.00' }, { id: 'r2', valor: '1,00' }];
    const { endToEndId } = PAID;
    expect(readPayments([{ ...PAID, devolucoes }])).toMatchObject({
      payments: [{ endToEndId, refunds: [{ id: 'r1' }] }],
      unreadable: [{ endToEndId, txid: TXID, refunds: 2 }],
    });
  });
});

describe('a refund', () => {
  it.each([
    ['EM_PROCESSAMENTO', 'pending'],
    ['DEVOLVIDO', 'succeeded'],
    ['NAO_REALIZADO', 'failed'],
    ['SOMETHING_NEW', 'pending'],
    [undefined, 'pending'],
  ])('that is %s is %s', (status, read) => {
    expect(readRefund({ id: 'r1', valor: '1.00', status })?.status).toBe(read);
  });

  it.each([
    ['ORIGINAL', false],
    ['RETIRADA', false],
    [undefined, false],
    ['MED_OPERACIONAL', true],
    ['MED_FRAUDE', true],
    ['MED_PIX_AUTOMATICO', true],
  ])('of the kind %s: a dispute is %s', (natureza, isDispute) => {
    expect(readRefund({ id: 'r1', valor: '1.00', natureza })?.isDispute).toBe(isDispute);
  });

  it('says why it failed, in few words', () => {
    const told = { id: 'r1', valor: '1.00', status: 'NAO_REALIZADO', motivo: 'x'.repeat(500) };
    expect(readRefund(told)?.reason).toBe('x'.repeat(140));
  });

  it('says why in what can be kept', () => {
    expect(readRefund({ id: 'r1', valor: '1.00', motivo: 'a\u0000\nb' })?.reason).toBe('a b');
  });

  it.each([
    [{ id: 'r1', rtrId: 'D1' }, 'r1'],
    [{ id: '6f2a-11-MED', rtrId: 'D1' }, 'D1'],
    [{ id: '6f2a-11-MED' }, '6f2a-11-MED'],
    [{ id: '', rtrId: 'devolução 7' }, 'devolução 7'],
    [{ id: 7 }, '7'],
  ])('with %j is named %s', (names, id) => {
    expect(readRefund({ valor: '1.00', ...names })?.id).toBe(id);
  });

  it.each([
    [null],
    [{}],
    [{ id: 'r1' }],
    [{ id: '', valor: '1.00' }],
    [{ id: 'x'.repeat(65), valor: '1.00' }],
  ])('is none in %j', (body) => {
    expect(readRefund(body)).toBeNull();
  });
});

describe('a page of payments', () => {
  const paging = (quantidadeDePaginas: unknown) => ({ parametros: { paginacao: { quantidadeDePaginas } } });

  it.each([
    ['the first of three', { ...paging(3), pix: [PAID] }, 0, 1],
    ['the last of three', { ...paging(3), pix: [PAID] }, 2, null],
    ['the second of three, in text', { ...paging('3'), pix: [PAID] }, 1, 2],
    ['the only one', { ...paging(1), pix: [PAID] }, 0, null],
    ['empty, whatever the figures say', { ...paging(9), pix: [] }, 0, null],
    ['empty, without a list', paging(1), 0, null],
    ['full, without figures', { pix: [PAID, PAID] }, 4, 5],
    ['not full, without figures', { pix: [PAID] }, 4, null],
    ['one payment alone', { ...paging(1), pix: PAID }, 0, null],
  ])('that is %s tells what is next', (_, body, page, nextPage) => {
    expect(readPage(body, page, 2)?.nextPage).toBe(nextPage);
  });

  it.each([[null], [{}], ['x'], [{ pix: 'x' }]])('is none in %j', (body) => {
    expect(readPage(body, 0, 2)).toBeNull();
  });
});

describe('a notification', () => {
  const hint = { txid: TXID, endToEndId: PAID.endToEndId };

  it.each<[string, unknown, unknown]>([
    [
      'a list by the standard',
      { pix: [PAID, { ...PAID, txid: 'other' }] },
      [hint, { ...hint, txid: 'other' }],
    ],
    ['an object for the list', { pix: PAID }, [hint]],
    ['the list alone', [PAID], [hint]],
    ['the list alone, with others that say nothing', ['x', PAID, null, {}], [hint]],
    ['nothing at all', [], []],
    ['a list of notifications', [{ pix: [PAID] }, { pix: PAID }], [hint, hint]],
    ['a payment alone', PAID, [hint]],
    ['a payment without a txid beside one of ours', { pix: [{ ...PAID, txid: undefined }, PAID] }, [hint]],
    ['a txid that is none', { pix: [{ ...PAID, txid: '../x' }, { ...PAID, txid: 7 }, null, 'x'] }, []],
    ['no id of the payment', { pix: [{ txid: TXID }] }, [{ txid: TXID, endToEndId: null }]],
    [
      'a strange id of the payment',
      { pix: [{ txid: TXID, endToEndId: 'a b' }] },
      [{ txid: TXID, endToEndId: null }],
    ],
    ['nothing in the list', { pix: [] }, []],
    // As Efí sends them to the same address; the shape is that of its documentation and not verified.
    ['a PIX that was sent', { pix: [SENT] }, []],
    ['a PIX that was sent to a code', { pix: [{ ...SENT, txid: TXID }] }, []],
    ['a PIX that was sent beside a payment', { pix: [SENT, PAID] }, [hint]],
    ['a PIX that was sent, alone', { ...SENT, endToEndId: undefined }, []],
    ['a PIX that was sent, without a list', { idEnvio: '7', status: 'NAO_REALIZADO' }, []],
    ['a payment with other extras', { pix: [{ ...PAID, gnExtras: { tarifa: '0.10' } }] }, [hint]],
  ])('with %s names what to read again', (_, body, hints) => {
    expect(readNotice(body)).toEqual(hints);
  });

  it.each([
    [null],
    ['pix'],
    [7],
    [{}],
    [{ pix: 'x' }],
    [{ evento: 'teste_webhook' }],
    [[[PAID]]],
    [['x', null]],
  ])('like %j says nothing we understand', (body) => {
    expect(readNotice(body)).toBeNull();
  });

  it('of more payments than anyone sends at once is not read', () => {
    const many = (length: number) => ({ pix: Array.from({ length }, () => PAID) });
    expect(readNotice(many(5_000))).toHaveLength(5_000);
    expect(readNotice(many(5_001))).toBeNull();
  });
});

it('the registered address is read, or its absence', () => {
  expect(readWebhookUrl({ webhookUrl: 'https://x.example', chave: 'k' })).toBe('https://x.example');
  expect(readWebhookUrl({})).toBeNull();
});

const path = descriptionPath();

describe.skipIf(!existsSync(path))('the examples of the official description', () => {
  const document = existsSync(path)
    ? parse(readFileSync(path, 'utf8'), { maxAliasCount: -1, uniqueKeys: false })
    : null;
  const example = (name: string): unknown => document?.components.examples[name].value;

  it.each(['cobResponse1', 'cobResponse2', 'cobResponse3', 'cobResponse4', 'cobResponse5', 'cobResponse6'])(
    '%s is a charge with a code',
    (name) => {
      const told = readCharge(example(name), RECEIVER);
      expect(told?.copyPaste).toMatch(/^000201/);
      expect(told?.unreadable).toEqual([]);
    },
  );

  it('a paid charge has its payment and the refund of it', () => {
    expect(readCharge(example('cobResponse2'), RECEIVER)).toMatchObject({
      status: 'paid',
      amountCents: 10_000n,
      payments: [
        { amountCents: 11_000n, refunds: [{ id: '123ABC', amountCents: 1_000n, status: 'pending' }] },
      ],
    });
  });

  it.each(['pixResponse1', 'pixResponse2', 'pixResponse3'])('%s is a payment', (name) => {
    expect(readPayments(example(name))).toMatchObject({ unreadable: [], payments: [{}] });
  });

  it.each(['devolucaoResponse1', 'devolucaoResponse2'])('%s is a refund', (name) => {
    expect(readRefund(example(name))).not.toBeNull();
  });

  it.each(['pixWebhook1', 'pixWebhook2'])('%s names payments', (name) => {
    expect(readNotice(example(name))?.length).toBeGreaterThan(0);
  });

  it('the list of payments is a page, and the only one', () => {
    expect(readPage(example('getPix1'), 0, 100)).toMatchObject({ nextPage: null });
  });
});
