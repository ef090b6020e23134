import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { ofxAt, readCsv, readOfx } from '../../../test/support/statement-files.ts';
import { until } from '../../../test/support/until.ts';
import { addDays, civilDateOf, startOfCivilDate } from '../brazil/calendar.ts';
import { localTime } from '../brazil/local-time.ts';
import { textCell } from '../http/exports/csv.ts';
import { DAY_MS } from '../kit/clock.ts';

let gateway: TestGateway;
let seller: Seller;

const HOSTILE = '=HYPERLINK("http://x.example","y")';

beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller();
  const charge = async (value: number, external_reference: string, description?: string) => {
    const customer = { name: description === undefined ? '=Ana' : 'Ana Souza' };
    const body = { billing_type: 'PIX', value, external_reference, description, customer };
    const { id } = (await seller.call('POST', '/api/v1/charges', body)).body;
    await seller.call('POST', `/api/v1/sandbox/charges/${id}/pay`);
    return id;
  };
  await charge(100, 'pedido 1', 'Caneca; azul "grande"\r\nde ágata');
  await gateway.advance(DAY_MS);
  const id = await charge(19.99, HOSTILE, '  @SUM(A1)');
  await seller.call('POST', `/api/v1/charges/${id}/refund`, { amount: 5.01 });
  await seller.call('POST', '/api/v1/withdrawals', { amount: 10, pix_key: 'ana@example.com' });
  await charge(7, 'a & b <c> ☃');
});
afterAll(async () => {
  expect(await gateway.audit()).toEqual([]);
  await gateway.stop();
});

const ask = (query: string, from = seller) => from.call('GET', `/api/v1/transactions/export?${query}`);
const balance = async () => (await seller.call('GET', '/api/v1/balance')).body.available;
const lines = async () => (await seller.call('GET', '/api/v1/transactions?limit=100')).body.data.reverse();
const number = (cell = '') => Number(cell.replace(',', '.'));

