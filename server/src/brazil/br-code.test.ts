import * as oracle from '@brazilian-utils/brazilian-utils';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cents, cents, decimalText, MAX_AMOUNT_CENTS } from '../kit/money.ts';
import { brCodeWithAmount, crc16, dynamicBrCode, parseBrCode, staticBrCode } from './br-code.ts';

const FULANO = { merchantName: 'Fulano de Tal', merchantCity: 'BRASILIA' };

const CENTRAL_BANK_STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const CENTRAL_BANK_DYNAMIC =
  '00020101021226730014br.gov.bcb.pix2551pix.example.com/v2/8b3da2f39a4140d1a91abd93113bd4415204000053039865406123.455802BR5913Fulano de Tal6008BRASILIA62190515RP12345678-201963047309';
const SEVERAL_ARRANGEMENTS =
  '00020104141234567890123426660014BR.GOV.BCB.PIX014466756C616E6F32303139406578616D706C652E636F6D27300012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5915NOMEDORECEBEDOR6008BRASILIA61087007490062530515RP12345678-201950300017BR.GOV.BCB.BRCODE01051.0.080450014BR.GOV.BCB.PIX0123PADRAO.URL.PIX/0123ABCD81390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304EB76';
const RECURRENCE =
  '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002630462C9';
const UPPER_CASE_DYNAMIC =
  '00020101021226770014BR.GOV.BCB.PIX2555pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a995204000053039865802BR5907EMPRESA6009SAO PAULO62070503***6304EEAB';

/** Gives a hand-made body the checksum that belongs to it. */
const sealed = (body: string) => `${body}6304${crc16(`${body}6304`)}`;
const HEAD = '00020126330014br.gov.bcb.pix011112345678909';
const TAIL = '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***';

describe('the checksum', () => {
  it('is the CCITT-FALSE of the check string', () => expect(crc16('123456789')).toBe('29B1'));
  it('starts from all ones', () => expect(crc16('')).toBe('FFFF'));
  it('runs over UTF-8 bytes', () => expect(crc16('é')).toBe(crc16(Buffer.from([0xc3, 0xa9]).toString())));
  it('keeps its leading zeros', () => {
    const texts = Array.from({ length: 2000 }, (_, index) => crc16(String(index)));
    expect(texts.some((crc) => crc.startsWith('00'))).toBe(true);
    for (const crc of texts) expect(crc).toMatch(/^[0-9A-F]{4}$/);
  });
});

