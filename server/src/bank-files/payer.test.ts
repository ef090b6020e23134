import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  BANK,
  type CnabGateway,
  COMPANY_DOCUMENT,
  startCnabGateway,
  upload,
} from '../../../test/support/cnab-gateway.ts';
import { bytesOfLines, FakeBank } from '../../../test/support/file-bank.ts';
import type { Seller } from '../../../test/support/gateway.ts';
import { DAY_MS, SECOND_MS } from '../kit/clock.ts';
import { logOptions } from '../kit/log.ts';
import { fileReference } from '../providers/cnab/title.ts';
import { oldRows } from '../worker.ts';
import type { PayersTitle } from './payer.ts';
import { needsPayer } from './payer.ts';

const ZOE = {
  name: 'Zoraide Quaresma',
  email: 'zoraide@example.com',
  cpf_cnpj: '39053344705',
  phone: '11987651234',
  address: { ...ADDRESS, street: 'Rua Ubirajara' },
};
const SECRETS = [/zoraide/i, /quaresma/i, /39053344705|390\.533\.447/, /ubirajara/i];
const KEPT_DAYS = 120;
const ON = '25112026';

let setting: CnabGateway;
let seller: Seller;
let operator: Seller;
let logged = '';
const bank = new FakeBank('237', COMPANY_DOCUMENT);
/** In T, as a real bank returns it. */
const named = (line: string) =>
  line[13] === 'T'
    ? `${line.slice(0, 133)}0000${ZOE.cpf_cnpj}${ZOE.name.toUpperCase().padEnd(40)}${line.slice(188)}`
    : line;

beforeAll(async () => {
  const log = pino(logOptions('trace'), {
    write: (line: string) => {
      logged += line;
    },
  });
  const environment = { GUICHE_KEEP_BANK_FILES_DAYS: String(KEPT_DAYS) };
  setting = await startCnabGateway('bradesco', { settings: { CUT_OFF: 'none' }, environment, log });
  seller = await setting.gateway.seller();
  operator = await setting.gateway.operator();
});
afterAll(() => setting.gateway.stop());

async function created(): Promise<string> {
  const made = await seller.call('POST', '/api/v1/charges', {
    ...{ billing_type: 'BOLETO', value: 150, customer: ZOE },
  });
  expect(made.status).toBe(201);
  return made.body.id;
}

async function sent(refuse?: Parameters<FakeBank['take']>[2]): Promise<string> {
  await setting.gateway.advance(SECOND_MS);
  const made = await operator.call('POST', `/api/v1/admin/file-banks/${BANK}/remittances`);
  const content = await operator.call('GET', `/api/v1/admin/bank-files/${made.body.id}/content`);
  bank.take(content.raw, ON, refuse);
  return made.body.id;
}

async function answered(): Promise<string> {
  const uploaded = await upload(operator.call, bytesOfLines(bank.returnFile().map(named)));
  expect(uploaded.status, uploaded.raw).toBe(201);
  await operator.call('POST', `/api/v1/admin/bank-files/${uploaded.body.id}/book`);
  await setting.gateway.advance(SECOND_MS);
  return uploaded.body.id;
}

const erase = () =>
  operator.call('POST', '/api/v1/admin/people/erase', { document: ZOE.cpf_cnpj, reason: 'Pedido 8' });

/** Every row of every table as text, also what bytes say. */
async function dump(): Promise<string> {
  const { db } = setting.gateway;
  const tables = await db.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ text: string }>(`select t::text as text from "${name}" t`);
    texts.push(...rows.map(({ text }) => text));
  }
  const whole = texts.join('\n');
  const bytes = [...whole.matchAll(/\\x([0-9a-f]{8,})/g)].map(([, hex = '']) =>
    Buffer.from(hex, 'hex').toString('latin1'),
  );
  return whole + bytes.join('\n');
}

const found = async () => {
  const text = await dump();
  return SECRETS.filter((secret) => secret.test(text)).map(String);
};

