import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BANK,
  boletoRequest,
  type CnabGateway,
  COMPANY_DOCUMENT,
  startCnabGateway,
} from '../../../test/support/cnab-gateway.ts';
import { bytesOfLines, FakeBank } from '../../../test/support/file-bank.ts';
import { DAY_MS, HOUR_MS } from '../kit/clock.ts';
import { fileReference } from '../providers/cnab/title.ts';
import { claimFiles } from './folders.ts';
import { runBankFiles } from './work.ts';

let root: string;
let setting: CnabGateway;
let bank: FakeBank;
let last = 0;
const out = () => join(root, 'out');
const into = () => join(root, 'in');
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'bank-'));
  await Promise.all([mkdir(out()), mkdir(into())]);
  const settings = { FOLDER_OUT: out(), FOLDER_IN: into(), CUT_OFF: '12:00,17:00' };
  setting = await startCnabGateway('bradesco', { settings });
  bank = new FakeBank('237', COMPANY_DOCUMENT);
});
afterAll(async () => {
  await setting.gateway.stop();
  await rm(root, { recursive: true });
});

async function registered(): Promise<string> {
  const reference = setting.gateway.deps.ids.next();
  last += 1;
  const ourNumber = String(last).padStart(8, '0');
  await setting.rail.registerBoleto(boletoRequest({ reference, ourNumber }));
  return reference;
}

/** As a program lays a file down: a while ago. */
async function laid(name: string, bytes: Buffer): Promise<void> {
  const path = join(into(), name);
  await writeFile(path, bytes);
  const before = new Date(Date.now() - 60_000);
  await utimes(path, before, before);
}

const run = () => runBankFiles(setting.gateway.deps);
const namesIn = async (folder: string) => (await readdir(folder)).sort();
const stateOf = async (reference: string) => {
  const name = { reference, ourNumber: '', bankReference: null, dueDate: '', createdAt: new Date(0) };
  const answer = await setting.rail.remote.findBoleto(name);
  return answer.ok ? answer.boleto?.state : null;
};
const passCutOff = async () => {
  const { clock } = setting.gateway;
  clock.setOffset(clock.offsetMs + 5 * DAY_MS);
};

describe('the folders of a bank', () => {
  it('get one file for each cut-off with something to send, whole and under its name', async () => {
    await run();
    const reference = await registered();
    expect(await run()).toBe(0);
    await passCutOff();
    await Promise.all([run(), run(), run()]);
    expect(await namesIn(out())).toEqual(['main-000001.rem']);
    const content = await readFile(join(out(), 'main-000001.rem'), 'latin1');
    bank.take(content, '19112029');
    expect(bank.titleOf(fileReference(reference)).cents).toBe(12_345n);
    await passCutOff();
    expect(await run()).toBe(0);
    expect(await namesIn(out())).toEqual(['main-000001.rem']);
  });

  it('get a file that a killed process made and did not write, and not one that another writes now', async () => {
    await registered();
    await passCutOff();
    const { db, clock } = setting.gateway;
    await rm(out(), { recursive: true });
    await run();
    const [made] = await db.query(`select state from bank_files where number = 2`);
    expect(made).toMatchObject({ state: 'made' });
    await mkdir(out());
    expect(await run()).toBe(0);
    expect(await namesIn(out())).toEqual([]);
    // The next one has to wait for it: a bank takes files by their numbers.
    await registered();
    await passCutOff();
    expect(await run()).toBe(1);
    expect(await namesIn(out())).toEqual([]);
    await db.query(`update bank_files set claimed_until = now() - interval '1 second' where number = 2`);
    expect(await run()).toBe(2);
    expect(await namesIn(out())).toEqual(['main-000002.rem', 'main-000003.rem']);
    expect(await claimFiles(setting.gateway.deps, BANK)).toEqual([]);
    for (const name of await namesIn(out())) {
      bank.take(await readFile(join(out(), name), 'latin1'), '20112029');
    }
    clock.setOffset(clock.offsetMs + HOUR_MS);
  });

  it('give returns that are booked and moved, once, whichever of several processes is faster', async () => {
    await laid('CB1.RET', bytesOfLines(bank.returnFile()));
    const reference = [...bank.titles.values()][0]?.reference.trim() ?? '';
    bank.pay(reference, { on: '21112029' });
    await laid('CB2.RET', bytesOfLines(bank.returnFile()));
    await Promise.all([run(), run(), run()]);
    expect(await namesIn(into())).toEqual(['done']);
    expect(await namesIn(join(into(), 'done'))).toEqual(['CB1.RET', 'CB2.RET']);
    const rows = await setting.gateway.db.query(`select amount_cents from bank_payments`);
    expect(rows).toEqual([{ amount_cents: 12_345n }]);
    const files = await setting.gateway.db.query(
      `select state, paid_cents from bank_files where direction = 'return' order by name`,
    );
    expect(files).toEqual([
      { state: 'booked', paid_cents: 0n },
      { state: 'booked', paid_cents: 12_345n },
    ]);
  });

  it('move a return that was booked by a process that was killed before it moved it', async () => {
    const done = join(into(), 'done', 'CB2.RET');
    await laid('CB2.RET', await readFile(done));
    expect(await run()).toBe(1);
    expect(await namesIn(into())).toEqual(['done']);
    expect(await namesIn(join(into(), 'done'))).toHaveLength(3);
    const rows = await setting.gateway.db.query(`select 1 from bank_payments`);
    expect(rows).toHaveLength(1);
  });

  it('set aside what cannot be read, with the reason for an operator, and leave what is still written', async () => {
    await laid('BROKEN.RET', Buffer.from('not a return'));
    await laid('NEXT.RET.part', Buffer.from('half'));
    await writeFile(join(into(), 'NOW.RET'), 'just written');
    expect(await run()).toBe(1);
    expect(await namesIn(into())).toEqual(['NEXT.RET.part', 'NOW.RET', 'done', 'failed']);
    expect(await namesIn(join(into(), 'failed'))).toEqual(['BROKEN.RET']);
    const [row] = await setting.gateway.db.query(
      `select name, problem from bank_files where state = 'failed'`,
    );
    expect(row).toMatchObject({ name: 'BROKEN.RET', problem: expect.stringContaining('line 1') });
  });

  it('that are not there stop neither the other folder nor another bank', async () => {
    await rm(out(), { recursive: true });
    const reference = await registered();
    await passCutOff();
    const lines = bank.returnFile([]);
    await laid('CB9.RET', bytesOfLines(lines));
    expect(await run()).toBeGreaterThan(0);
    expect(await namesIn(join(into(), 'done'))).toContain('CB9.RET');
    expect(await stateOf(reference)).toBe('registering');
  });
});