describe('a static code', () => {
  it.each([
    [{ key: '123e4567-e12b-12d1-a456-426655440000' }, CENTRAL_BANK_STATIC],
    [
      { key: 'fulano_da_silva.recebedor@example.com', amountCents: cents(1000n), txid: 'PEDIDO123' },
      '00020126590014br.gov.bcb.pix0137fulano_da_silva.recebedor@example.com520400005303986540510.005802BR5913Fulano de Tal6008BRASILIA62130509PEDIDO12363045C1F',
    ],
    [
      { key: '+5561912345678', amountCents: cents(9990n) },
      '00020126360014br.gov.bcb.pix0114+5561912345678520400005303986540599.905802BR5913Fulano de Tal6008BRASILIA62070503***63049600',
    ],
    [
      {
        key: '12ABC34501DE35',
        amountCents: cents(10000n),
        txid: 'ORDER0001',
        merchantName: 'EMPRESA ALFA LTDA',
        merchantCity: 'SAO PAULO',
      },
      '00020126360014br.gov.bcb.pix011412ABC34501DE355204000053039865406100.005802BR5917EMPRESA ALFA LTDA6009SAO PAULO62130509ORDER00016304DA63',
    ],
  ])('for %o is the published one', (code, text) => expect(staticBrCode({ ...FULANO, ...code })).toBe(text));

  it('writes names in ASCII and cuts them to size', () => {
    const parsed = parseBrCode(
      staticBrCode({
        key: '12345678909',
        merchantName: '  Associação  dos Açougueiros\tdo São João 🥩 Ltda',
        merchantCity: 'Santa Bárbara d’Oeste',
      }),
    );
    expect(parsed).toMatchObject({
      merchantName: 'Associacao dos Acougueiro',
      merchantCity: 'Santa Barbara d',
    });
  });

  it('never ends a cut name in a space', () => {
    const text = staticBrCode({
      key: '12345678909',
      merchantName: 'Padaria Pao Quente Centro Novo',
      merchantCity: 'X',
    });
    expect(parseBrCode(text)).toMatchObject({ merchantName: 'Padaria Pao Quente Centro' });
  });

  it('has a name even for a merchant with no Latin letter', () => {
    const parsed = parseBrCode(
      staticBrCode({ key: '12345678909', merchantName: '株式会社', merchantCity: '東京' }),
    );
    expect(parsed).toMatchObject({ ok: true, merchantName: 'RECEBEDOR', merchantCity: 'BRASIL' });
  });

  it('cuts the additional information to what the template has left', () => {
    const room = (key: string) => {
      const parsed = parseBrCode(staticBrCode({ ...FULANO, key, additionalInfo: 'x'.repeat(100) }));
      return parsed.ok ? (parsed.additionalInfo?.length ?? 0) : -1;
    };
    expect(room('k')).toBe(72);
    expect(room('12345678909')).toBe(62);
    expect(room('k'.repeat(72))).toBe(1);
    expect(room('k'.repeat(73))).toBe(0);
    expect(room('k'.repeat(77))).toBe(0);
  });

  it.each([
    ['a key too long', { key: 'k'.repeat(78) }],
    ['no key', { key: '' }],
    ['a key with a space', { key: '123 456' }],
    ['a key outside ASCII', { key: 'josé@example.com' }],
    ['a txid too long', { key: 'k', txid: 'a'.repeat(26) }],
    ['an empty txid', { key: 'k', txid: '' }],
    ['a txid with a hyphen', { key: 'k', txid: 'a-b' }],
    ['a zero amount', { key: 'k', amountCents: cents(0n) }],
    ['a negative amount', { key: 'k', amountCents: cents(-1n) }],
    ['an amount of 14 characters', { key: 'k', amountCents: cents(MAX_AMOUNT_CENTS + 1n) }],
  ])('is not made with %s', (_, code) =>
    expect(() => staticBrCode({ ...FULANO, ...code })).toThrow(RangeError),
  );
});

describe('a dynamic code', () => {
  it('is the published one', () => {
    expect(
      dynamicBrCode({ ...FULANO, location: 'pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca25' }),
    ).toBe(
      '00020101021226760014br.gov.bcb.pix2554pix.example.com/qr/v2/9d36b84fc70b478fb95c12729b90ca255204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63047EC0',
    );
  });

  it('takes a location of 77 characters and no more', () => {
    expect(parseBrCode(dynamicBrCode({ ...FULANO, location: 'l'.repeat(77) })).ok).toBe(true);
    expect(() => dynamicBrCode({ ...FULANO, location: 'l'.repeat(78) })).toThrow(RangeError);
  });

  it('refuses a location with a scheme', () => {
    expect(() => dynamicBrCode({ ...FULANO, location: 'https://pix.example.com/1' })).toThrow('scheme');
  });
});