describe('the payer of a boleto at a bank that takes files', () => {
  let paid: string;
  let refused: string;
  let left: string;
  let files: string[];

  it('is not erased while the bank may still be asked something about the boleto', async () => {
    [paid, refused, left] = [await created(), await created(), await created()];
    expect((await erase()).body.details).toEqual({ open_charges: '3' });
    const first = await sent((title) => (title.reference === fileReference(refused) ? '47' : null));
    const second = await answered();
    bank.pay(fileReference(paid), { on: ON });
    const third = await answered();
    expect((await seller.call('POST', `/api/v1/charges/${left}/cancel`)).body.status).toBe('CANCELLED');
    const { status, body } = await erase();
    expect({ status, code: body.code, details: body.details }).toEqual({
      ...{ status: 400, code: 'INVALID_STATE', details: { open_boletos: '1' } },
    });
    files = [first, second, third, await sent()];
    expect((await erase()).body.details).toEqual({ open_boletos: '1' });
    files.push(await answered());
    expect(bank.titleOf(fileReference(left)).state).toBe('written off');
  });

  it('is erased from boletos, and the answer says how many sealed files name it, and until when', async () => {
    const sealed = () =>
      setting.gateway.db.query<{ reference: string }>(
        'select reference from bank_titles where sealed is not null',
      );
    expect(await sealed()).toEqual([{ reference: refused }]);
    // Names stand in clear where sellers search by them, so that this search finds what there is.
    expect(await found()).toContain('/zoraide/i');
    const { status, body } = await erase();
    expect(status).toBe(200);
    expect(body).toMatchObject({ charges: 3, customers: 1, bank_files: files.length, is_complete: true });
    const untilMs = new Date(body.bank_files_until).getTime() - setting.gateway.clock.now().getTime();
    expect(Math.round(untilMs / DAY_MS)).toBe(KEPT_DAYS);
    expect(await sealed()).toEqual([]);
    expect(await found()).toEqual([]);
    const [log] = await setting.gateway.db.query<{ details: object }>(
      `select details from audit_log where action = 'person.erased' and target_id is null`,
    );
    expect(log?.details).toMatchObject({ bank_files: files.length, charges: 3 });
  });

  it('is named by those files until they are old, and then by nothing', async () => {
    const path = `/api/v1/admin/bank-files/${files[0]}`;
    expect((await operator.call('GET', `${path}/content`)).raw).toContain('ZORAIDE QUARESMA');
    const unbooked = await upload(operator.call, bytesOfLines(bank.returnFile([]).map(named)));
    const { deps, clock, db } = setting.gateway;
    clock.setOffset(clock.offsetMs + (KEPT_DAYS + 1) * DAY_MS);
    await deps.retention.run(oldRows(deps));
    expect(await db.query(`select 1 from bank_files where content <> ''`)).toEqual([]);
    const content = await operator.call('GET', `${path}/content`);
    expect(content).toMatchObject({ status: 400, body: { code: 'INVALID_STATE' } });
    const file = await operator.call('GET', path);
    expect(file.body).toMatchObject({ titles: 3, content_removed_at: expect.any(String) });
    const lines = await operator.call('GET', `/api/v1/admin/bank-files/${files[1]}/lines`);
    expect(lines.body.data).toHaveLength(3);
    const late = await operator.call('GET', `/api/v1/admin/bank-files/${unbooked.body.id}`);
    expect(late.body).toMatchObject({ status: 'failed', problem: expect.stringContaining('not booked') });
    expect(await found()).toEqual([]);
  });

  it('stands in no line of the log', () => {
    expect(logged).toContain('old rows removed');
    expect(SECRETS.filter((secret) => secret.test(logged)).map(String)).toEqual([]);
  });
});

describe('a boleto whose bank never says that it has ended it', () => {
  const title: PayersTitle = {
    ...{ bank: 'main', reference: 'x', state: 'open', due_date: '2026-06-01', hasPayer: true },
  };
  it.each([
    [title, '2026-11-28T12:00:00Z', true],
    [title, '2026-11-29T12:00:00Z', false],
    [{ ...title, state: 'registering' as const }, '2026-06-01T12:00:00Z', true],
    [{ ...title, state: 'refused' as const }, '2026-06-01T12:00:00Z', false],
    [{ ...title, hasPayer: false }, '2026-06-01T12:00:00Z', false],
  ])('%o on %s needs its payer: %s', (given, at, expected) => {
    expect(needsPayer(given, new Date(at))).toBe(expected);
  });
});
