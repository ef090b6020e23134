import type { Command } from 'commander';
import type { BankKind } from '../../server/src/providers/banks/bank.ts';
import type { NamedBank } from '../../server/src/providers/banks/read.ts';
import { showChecks } from '../check-steps.ts';
import { command, group, type Shown } from '../command.ts';
import { wrongUse } from '../outcome.ts';
import { loadBanks, loadConfig, loadLog } from '../server.ts';

const ABOUT =
  '\nIt reads the same settings as `guiche start`, from the environment. It sends no money and registers no boleto.';

const LISTS: Readonly<Record<BankKind, string>> = { boleto: 'GUICHE_BOLETO', payout: 'GUICHE_PAYOUT' };

export const boletoCommand = () =>
  bankCommand(
    'boleto',
    'check the banks that register boletos',
    'try what a bank of GUICHE_BOLETO is needed for',
  );

export const payoutCommand = () =>
  bankCommand(
    'payout',
    'check the banks that pay withdrawals',
    'try what a bank of GUICHE_PAYOUT is needed for',
  );

function bankCommand(kind: BankKind, about: string, aboutCheck: string): Command {
  const check = command('check', aboutCheck, [`${kind} check`, `${kind} check inter --json`])
    .argument('[name]', `one of ${LISTS[kind]}; without it, all of them`)
    .option('--json', 'write JSON for programs')
    .addHelpText('after', ABOUT)
    .action((name: string | undefined, options: Shown) => examine(kind, name, options));
  return group(kind, about, [check]);
}

async function examine(kind: BankKind, name: string | undefined, { json }: Shown): Promise<void> {
  const chosen = await chosenBanks(kind, name);
  const { createLog } = await loadLog();
  const log = createLog('silent');
  const runs = chosen.map(({ name: title, configured }) => ({ title, steps: configured.check(kind, log) }));
  await showChecks(runs, { json: json === true, key: 'bank', labelOf: capitalized });
}

async function chosenBanks(kind: BankKind, name: string | undefined): Promise<NamedBank[]> {
  const { readConfig } = await loadConfig();
  const { configuredBanks } = await loadBanks();
  const banks = configuredBanks(process.env, readConfig(process.env)).filter(({ kinds }) =>
    kinds.includes(kind),
  );
  if (banks.length === 0)
    throw wrongUse(`${LISTS[kind]} names no bank. docs/guides/going-live.md says how it is set.`);
  if (name === undefined) return banks;
  const chosen = banks.filter((bank) => bank.name === name);
  const names = banks.map((bank) => bank.name).join(', ');
  if (chosen.length === 0) throw wrongUse(`${LISTS[kind]} does not name ${name}; it names ${names}.`);
  return chosen;
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
