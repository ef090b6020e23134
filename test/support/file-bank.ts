/**
 * A bank that takes and gives files, written from the tables of FEBRABAN and from nothing of ours: it reads a remittance by
 * its positions, remembers titles, and writes returns the same way.
 */
export type Registered = {
  /** Positions 38 to 57, which the bank gives back as they came. */
  readonly ourNumber: string;
  readonly documentNumber: string;
  readonly reference: string;
  dueDate: string;
  readonly cents: bigint;
  state: 'open' | 'refused' | 'paid' | 'written off';
};

export type Movement = {
  readonly title: Registered;
  readonly code: string;
  readonly reasons?: string;
  readonly paid?: bigint;
  readonly fee?: bigint;
  /** DDMMAAAA. */
  readonly on: string;
  readonly creditedOn?: string;
};

/** Where a bank leaves FEBRABAN's tables, by its own manual. Positions to the left of FEBRABAN's are negative. */
type Dialect = {
  /** Of the seller in the header: type and document. */
  readonly company?: { readonly type: number; readonly from: number; readonly to: number };
  /** In segment T: our number, what follows it, and what follows the branch that collected. */
  readonly number?: { readonly from: number; readonly to: number };
  readonly shifts?: { readonly behindNumber: number; readonly behindBranch: number };
  /** What comes back of the number that was sent in positions 38 to 57. */
  readonly returned?: (sent: string) => string;
  /** Of a change that it refuses. */
  readonly refusedCode?: string;
  /** Of a payment after the title was written off. */
  readonly lateCode?: string;
};
const DIALECTS: Readonly<Record<string, Dialect>> = {
  // Santander: a number of 13 digits, and a branch of four and its digit.
  '033': {
    company: { type: 17, from: 18, to: 32 },
    number: { from: 41, to: 53 },
    shifts: { behindNumber: -4, behindBranch: -5 },
    returned: (sent) => sent.slice(-13),
  },
  // Caixa takes 20 digits, and gives 17 back with a digit behind them.
  '104': { returned: (sent) => `  ${sent.slice(3)}${eleven(sent.slice(3))}` },
  // Itaú's 17 is a change that it refuses.
  '341': { lateCode: '06', refusedCode: '17' },
};
const WIDTH = 240;

function eleven(digits: string): string {
  const total = [...digits].reverse().reduce((sum, digit, at) => sum + Number(digit) * (2 + (at % 8)), 0);
  const left = 11 - (total % 11);
  return String(left > 9 ? 0 : left);
}

export class FakeBank {
  readonly titles = new Map<string, Registered>();
  /** Due dates, DDMMAAAA, that it does not change a title to. */
  readonly refusedDays = new Set<string>();
  /** What the next return says. */
  movements: Movement[] = [];
  readonly #code: string;
  readonly #document: string;
  readonly #dialect: Dialect;
  #number = 0;
  #lastRemittance = 0;

  constructor(code: string, document: string) {
    this.#code = code;
    this.#document = document;
    this.#dialect = DIALECTS[code] ?? {};
  }

