import fc from 'fast-check';
import { STATES } from '../../server/src/brazil/address.ts';
import { addDays } from '../../server/src/brazil/calendar.ts';
import {
  type Agreement,
  BANK_NAMES,
  type BankName,
  type BankProfile,
} from '../../server/src/brazil/cnab/bank.ts';
import { banks } from '../../server/src/brazil/cnab/banks/registry.ts';
import type { Remittance } from '../../server/src/brazil/cnab/remittance.ts';
import type { Title, TitleTerms } from '../../server/src/brazil/cnab/title.ts';
import { cents, ZERO } from '../../server/src/kit/money.ts';

const COMPANY = { name: 'Sapataria Três Irmãos Ltda', document: '11222333000181' };

/** An agreement that each bank could have given. */
export const AGREEMENTS: Readonly<Record<BankName, Agreement>> = {
  bradesco: agreement({ branch: '1234', account: '56789', covenant: '1234567', wallet: '09' }),
  itau: agreement({ branch: '1234', branchDigit: '', account: '56789', wallet: '109', covenant: '' }),
  'banco-do-brasil': agreement({
    account: '75367',
    covenant: '3294860',
    wallet: '17',
    walletVariation: '019',
  }),
  santander: agreement({ branch: '3163', account: '013002862', covenant: '316380130028625', wallet: '' }),
  caixa: agreement({ account: '', accountDigit: '', covenant: '432100', wallet: '14' }),
  sicoob: agreement({ branch: '3039', account: '48981', covenant: '489816', wallet: '01' }),
  sicredi: agreement({
    branch: '0165',
    branchDigit: '',
    account: '623',
    covenant: '00623',
    wallet: '',
    station: '02',
  }),
};

function agreement(own: Partial<Agreement>): Agreement {
  return {
    company: COMPANY,
    branch: '3286',
    branchDigit: '0',
    account: '75367',
    accountDigit: '7',
    covenant: '3294860',
    wallet: '17',
    walletVariation: '',
    station: '',
    ...own,
  };
}

export const PAYER: Title['payer'] = {
  name: 'José da Conceição',
  document: '12345678909',
  street: 'Rua das Flores, 100 apto 12',
  district: 'Centro',
  postalCode: '01310-100',
  city: 'São Paulo',
  state: 'SP',
};

export const NO_TERMS: TitleTerms = {
  fineBasisPoints: 0,
  interestMonthlyBasisPoints: 0,
  discount: null,
  writeOffAfterDays: null,
};

export function titleWith(own: Partial<Title> = {}): Title {
  return {
    instruction: 'register',
    ourNumber: '1234567',
    documentNumber: 'PED-1001',
    reference: '01J9Z3K4M5N6P7Q8R9S0T1V2W',
    kind: '02',
    amountCents: cents(12_345n),
    rebateCents: ZERO,
    issuedOn: '2026-11-18',
    dueDate: '2026-11-30',
    terms: NO_TERMS,
    payer: PAYER,
    ...own,
  };
}

export function remittanceOf(bank: BankName, own: Partial<Remittance> = {}): Remittance {
  return {
    bank: banks[bank],
    agreement: AGREEMENTS[bank],
    fileNumber: 42,
    createdOn: '2026-11-18',
    createdAt: '163005',
    isTest: false,
    titles: [titleWith()],
    ...own,
  };
}

/** What people and attackers type: accents, other scripts, ends of lines, marks of direction, formulas. */
export const anyWriting = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'aZ09éÇßæ漢😀 .,-/&()<>=|"\r\n\t\u0000\u202E\u0301'), maxLength });
const anyText = (max: number) =>
  fc.tuple(fc.constantFrom('A', 'É', 'ç9', 'Zoë'), anyWriting(max)).map(([start, rest]) => start + rest);
const anyPayer = fc.record({
  name: anyText(60),
  document: fc.constantFrom('12345678909', '52998224725', '11222333000181', '33000167000101'),
  street: anyText(60),
  district: anyWriting(30),
  postalCode: fc.stringMatching(/^[1-9][0-9]{7}$/),
  city: anyText(30),
  state: fc.constantFrom(...STATES),
});
const anyCode = (max: number) => fc.stringMatching(new RegExp(`^[A-Z0-9/.-]{1,${max}}$`));

function anyTitle(bank: BankProfile): fc.Arbitrary<Title> {
  const instructions = Object.keys(bank.instructions) as Title['instruction'][];
  return fc
    .record({
      instruction: fc.constantFrom('register' as const, ...instructions),
      documentNumber: anyCode(10),
      reference: anyCode(25),
      kind: fc.constantFrom('02', '04', '17', '99'),
      amountCents: fc.bigInt({ min: 100n, max: 9_999_999_999n }).map(cents),
      hasRebate: fc.boolean(),
      issuedOn: fc.nat(3000).map((days) => addDays('2024-01-01', days)),
      daysToPay: fc.nat(900),
      fineBasisPoints: fc.constantFrom(0, 1, 200, 2000),
      interestMonthlyBasisPoints: fc.constantFrom(0, 1, 100, 3000),
      discount: fc.constantFrom('none' as const, 'percent' as const, 'cents' as const),
      writeOffAfterDays: fc.option(fc.integer({ min: 1, max: 99 })),
      payer: anyPayer,
    })
    .map((drawn) => titleFrom(drawn));
}

type Drawn = Omit<Title, 'rebateCents' | 'dueDate' | 'terms' | 'ourNumber'> &
  Pick<TitleTerms, 'fineBasisPoints' | 'interestMonthlyBasisPoints' | 'writeOffAfterDays'> & {
    hasRebate: boolean;
    daysToPay: number;
    discount: 'none' | 'percent' | 'cents';
  };

function titleFrom(drawn: Drawn): Title {
  const { instruction, amountCents, issuedOn, daysToPay, hasRebate } = drawn;
  const dueDate = addDays(issuedOn, daysToPay);
  const needsDiscount = instruction === 'grant_discount' && drawn.discount === 'none';
  const discount = {
    none: needsDiscount ? { until: dueDate, amountCents: cents(1n) } : null,
    percent: { until: issuedOn, basisPoints: 250 },
    cents: { until: dueDate, amountCents: cents(amountCents / 2n) },
  }[drawn.discount];
  const { fineBasisPoints, interestMonthlyBasisPoints, writeOffAfterDays } = drawn;
  return {
    instruction,
    ourNumber: '1',
    documentNumber: drawn.documentNumber,
    reference: drawn.reference,
    kind: drawn.kind,
    amountCents,
    rebateCents: hasRebate || instruction === 'grant_rebate' ? cents(1n) : ZERO,
    issuedOn,
    dueDate,
    terms: { fineBasisPoints, interestMonthlyBasisPoints, discount, writeOffAfterDays },
    payer: drawn.payer,
  };
}

export function anyRemittance(name: BankName): fc.Arbitrary<Remittance> {
  const bank = banks[name];
  const highest = 10 ** Math.min(bank.ourNumber.width, 15) - 100;
  return fc
    .record({
      fileNumber: fc.integer({ min: 1, max: 999_999 }),
      firstNumber: fc.integer({ min: 1, max: highest }),
      titles: fc.array(anyTitle(bank), { minLength: 1, maxLength: 6 }),
    })
    .map(({ fileNumber, firstNumber, titles }) =>
      remittanceOf(name, {
        fileNumber,
        titles: titles.map((title, at) => ({ ...title, ourNumber: String(firstNumber + at) })),
      }),
    );
}

export const anyBank = fc.constantFrom(...BANK_NAMES);
