import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cnabEnvironment } from '../../../../test/support/cnab-settings.ts';
import { readBanks } from '../banks/read.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guiche-files-'));
  await writeFile(join(folder, 'file'), '');
});
afterAll(() => rm(folder, { recursive: true }));

async function checked(out: string, into: string) {
  const folders = { GUICHE_BANK_MAIN_FOLDER_OUT: out, GUICHE_BANK_MAIN_FOLDER_IN: into };
  const environment = { ...cnabEnvironment('main', 'bradesco'), ...folders };
  const [bank] = readBanks(environment, { boleto: ['main:cnab-bradesco'], payout: [], pix: [] });
  const steps = [];
  const options = { log: pino({ level: 'silent' }), webhookUrl: null, registers: false };
  for await (const step of bank?.configured.check('boleto', options) ?? []) steps.push(step);
  return steps;
}

it('the check of a bank that takes files names the setting of each folder that is none', async () => {
  const steps = await checked(join(folder, 'none'), join(folder, 'file'));
  expect(steps.map(({ ok, detail, remedy }) => [ok, detail, remedy])).toEqual([
    [true, 'files for Bradesco', null],
    [
      false,
      `GUICHE_BANK_MAIN_FOLDER_OUT names ${folder}/none, which cannot be used (ENOENT)`,
      'make the folder, or set GUICHE_BANK_MAIN_FOLDER_OUT to another',
    ],
    [
      false,
      `GUICHE_BANK_MAIN_FOLDER_IN names ${folder}/file, which cannot be used (ENOTDIR)`,
      'make the folder, or set GUICHE_BANK_MAIN_FOLDER_IN to another',
    ],
  ]);
});