  /** Takes a remittance. `refuse`: the reasons for which a title is not registered; null: it is. */
  take(file: string, on: string, refuse: (title: Registered) => string | null = () => null): void {
    const lines = file.split('\r\n').filter((line) => line !== '');
    for (const line of lines) if (line.length !== WIDTH) throw new Error(`a line has ${line.length}`);
    const number = Number(cut(lines[0], 158, 163));
    if (number !== this.#lastRemittance + 1) throw new Error(`file ${number} after ${this.#lastRemittance}`);
    this.#lastRemittance = number;
    for (const line of lines) {
      if (cut(line, 8, 8) !== '3' || cut(line, 14, 14) !== 'P') continue;
      this.#instructed(line, on, refuse);
    }
  }

  #instructed(line: string, on: string, refuse: (title: Registered) => string | null): void {
    const ourNumber = cut(line, 38, 57);
    const known = this.titles.get(ourNumber);
    const code = cut(line, 16, 17);
    if (code === '01') {
      const title: Registered = {
        ourNumber,
        documentNumber: cut(line, 63, 77),
        reference: cut(line, 196, 220),
        dueDate: cut(line, 78, 85),
        cents: BigInt(cut(line, 86, 100)),
        state: 'open',
      };
      if (known) return void this.movements.push({ title: known, code: '03', reasons: '09', on });
      this.titles.set(ourNumber, title);
      const reasons = refuse(title);
      if (reasons) title.state = 'refused';
      this.movements.push({ title, code: reasons ? '03' : '02', reasons: reasons ?? '', on });
      return;
    }
    if (!known) throw new Error(`no title ${ourNumber}`);
    if (code === '02') {
      if (known.state !== 'open')
        return void this.movements.push({ title: known, code: '26', reasons: 'A5', on });
      known.state = 'written off';
      this.movements.push({ title: known, code: '09', reasons: '10', on });
    } else if (code === '06') {
      const wanted = cut(line, 78, 85);
      if (this.refusedDays.has(wanted))
        return void this.movements.push({
          ...{ title: known, code: this.#dialect.refusedCode ?? '26', reasons: '16', on },
        });
      known.dueDate = wanted;
      this.movements.push({ title: known, code: '14', on });
    } else throw new Error(`movement ${code}`);
  }

  titleOf(reference: string): Registered {
    const found = [...this.titles.values()].find((title) => title.reference.trim() === reference);
    if (!found) throw new Error(`no title for ${reference}`);
    return found;
  }

  pay(reference: string, how: { on: string; paid?: bigint; fee?: bigint; creditedOn?: string }): void {
    const title = this.titleOf(reference);
    const code = title.state === 'written off' ? (this.#dialect.lateCode ?? '17') : '06';
    title.state = 'paid';
    this.movements.push({ title, code, reasons: '04', paid: title.cents, fee: 185n, ...how });
  }

  /** Everything since the last return, or what is given: repeated, in another order, of other programs. */
  returnFile(movements: readonly Movement[] = this.#drained()): string[] {
    this.#number += 1;
    const bank = this.#code;
    const { company = { type: 18, from: 19, to: 32 } } = this.#dialect;
    const document = this.#document.padStart(company.to - company.from + 1, '0');
    const lot = (kind: string) => [at(1, 3, bank), at(4, 7, '0001'), at(8, 8, kind)];
    const details = movements.flatMap((movement, index) => [
      record([
        ...lot('3'),
        at(9, 13, digits(index * 2 + 1, 5)),
        at(14, 14, 'T'),
        ...segmentT(movement, this.#dialect),
      ]),
      record([...lot('3'), at(9, 13, digits(index * 2 + 2, 5)), at(14, 14, 'U'), ...segmentU(movement)]),
    ]);
    const total = movements.reduce((sum, { title }) => sum + title.cents, 0n);
    return [
      record([
        ...[at(1, 3, bank), at(4, 7, '0000'), at(8, 8, '0')],
        ...[at(company.type, company.type, '2'), at(company.from, company.to, document)],
        ...[at(73, 102, 'SAPATARIA TRES IRMAOS'), at(143, 143, '2'), at(144, 151, '18112026')],
        ...[at(152, 157, '120000'), at(158, 163, digits(this.#number, 6)), at(164, 166, '084')],
      ]),
      record([...lot('1'), at(9, 9, 'T'), at(10, 11, '01'), at(14, 16, '042')]),
      ...details,
      record([
        ...lot('5'),
        at(18, 23, digits(details.length + 2, 6)),
        at(24, 29, digits(movements.length, 6)),
        at(30, 46, digits(total, 17)),
      ]),
      record([
        ...[at(1, 3, bank), at(4, 7, '9999'), at(8, 8, '9'), at(18, 23, '000001')],
        at(24, 29, digits(details.length + 4, 6)),
      ]),
    ];
  }

  #drained(): Movement[] {
    const all = this.movements;
    this.movements = [];
    return all;
  }
}

export function bytesOfLines(lines: readonly string[]): Buffer {
  return Buffer.from(lines.map((line) => `${line}\r\n`).join(''), 'latin1');
}

type Put = { readonly from: number; readonly to: number; readonly text: string };

const at = (from: number, to: number, text: string): Put => ({ from, to, text });
const digits = (value: number | bigint, width: number) => String(value).padStart(width, '0');

function segmentT(
  { title, code, reasons = '', fee = 0n }: Movement,
  {
    number = { from: 38, to: 57 },
    shifts = { behindNumber: 0, behindBranch: 0 },
    returned = (sent) => sent,
  }: Dialect,
): Put[] {
  const moved = (by: number) => (from: number, to: number, text: string) => at(from + by, to + by, text);
  const middle = moved(shifts.behindNumber);
  const end = moved(shifts.behindBranch);
  return [
    ...[at(16, 17, code), at(number.from, number.to, returned(title.ourNumber))],
    ...[middle(58, 58, '1'), middle(59, 73, title.documentNumber), middle(74, 81, title.dueDate)],
    ...[middle(82, 96, digits(title.cents, 15)), middle(97, 99, '001'), middle(100, 103, '0000')],
    ...[end(105, 105, '0'), end(106, 130, title.reference), end(131, 132, '09'), end(133, 133, '1')],
    ...[end(134, 148, '000012345678909'), end(149, 188, 'JOSE DA CONCEICAO'), end(189, 198, digits(0, 10))],
    ...[end(199, 213, digits(fee, 15)), end(214, 223, reasons)],
  ];
}

function segmentU({ code, paid = 0n, fee = 0n, on, creditedOn = '00000000' }: Movement): Put[] {
  const none = digits(0, 15);
  return [
    ...[at(16, 17, code), at(18, 32, none), at(33, 47, none), at(48, 62, none), at(63, 77, none)],
    ...[at(78, 92, digits(paid, 15)), at(93, 107, digits(paid > fee ? paid - fee : 0n, 15))],
    ...[at(108, 122, none), at(123, 137, none), at(138, 145, on), at(146, 153, creditedOn)],
  ];
}

function record(puts: readonly Put[]): string {
  const line = ' '.repeat(WIDTH).split('');
  for (const { from, to, text } of puts) {
    const width = to - from + 1;
    if (text.length > width) throw new Error(`${from}-${to} has no room for ${text}`);
    line.splice(from - 1, width, ...text.padEnd(width));
  }
  return line.join('');
}

function cut(line: string | undefined, from: number, to: number): string {
  return (line ?? '').slice(from - 1, to);
}