describe('a statement as CSV', () => {
  it('has every line, oldest first, between its opening and its closing balance', async () => {
    const { status, raw, headers } = await ask('format=csv');
    expect(status).toBe(200);
    const today = civilDateOf(gateway.clock.now());
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="extrato-${addDays(today, -29)}-${today}.csv"`,
      'cache-control': 'no-store',
    });
    expect(raw.startsWith('\ufeff"Data";"Lançamento";')).toBe(true);
    const [header, opening, ...rest] = readCsv(raw.slice(1));
    const closing = rest.pop();
    expect(header).toHaveLength(12);
    expect([opening?.[1], opening?.[5]]).toEqual(['Saldo inicial', '0,00']);
    expect([closing?.[1], number(closing?.[5])]).toEqual(['Saldo final', await balance()]);
    expect(closing?.[0]).toBe(`${today.split('-').reverse().join('/')} 23:59:59`);
    const expected = await lines();
    expect(rest.map((row) => row[10])).toEqual(expected.map((line: { id: string }) => line.id));
    expect(rest.map((row) => number(row[5]))).toEqual(
      expected.map((line: { balance_after: number }) => line.balance_after),
    );
    expect(rest.map((row) => number(row[4]))).toEqual(
      expected.map((line: { type: string; amount: number }) =>
        line.type === 'credit' ? line.amount : -line.amount,
      ),
    );
    expect(rest.map((row) => row[8])).toEqual(
      expected.map((line: { charge_id: string | null }) => line.charge_id ?? ''),
    );
  });

  it('keeps the text of a charge whole and lets none of it run', async () => {
    const rows = readCsv((await ask('format=csv')).raw.slice(1));
    const about = new Set(rows.map((row) => `${row[6]}|${row[7]}`));
    expect(about).toContain('pedido 1|Caneca; azul "grande"\r\nde ágata');
    expect(about).toContain(`'${HOSTILE}|'  @SUM(A1)`);
    expect(new Set(rows.map((row) => row[11]))).toEqual(new Set(['Cliente', 'Ana Souza', "'=Ana", '']));
  });

  it('speaks English when asked', async () => {
    const { raw, headers } = await ask('format=csv&language=en');
    const [header, opening, first] = readCsv(raw.slice(1));
    expect(header?.slice(0, 3)).toEqual(['Date', 'Transaction', 'Category']);
    expect(opening?.[1]).toBe('Opening balance');
    expect(first?.slice(1, 5)).toEqual(['A charge was paid', 'Sale', 'Credit', '100,00']);
    expect(first?.[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(headers['content-disposition']).toContain('"statement-');
  });

  it('joins two periods without a gap', async () => {
    const [first] = await lines();
    const middle = new Date(new Date(first.created_at).getTime() + DAY_MS / 2).toISOString();
    const past = readCsv((await ask(`format=csv&created_to=${middle}`)).raw.slice(1));
    const since = readCsv((await ask(`format=csv&created_from=${middle}`)).raw.slice(1));
    expect(past.at(-1)?.[5]).toBe(since[1]?.[5]);
    expect(number(since.at(-1)?.[5])).toBe(await balance());
    expect(past.length + since.length - 6).toBe((await lines()).length);
  });

  it("shows nothing of another seller's", async () => {
    const rows = readCsv((await ask('format=csv', await gateway.seller())).raw.slice(1));
    expect(rows.slice(1).map((row) => row[1])).toEqual(['Saldo inicial', 'Saldo final']);
  });
});

describe('the statement by fact', () => {
  const entries = async (query = '') => (await seller.call('GET', `/api/v1/balance/statement${query}`)).body;

  it('has a sale as one entry with its customer, and refunds and withdrawals by themselves', async () => {
    const { data, has_more: hasMore } = await entries();
    expect(hasMore).toBe(false);
    expect(data.map((entry: { category: string }) => entry.category)).toEqual([
      'sale',
      'withdrawal',
      'refund',
      'sale',
      'sale',
    ]);
    const [, withdrawal, refund, , first] = data;
    expect(first).toMatchObject({
      ...{ gross_amount: 100, fee_amount: 8.49, split_amount: 0, reserve_amount: 4.58, net_amount: 86.93 },
      ...{ balance_after: 86.93, customer_name: 'Ana Souza', charge_reference: 'pedido 1', type: 'credit' },
    });
    expect(first.lines.map((line: { category: string }) => line.category)).toEqual([
      'sale',
      'fee',
      'reserve_hold',
    ]);
    expect(withdrawal).toMatchObject({
      gross_amount: 10,
      net_amount: -10,
      customer_name: null,
      type: 'debit',
    });
    expect(refund.lines).toHaveLength(2);
    expect(refund).toMatchObject({
      gross_amount: 5.01,
      reserve_amount: -0.81,
      net_amount: -4.2,
      fee_amount: 0,
    });
    expect(data[0].balance_after).toBe(await balance());
  });

  it('has the same entries by pages and by spans, and every line once', async () => {
    const { data: whole } = await entries();
    const inPages = async (query: string) => {
      const seen: object[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await entries(`?limit=2${query}${cursor && `&cursor=${cursor}`}`);
        seen.push(...page.data);
        cursor = page.next_cursor;
      }
      return seen;
    };
    expect(await inPages('')).toEqual(whole);
    expect(await inPages('&created_from=2000-01-01T00:00:00Z')).toEqual(whole);
    const since = whole[3].created_at;
    expect(await inPages(`&created_from=${since}`)).toEqual(whole.slice(0, 4));
    expect(await inPages(`&created_to=${since}`)).toEqual(whole.slice(4));
    const every = whole.toReversed().flatMap((entry: { lines: object[] }) => entry.lines);
    expect(every).toEqual(await lines());
  });

  it('refuses the cursor of the transactions and what is no time', async () => {
    const { next_cursor: cursor } = (await seller.call('GET', '/api/v1/transactions?limit=1')).body;
    expect((await entries(`?cursor=${cursor}`)).details).toHaveProperty('cursor');
    expect((await entries('?created_from=ontem')).details).toHaveProperty('created_from');
  });
});

describe('a cell of text', () => {
  it.each([
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@SUM(A1)', `"'@SUM(A1)"`],
    ['\t=1', `"'\t=1"`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['   =1', `"'   =1"`],
    ['\u00a0=1', `"'\u00a0=1"`],
    ['\u200b=1', `"'\u200b=1"`],
    ['\ufeff=1', `"'\ufeff=1"`],
    [' \t=1', `"' \t=1"`],
    ['＝1', `"'＝1"`],
    ['＋1', `"'＋1"`],
    ['－1', `"'－1"`],
    ['＠1', `"'＠1"`],
    [`=cmd|' /C calc'!A0`, `"'=cmd|' /C calc'!A0"`],
    ['"=1"', '"""=1"""'],
    ['a;=1', '"a;=1"'],
    ['a\r\n=1', '"a\r\n=1"'],
    ['pedido-1', '"pedido-1"'],
    ['ana@example.com', '"ana@example.com"'],
    ['', '""'],
  ])('%j becomes %j', (text, cell) => {
    expect(textCell(text)).toBe(cell);
    const [[read] = []] = readCsv(`${cell}\n`);
    expect(read?.replace(/^'/, '')).toBe(text);
  });
});

describe('a statement as OFX', () => {
  const STATEMENT = ['OFX', 'BANKMSGSRSV1', 'STMTTRNRS', 'STMTRS'];

  it('has the account, the lines with stable ids, and the balance', async () => {
    const { status, raw, headers } = await ask('format=ofx');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/x-ofx');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="extrato-[\d-]+\.ofx"$/);
    const { header, root } = readOfx(raw);
    expect(header).toMatchObject({ OFXHEADER: '100', DATA: 'OFXSGML', VERSION: '102', ENCODING: 'USASCII' });
    const statement = ofxAt(root, ...STATEMENT);
    expect(ofxAt(statement, 'CURDEF').value).toBe('BRL');
    const account = ofxAt(statement, 'BANKACCTFROM');
    expect(ofxAt(account, 'BANKID').value).toMatch(/^\d{1,9}$/);
    expect(ofxAt(account, 'ACCTID').value).toMatch(/^[\w-]{22}$/);
    expect(Number(ofxAt(statement, 'LEDGERBAL', 'BALAMT').value)).toBe(await balance());
    const list = ofxAt(statement, 'BANKTRANLIST').children.filter(({ name }) => name === 'STMTTRN');
    const expected = await lines();
    const valuesOf = (name: string) => list.map((each) => ofxAt(each, name).value);
    expect(valuesOf('FITID')).toEqual(expected.map((line: { id: string }) => line.id));
    expect(valuesOf('TRNTYPE')).toEqual(expected.map((line: { type: string }) => line.type.toUpperCase()));
    const sum = valuesOf('TRNAMT').reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);
    expect(sum).toBe(Math.round((await balance()) * 100));
    expect(valuesOf('DTPOSTED')).toEqual(
      expected.map((line: { created_at: string }) => {
        const digits = localTime(new Date(line.created_at)).replace(/\D/g, '');
        return `${digits}[-3:BRT]`;
      }),
    );
  });

  it('gives the same line the same id in every file', async () => {
    const fitIds = async (query: string) => (await ask(query)).raw.match(/<FITID>\d+/g) ?? [];
    const all = await fitIds('format=ofx');
    const since = new Date(gateway.clock.now().getTime() - DAY_MS / 2).toISOString();
    const later = await fitIds(`format=ofx&created_from=${since}&language=en`);
    expect(later.length).toBeGreaterThan(3);
    expect(all.slice(-later.length)).toEqual(later);
  });

  it('is plain ASCII, with the signs of the format written out', async () => {
    const { raw } = await ask('format=ofx');
    expect(raw).toMatch(/^[\r\n -~]*$/);
    expect(raw).toContain('<MEMO>Cobranca paga - pedido 1 - Ana Souza</MEMO>');
    expect(raw).toContain('<MEMO>Cobranca paga - a &amp; b &lt;c&gt; ? - =Ana</MEMO>');
    const { root } = readOfx(raw);
    const memos = ofxAt(root, ...STATEMENT, 'BANKTRANLIST').children.flatMap((each) =>
      each.name === 'STMTTRN' ? ofxAt(each, 'MEMO').value : [],
    );
    expect(memos).toContain('Cobranca paga - a & b <c> ? - =Ana');
  });
});

describe('an export', () => {
  it.each([
    ['', 'format'],
    ['format=pdf', 'format'],
    ['format=csv&language=fr', 'language'],
    ['format=csv&created_from=yesterday', 'created_from'],
    ['format=csv&created_to=2026-13-01T00:00:00Z', 'created_to'],
    ['format=csv&created_from=2025-01-01T00:00:00Z&created_to=2026-01-02T00:00:01Z', 'created_from'],
    ['format=csv&created_from=2001-01-01T00:00:00Z', 'created_from'],
    ['format=csv&created_from=2026-01-02T00:00:00Z&created_to=2026-01-01T00:00:00Z', 'created_to'],
    ['format=ofx&created_from=0001-01-01T00:00:00Z&created_to=0001-02-01T00:00:00Z', 'created_to'],
  ])('refuses "%s" and names %s', async (query, field) => {
    const { status, body } = await ask(query);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.details).toHaveProperty([field]);
  });

  it('takes 366 days', async () => {
    const { status } = await ask(
      'format=csv&created_from=2025-01-01T00:00:00Z&created_to=2026-01-02T00:00:00Z',
    );
    expect(status).toBe(200);
  });

  it('wants a key', async () => {
    expect((await gateway.call('GET', '/api/v1/transactions/export?format=csv')).status).toBe(401);
  });
});

describe('an export of 50,000 lines', () => {
  const LINES = 50_000;
  let long: Seller;
  let port: number;
  let pagesRead = 0;

  beforeAll(async () => {
    long = await gateway.seller();
    const from = startOfCivilDate(addDays(civilDateOf(gateway.clock.now()), -20));
    await gateway.db.query(
      `with line as (
         select n, $2::timestamptz + n * interval '30 seconds' as at from generate_series(1, ${LINES}) as n
       ), entries as (
         insert into ledger_entries (account_id, fact, occurred_at) select $1, 'line ' || n, at from line
       ), moved as (
         update ledger_balances
         set available_cents = ${LINES}, external_cents = -${LINES}, last_sequence = ${LINES}, credit_count = ${LINES}
         where account_id = $1
       )
       insert into ledger_postings (account_id, sequence, fact, from_bucket, to_bucket, amount_cents, category, type,
         available_after_cents, occurred_at)
       select $1, n, 'line ' || n, 'external', 'available', 1, 'adjustment', 'credit', n, at from line`,
      [long.id, from],
    );
    await gateway.app.listen({ port: 0, host: '127.0.0.1' });
    port = (gateway.app.server.address() as AddressInfo).port;
    const { db } = gateway;
    const plain = db.query;
    db.query = ((sql: { name?: string }, values: unknown[]) => {
      if (sql.name === 'payouts.statement_page') pagesRead += 1;
      return plain(sql as never, values);
    }) as typeof plain;
  });

  async function open(): Promise<IncomingMessage> {
    const path = '/api/v1/transactions/export?format=csv';
    const asked = request({ port, path, headers: { 'x-api-key': long.apiKey } });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  }

  it('is read as fast as it is taken, and no faster', async () => {
    pagesRead = 0;
    const answer = await open();
    let pagesBefore = -1;
    await until('nothing more is read for a client that takes nothing', async () => {
      const isStill = pagesRead === pagesBefore && pagesRead > 0;
      pagesBefore = pagesRead;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isStill && pagesRead === pagesBefore;
    });
    expect(pagesRead).toBeLessThan(LINES / 1_000 - 5);
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) text += chunk;
    const rows = readCsv(text.slice(1));
    expect(rows).toHaveLength(LINES + 3);
    expect(rows.slice(2, -1).map((row) => row[10])).toEqual(
      Array.from({ length: LINES }, (_, index) => String(index + 1)),
    );
    expect(rows.at(-1)?.[5]).toBe('500,00');
  });

  it('ends for a client that goes away', async () => {
    pagesRead = 0;
    (await open()).destroy();
    let pagesBefore = -1;
    await until('no page is read any more', async () => {
      const isStill = pagesRead === pagesBefore;
      pagesBefore = pagesRead;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return isStill;
    });
    expect(pagesRead).toBeLessThan(LINES / 1_000 - 5);
  });
});
