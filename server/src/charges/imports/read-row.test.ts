import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';
import { bodyOf, readHeader, readReais } from './read-row.ts';

describe('a file', () => {
  it.each([
    ['semicolons', 'forma;valor\r\nPix;10,00\r\n'],
    ['commas and quotes', 'forma,valor\nPix,"10,00"\n'],
    ['tabs', 'forma\tvalor\nPix\t10,00'],
    ['a mark and old line ends', '\ufeffforma;valor\rPix;10,00'],
    ['empty lines', 'forma;valor\n\nPix;10,00\n;\n\n'],
  ])('is read with %s', (_, text) => {
    const [header, ...rows] = readCsv(text);
    expect(header?.cells).toEqual(['forma', 'valor']);
    expect(rows.map(({ cells }) => cells)).toEqual([['Pix', '10,00']]);
  });

  it('keeps quotes, separators and line ends inside a cell, and counts lines as an editor does', () => {
    const rows = readCsv('a;b\n"x; ""y""\r\nz";1\n2;3\n');
    expect(rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['x; "y"\r\nz', '1'] },
      { line: 4, cells: ['2', '3'] },
    ]);
  });

  it('is refused where a quote is never closed: the rows after it would be lost', () => {
    expect(() => readCsv('a;b\n1;2\n"x;1\n2;3')).toThrow('csv: line 3 has a quote that is never closed');
    expect(readCsv('a;b\n1;"x"')).toHaveLength(2);
    expect(readCsv('a;b\n1;""')).toHaveLength(2);
  });

  it('is bounded by the rows that say something, not by empty lines between them', () => {
    const rows = Array.from({ length: 4_000 }, (_, index) => `${index};1\r`);
    expect(readCsv(['a;b\r', ...rows].join('\n'))).toHaveLength(4_001);
    expect(() => readCsv('a\n'.repeat(5_002))).toThrow('csv: must have at most 5000 rows');
    expect(() => readCsv(';'.repeat(60))).toThrow('csv: line 1 has too many columns');
  });
});

describe('the columns', () => {
  const header = (...cells: string[]) => readHeader({ line: 1, cells });

  it('have the names that sellers give them', () => {
    expect(header('Forma de Pagamento', 'VALOR (R$)', 'Descrição', 'E-mail', 'CPF/CNPJ')).toEqual([
      'billing_type',
      'value',
      'description',
      'customer.email',
      'customer.cpf_cnpj',
    ]);
  });

  it.each([
    ['needs a column value', ['forma']],
    ['needs a column billing_type', ['valor', 'nome']],
    ['has an unknown column: cor', ['forma', 'valor', 'cor']],
    ['has the column value twice', ['forma', 'valor', 'Valor']],
  ])('refused: %s', (message, cells) => {
    expect(() => header(...cells)).toThrow(`csv: ${message}`);
  });

  it('become a request; what cannot be read stays text, to be refused', () => {
    const fields = header('forma', 'valor', 'vencimento', 'parcelas', 'nome', 'cpf');
    const body = (...cells: string[]) => bodyOf(fields, { line: 2, cells });
    expect(body('Boleto', 'R$ 1.234,56', '31/12/2026', '', 'Ana', '529.982.247-25')).toEqual({
      ...{ billing_type: 'BOLETO', value: 1234.56, due_date: '2026-12-31' },
      customer: { name: 'Ana', cpf_cnpj: '529.982.247-25' },
    });
    expect(body('cartão de crédito', '10', '', '3x')).toEqual({
      ...{ billing_type: 'CREDIT_CARD', value: 10, installments: 3 },
    });
    expect(body('fiado', 'dez', 'amanhã', 'muitas')).toEqual({
      ...{ billing_type: 'fiado', value: 'dez', due_date: 'amanhã', installments: 'muitas' },
    });
  });
});

it.each([
  ['1.234,56', 1234.56],
  ['1234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['1234.56', 1234.56],
  ['1.234', 1234],
  ['1.234.567,8', 1234567.8],
  ['R$ 10', 10],
  ['R$\u00a00,05', 0.05],
  ['1,234', null],
  ['1.23,45', null],
  ['-10', null],
  ['1e3', null],
  ['10,999', null],
  ['', null],
  ['0.500', null],
  ['0,500.00', null],
  ['0.50', 0.5],
])('the amount %j is %s', (text, value) => {
  expect(readReais(text)).toBe(value);
});
