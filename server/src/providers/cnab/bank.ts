import { accessSync, constants } from 'node:fs';
import { BANK_NAMES, type BankName } from '../../brazil/cnab/bank.ts';
import { banks } from '../../brazil/cnab/banks/registry.ts';
import type { Bank, BankCheckStep } from '../banks/bank.ts';
import { bankSetting } from '../banks/settings.ts';
import { type CnabConfig, cnabSettingsOf, readCnab } from './config.ts';
import { openCnab } from './rail.ts';

/** The banks that take files of boletos: `cnab-bradesco`, `cnab-itau` and so on. */
export const cnabBanks: readonly Bank[] = BANK_NAMES.map(cnabBank);

function cnabBank(bankName: BankName): Bank {
  return {
    name: `cnab-${bankName}`,
    title: `${banks[bankName].title} (CNAB 240)`,
    kinds: ['boleto'],
    registers: [],
    settings: cnabSettingsOf(bankName),
    read(settings) {
      const config = readCnab(settings, bankName);
      return {
        open: (context) => ({
          name: config.name,
          boleto: openCnab(config, context),
          payout: null,
          card: null,
          requireReachable: async () => warningsOf(config),
          close: async () => undefined,
        }),
        check: () => checkCnab(config),
      };
    },
  };
}

type Folder = { variable: string; path: string; mode: number };

function foldersOf({ name, folderOut, folderIn }: CnabConfig): Folder[] {
  const { R_OK, W_OK } = constants;
  const all = [
    { variable: bankSetting(name, 'FOLDER_OUT'), path: folderOut, mode: W_OK },
    // What was read is moved.
    { variable: bankSetting(name, 'FOLDER_IN'), path: folderIn, mode: R_OK + W_OK },
  ];
  return all.flatMap(({ path, ...rest }) => (path === null ? [] : [{ path, ...rest }]));
}

function faultOf({ variable, path, mode }: Folder): string | null {
  try {
    // The last / makes a file that is no folder a fault, too.
    accessSync(`${path}/`, mode);
    return null;
  } catch (error) {
    return `${variable} names ${path}, which cannot be used (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** A folder of another machine may be away for a while: it stops no start. */
function warningsOf(config: CnabConfig): string | null {
  const faults = foldersOf(config).flatMap((folder) => faultOf(folder) ?? []);
  return faults.length > 0 ? faults.join('; ') : null;
}

async function* checkCnab(config: CnabConfig): AsyncGenerator<BankCheckStep> {
  yield { name: 'agreement', ok: true, detail: `files for ${config.bank.title}`, remedy: null };
  for (const folder of foldersOf(config)) {
    const fault = faultOf(folder);
    const remedy = fault && `make the folder, or set ${folder.variable} to another`;
    yield { name: 'folder', ok: fault === null, detail: fault ?? `${folder.path} can be used`, remedy };
  }
}