describe('reading a code', () => {
  const nothing = {
    key: null,
    location: null,
    recurrenceLocation: null,
    additionalInfo: null,
    amountCents: null,
    txid: null,
    singleUse: false,
  };

  it.each([
    ['static', CENTRAL_BANK_STATIC, { ...FULANO, key: '123e4567-e12b-12d1-a456-426655440000' }],
    [
      'dynamic with a redundant amount and txid',
      CENTRAL_BANK_DYNAMIC,
      {
        ...FULANO,
        location: 'pix.example.com/v2/8b3da2f39a4140d1a91abd93113bd441',
        amountCents: cents(12345n),
        txid: 'RP12345678-2019',
        singleUse: true,
      },
    ],
    [
      'of several arrangements',
      SEVERAL_ARRANGEMENTS,
      {
        merchantName: 'NOMEDORECEBEDOR',
        merchantCity: 'BRASILIA',
        key: '66756C616E6F32303139406578616D706C652E636F6D',
        amountCents: cents(12345n),
        txid: 'RP12345678-2019',
      },
    ],
    [
      'of a recurrence alone',
      RECURRENCE,
      { ...FULANO, recurrenceLocation: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002' },
    ],
    [
      'in upper case',
      UPPER_CASE_DYNAMIC,
      {
        merchantName: 'EMPRESA',
        merchantCity: 'SAO PAULO',
        location: 'pix.example.com/qr/93598be0-1bd0-4997-8318-81776a1d8a99',
        singleUse: true,
      },
    ],
  ])('%s', (_, text, expected) => expect(parseBrCode(text)).toEqual({ ok: true, ...nothing, ...expected }));

  it('counts characters and not bytes in a code that someone wrote with accents', () => {
    const text = sealed(`${HEAD}5204000053039865802BR5905João 6009São Paulo`);
    expect(parseBrCode(text)).toMatchObject({
      ok: true,
      merchantName: 'João ',
      merchantCity: 'São Paulo',
      txid: null,
    });
  });

  const published =
    '00020126360014BR.GOV.BCB.PIX0114+5561999999999520400005303986540510.005802BR5913FULANO DE TAL6008BRASILIA62070503***6304';
  it.each([
    ['a published wrong checksum', `${published}E3A2`, 'wrong checksum'],
    ['a lower-case checksum', `${published}b15a`, 'wrong checksum'],
    [
      'a length that runs past the end',
      `${HEAD}52040000530398654040.105802BR5901A6001B62080503***6304170E`,
      'malformed',
    ],
    ['no checksum', `${HEAD}${TAIL}`, 'malformed'],
    ['a checksum that is not last', `${sealed(HEAD + TAIL)}8004abcd`, 'malformed'],
    ['the same field twice', sealed(`${HEAD}5204000052040000${TAIL.slice(8)}`), 'malformed'],
    ['an empty field', sealed(`${HEAD}6100${TAIL}`), 'malformed'],
    ['letters for a length', '00xx01', 'malformed'],
    ['nothing', '', 'malformed'],
    ['dollars', sealed(`${HEAD}${TAIL}`.replace('5303986', '5303840')), 'not in reais'],
    ['another country', sealed(`${HEAD}${TAIL}`.replace('5802BR', '5802PT')), 'not in reais'],
    ['no merchant name', sealed(`${HEAD}${TAIL}`.replace('5913Fulano de Tal', '')), 'missing field'],
    ['no category', sealed(`${HEAD}${TAIL}`.replace('52040000', '')), 'missing field'],
    ['another format', sealed(`${HEAD}${TAIL}`.replace('000201', '000202')), 'missing field'],
    ['an amount of zero', sealed(`${HEAD}54040.00${TAIL}`), 'invalid amount'],
    ['an amount of three decimals', sealed(`${HEAD}54051.234${TAIL}`), 'invalid amount'],
    ['an amount with a comma', sealed(`${HEAD}54041,50${TAIL}`), 'invalid amount'],
    ['another arrangement', sealed(`00020126160012BR.COM.OUTRO${TAIL}`), 'not pix'],
    ['neither key nor location', sealed(`00020126180014br.gov.bcb.pix${TAIL}`), 'not pix'],
    [
      'both key and location',
      sealed(`00020126280014br.gov.bcb.pix0101k2501l${TAIL}`),
      'both key and location',
    ],
    ['more than 512 characters', '0'.repeat(513), 'too long'],
  ])('fails on %s', (_, text, reason) => expect(parseBrCode(text)).toEqual({ ok: false, reason }));

  it('accepts that published code with the checksum it should have had', () => {
    expect(parseBrCode(`${published}B15A`)).toMatchObject({
      ok: true,
      key: '+5561999999999',
      amountCents: 1000n,
    });
  });

  it.each([
    ['1', 100n],
    ['1.', 100n],
    ['1.5', 150n],
    ['0.01', 1n],
  ])('takes an amount written %s', (amount, amountCents) => {
    const field = `54${String(amount.length).padStart(2, '0')}${amount}`;
    expect(parseBrCode(sealed(HEAD + field + TAIL))).toMatchObject({ ok: true, amountCents });
  });

  it('never throws, whatever the text', () => {
    const anyUnits = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
    fc.assert(fc.property(anyUnits, (text) => parseBrCode(text).ok === false));
    fc.assert(fc.property(anyUnits, (text) => parseBrCode(sealed(HEAD + TAIL + text)).ok === (text === '')));
  });
});

const name = fc.stringMatching(/^[A-Za-z][A-Za-z .]{0,23}[A-Za-z]$/).map((text) => text.replace(/ +/g, ' '));
const city = fc.stringMatching(/^[A-Z][A-Z]{1,13}$/);
const amountCents = fc.option(fc.bigInt({ min: 1n, max: MAX_AMOUNT_CENTS }).map(cents), { nil: undefined });
const txid = fc.option(fc.stringMatching(/^[A-Za-z0-9]{1,25}$/), { nil: undefined });

describe('any code', () => {
  it('reads back as it was written', () => {
    const code = fc.record({
      key: fc.stringMatching(/^[\x21-\x7e]{1,77}$/),
      merchantName: name,
      merchantCity: city,
      amountCents,
      txid,
    });
    fc.assert(
      fc.property(code, (written) => {
        const text = staticBrCode(written);
        expect(text.length).toBeLessThanOrEqual(512);
        expect(parseBrCode(text)).toEqual({
          ok: true,
          location: null,
          recurrenceLocation: null,
          additionalInfo: null,
          singleUse: false,
          ...written,
          amountCents: written.amountCents ?? null,
          txid: written.txid ?? null,
        });
      }),
    );
  });

  it('with one character changed is refused', () => {
    fc.assert(
      fc.property(
        fc.nat(CENTRAL_BANK_STATIC.length - 1),
        fc.stringMatching(/^[0-9A-Za-z]$/),
        (position, other) => {
          fc.pre(CENTRAL_BANK_STATIC[position] !== other);
          const changed =
            CENTRAL_BANK_STATIC.slice(0, position) + other + CENTRAL_BANK_STATIC.slice(position + 1);
          expect(parseBrCode(changed).ok).toBe(false);
        },
      ),
    );
  });

  it('equals the code an independent library writes', () => {
    const cpf = fc.nat().map(() => oracle.generateCpf());
    const smallCents = fc.bigInt({ min: 1n, max: 99_999_999n }).map(cents);
    fc.assert(
      fc.property(cpf, name, city, smallCents, txid, (key, merchantName, merchantCity, amount, id) => {
        const theirs = oracle.generatePixPayload({
          key,
          merchantName,
          merchantCity,
          amount: Number(decimalText(amount)),
          ...(id === undefined ? {} : { txid: id }),
        });
        expect(staticBrCode({ key, merchantName, merchantCity, amountCents: amount, txid: id })).toBe(theirs);
      }),
    );
  });

  it('is read by an independent library as it was written', () => {
    const location = 'pix.example.com/qr/v2/cobv/9d36b84fc70b478fb95c12729b90ca25';
    expect(oracle.getPixPayloadInfo(dynamicBrCode({ ...FULANO, location }))).toMatchObject({ url: location });
    const text = staticBrCode({ ...FULANO, key: 'pix@bcb.gov.br', additionalInfo: 'Pedido nº 7' });
    expect(oracle.getPixPayloadInfo(text)).toMatchObject({
      key: 'pix@bcb.gov.br',
      description: 'Pedido no 7',
    });
  });
});

describe('a code with another amount', () => {
  const made = (amountCents?: Cents) =>
    staticBrCode({ ...FULANO, key: '12345678909', txid: 'T1', additionalInfo: 'pedido 54', amountCents });

  it.each([[undefined], [cents(1n)], [cents(999_999_999_999n)]])(
    'is the one made with it, whatever it was: %s',
    (before) => {
      expect(brCodeWithAmount(made(before), cents(10_203n))).toBe(made(cents(10_203n)));
    },
  );

  it('asks for something, and is made of a code', () => {
    expect(() => brCodeWithAmount(made(), cents(0n))).toThrow(RangeError);
    expect(() => brCodeWithAmount('x', cents(1n))).toThrow(RangeError);
  });
});
