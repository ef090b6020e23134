import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { cents } from '../../kit/money.ts';
import { type Column, column, words } from './columns.ts';
import { writeCsv } from './write-csv.ts';
import { writeXlsx } from './write-xlsx.ts';

type Row = { name: string | null; amount: bigint; at: Date };
const columns: Column<Row>[] = [
  column('Nome', 'Name', ({ name }) => name),
  column('Valor', 'Amount', ({ amount }) => ({ cents: cents(amount) })),
  column('Em', 'At', ({ at }) => ({ at })),
  column('Situação', 'Status', () => words('Paga', 'Paid')),
];
const AT = new Date('2026-11-15T08:00:00Z');
const HOSTILE = [
  '=cmd|calc',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '＝1',
  '"a";b\r\nc',
  '<b>&"',
  '\u0000\u0001x',
  '\ud800',
  '_x000D_',
];

async function* pages(): AsyncGenerator<Row[]> {
  yield HOSTILE.map((name) => ({ name, amount: 123_456n, at: AT }));
  yield [];
  yield [{ name: null, amount: -5n, at: AT }];
}

async function bytesOf(chunks: AsyncIterable<string | Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(Buffer.from(chunk));
  return Buffer.concat(all);
}

/** Read by its directory, as every reader of archives does. */
function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const files = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, size] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    const head = bytes.readUInt32LE(at + 42);
    const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28);
    const text = inflateRawSync(bytes.subarray(start, start + packed)).toString();
    expect(Buffer.byteLength(text)).toBe(size);
    files.set(name, text);
    at += 46 + name.length;
  }
  return files;
}

describe('an exported list', () => {
  it('is a CSV that Portuguese spreadsheets read, in which no text is a formula', async () => {
    const text = (await bytesOf(writeCsv(columns, pages(), 'pt'))).toString();
    const [head, first] = text.split('\r\n');
    expect(head).toBe('\ufeff"Nome";"Valor";"Em";"Situação"');
    expect(first).toBe('"\'=cmd|calc";1234,56;15/11/2026 05:00:00;"Paga"');
    for (const name of ['+1', '-1', '@SUM(A1)', '\t=1', '＝1']) expect(text).toContain(`"'${name}"`);
    expect(text).toContain('"""a"";b\r\nc"');
    expect(text.endsWith('\r\n;-0,05;15/11/2026 05:00:00;"Paga"\r\n')).toBe(true);
  });

  it('is an XLSX with texts as texts, amounts and instants as numbers', async () => {
    const files = unzip(await bytesOf(writeXlsx('cobrancas', columns, pages(), 'en')));
    expect([...files.keys()].sort()).toEqual(
      [
        '[Content_Types].xml',
        '_rels/.rels',
        'xl/_rels/workbook.xml.rels',
        'xl/styles.xml',
        'xl/workbook.xml',
        'xl/worksheets/sheet1.xml',
      ].sort(),
    );
    const sheet = files.get('xl/worksheets/sheet1.xml') ?? '';
    expect(sheet.match(/<row>/g)).toHaveLength(HOSTILE.length + 2);
    expect(sheet).toContain('<c s="1" t="inlineStr"><is><t xml:space="preserve">Amount</t></is></c>');
    expect(sheet).toContain('<t xml:space="preserve">=cmd|calc</t></is></c><c s="2"><v>1234.56</v></c>');
    expect(sheet).toContain('<c s="3"><v>46341.20833333333</v></c>');
    expect(sheet).toContain('&lt;b&gt;&amp;&quot;');
    expect(sheet).toContain('_x005F_x000D_');
    expect(sheet).not.toContain('<f>');
    expect(sheet).not.toContain('\u0000');
    expect(sheet).not.toContain('\ud800');
    expect(sheet.endsWith('</sheetData></worksheet>')).toBe(true);
  });

  it('passes on that a page could not be read, and reads no further when its reader leaves', async () => {
    let read = 0;
    const broken = async function* (): AsyncGenerator<Row[]> {
      yield [{ name: 'a', amount: 1n, at: AT }];
      throw new Error('the database is away');
    };
    await expect(bytesOf(writeXlsx('x', columns, broken(), 'pt'))).rejects.toThrow('the database is away');
    const endless = async function* (): AsyncGenerator<Row[]> {
      for (;;) {
        read += 1;
        yield Array.from({ length: 500 }, (_, at) => ({
          name: `${Math.sin(at * read)}`,
          amount: 1n,
          at: AT,
        }));
      }
    };
    let seen = 0;
    for await (const chunk of writeXlsx('x', columns, endless(), 'pt')) {
      seen += chunk.length;
      if (seen > 200_000) break;
    }
    const before = read;
    await new Promise((resolve) => setImmediate(resolve));
    expect(read - before).toBeLessThan(3);
    expect(read).toBeLessThan(200);
  });
});
