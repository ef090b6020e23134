import fc from 'fast-check';
import { addDays } from '../../server/src/brazil/calendar.ts';
import type { BankName, BankProfile } from '../../server/src/brazil/cnab/bank.ts';
import { banks } from '../../server/src/brazil/cnab/banks/registry.ts';
import { encodeRecord, type Value, type Values } from '../../server/src/brazil/cnab/encode.ts';
import type { FieldName, Kind, Layout } from '../../server/src/brazil/cnab/layout.ts';
import { writeOurNumber } from '../../server/src/brazil/cnab/our-number.ts';
import { AGREEMENTS } from './any-remittance.ts';

/** What a bank could report of a title, before it is written down. */
export type Reported = {
  readonly movement: string;
  readonly reference: string;
  readonly amount: bigint;
  readonly paid: bigint;
  readonly net: bigint;
  readonly fee: bigint;
  readonly charges: bigint;
  readonly discount: bigint;
  readonly dueDate: string;
  readonly occurredOn: string;
  readonly creditedOn: string | null;
};

const EMPTY: Readonly<Record<Kind, Value>> = {
  date: null,
  money: 0n,
  money5: 0n,
  number: 0,
  document: 0,
  text: '',
  code: '',
  blank: '',
  zeros: '',
};

const anyAmount = fc.bigInt({ min: 0n, max: 999_999_999_999_999n });
const anyDay = fc.nat(5000).map((days) => addDays('2024-01-01', days));

export const anyReported: fc.Arbitrary<Reported> = fc.record({
  movement: fc.constantFrom('02', '03', '06', '09', '14', '17', '26', '28', '99'),
  reference: fc.stringMatching(/^[A-Z1-9]{1,25}$/),
  amount: fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  paid: anyAmount,
  net: anyAmount,
  fee: anyAmount,
  charges: anyAmount,
  discount: anyAmount,
  dueDate: anyDay,
  occurredOn: anyDay,
  creditedOn: fc.option(anyDay),
});

/** A return as the bank would write it: the tables of the reader, filled by the encoder of the writer. */
export function returnOf(name: BankName, reported: readonly Reported[], sums = true): string[] {
  const bank = banks[name];
  const lot = { bank: bank.code, lot: '1' };
  const details = reported.flatMap((each, at) => [
    filled(bank.layouts.T, { ...lot, sequence: at * 2 + 1, ...valuesOfT(bank, each, at) }),
    filled(bank.layouts.U, { ...lot, sequence: at * 2 + 2, ...valuesOfU(each) }),
  ]);
  const total = reported.reduce((all, { amount }) => all + amount, 0n);
  const trailer = { ...lot, records: details.length + 2, simpleCount: 0, simpleSum: 0n };
  return [
    filled(
      bank.layouts.fileHeader,
      { bank: bank.code, fileNumber: 7, createdOn: '2026-11-18' },
      { direction: '2' },
    ),
    filled(bank.layouts.lotHeader, lot, { operation: 'T' }),
    ...details,
    filled(
      bank.layouts.lotTrailer,
      sums ? { ...trailer, simpleCount: reported.length, simpleSum: total } : trailer,
    ),
    filled(bank.layouts.fileTrailer, { bank: bank.code, lots: 1, fileRecords: details.length + 4 }),
  ];
}

function valuesOfT(bank: BankProfile, each: Reported, at: number): Values {
  const asReturned = { ...bank, ourNumber: { ...bank.ourNumber, written: bank.ourNumber.read } };
  return {
    movement: each.movement,
    ourNumber: writeOurNumber(asReturned, AGREEMENTS[bank.name], String(at + 1)),
    walletKind: '1',
    reference: each.reference,
    amount: each.amount,
    dueDate: each.dueDate,
    fee: each.fee,
    payerType: '1',
    payerDocument: '12345678909',
    payerName: 'JOSE',
  };
}

function valuesOfU(each: Reported): Values {
  return {
    movement: each.movement,
    paid: each.paid,
    net: each.net,
    charges: each.charges,
    discountGiven: each.discount,
    occurredOn: each.occurredOn,
    creditedOn: each.creditedOn,
  };
}

/** What is not given is zero or blank; what is fixed for a remittance can be said otherwise. */
function filled(layout: Layout, values: Values, instead: Partial<Record<FieldName, string>> = {}): string {
  const fields = layout.fields.map(({ fixed, ...field }) => {
    const own = field.name === null ? undefined : instead[field.name];
    return own === undefined && fixed === undefined ? field : { ...field, fixed: own ?? fixed ?? '' };
  });
  const empty: Values = Object.fromEntries(
    fields
      .filter(({ name, kind }) => name !== null && kind !== 'blank' && kind !== 'zeros')
      .map(({ name, kind }) => [name, EMPTY[kind]]),
  );
  const known = Object.fromEntries(Object.entries(values).filter(([name]) => name in empty));
  return encodeRecord({ ...layout, fields }, { ...empty, ...known });
}

export function bytesOf(lines: readonly string[], end = '\r\n'): Uint8Array {
  return Buffer.from(lines.map((line) => line + end).join(''), 'latin1');
}
