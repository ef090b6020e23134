import type { Command } from 'commander';
import type { BankKind } from '../../server/src/providers/banks/bank.ts';
import type { NamedBank } from '../../server/src/providers/banks/read.ts';
import { type CheckedStep, requireSecureAddress, showChecks } from '../check-steps.ts';
import { command, group, type Shown } from '../command.ts';
import { wrongUse } from '../outcome.ts';
import { loadBanks, loadConfig, loadInstallation, loadLog } from '../server.ts';

const ABOUT =
  '\nIt reads the same settings as `guiche start`, from the environment. It sends no money, registers no boleto and charges no card.';
const ABOUT_REGISTER = `${ABOUT} The address contains a secret, and is replaced where another one is registered.`;

const LISTS: Readonly<Record<BankKind, string>> = {
  boleto: 'GUICHE_BOLETO',
  payout: 'GUICHE_PAYOUT',
  card: 'GUICHE_CARD',
};

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

export const cardCommand = () =>
  bankCommand(
    'card',
    'check the acquirers that charge cards',
    'try what an acquirer of GUICHE_CARD is needed for',
  );

function bankCommand(kind: BankKind, about: string, aboutCheck: string): Command {
  const check = command('check', aboutCheck, [`${kind} check`, `${kind} check inter --json`])
    .addHelpText('after', ABOUT)
    .action((name: string | undefined, options: Shown) => examine(kind, name, options));
  const register = command('register', 'the same, and register this gateway for notices of the bank', [
    `${kind} register inter`,
  ])
    .addHelpText('after', ABOUT_REGISTER)
    .action((name: string | undefined, options: Shown) => registerAddress(kind, name, options));
  for (const member of [check, register]) {
    member
      .argument('[name]', `one of ${LISTS[kind]}; without it, all of them`)
      .option('--json', 'write JSON for programs');
  }
  return group(kind, about, [check, register]);
}

async function examine(kind: BankKind, name: string | undefined, options: Shown): Promise<void> {
  await show(await chosenBanks(kind, name), kind, options, null);
}

async function registerAddress(kind: BankKind, name: string | undefined, options: Shown): Promise<void> {
  const chosen = await chosenBanks(kind, name);
  const able = chosen.filter(({ bank }) => bank.registers.includes(kind));
  if (able.length === 0) {
    const titles = chosen.map(({ bank }) => bank.title).join(', ');
    throw wrongUse(`${titles} keeps no address for notices of ${kind}s: there is nothing to register.`);
  }
  await requireSecureAddress('banks');
  const { publicUrlOf, readConfig } = await loadConfig();
  const config = readConfig(process.env);
  const { openVault } = await loadInstallation();
  const { noticeAddress } = await loadBanks();
  const vault = await openVault(config);
  const addressOf = ({ name: own, bank }: NamedBank) =>
    noticeAddress(vault, publicUrlOf(config), { name: own, bank, kind, config });
  await show(able, kind, options, addressOf);
}

async function show(
  banks: readonly NamedBank[],
  kind: BankKind,
  { json }: Shown,
  addressOf: ((bank: NamedBank) => string) | null,
): Promise<void> {
  const { createLog } = await loadLog();
  const log = createLog('silent');
  const runs = banks.map((each) => {
    const webhookUrl = addressOf?.(each) ?? null;
    const options = { log, webhookUrl, registers: webhookUrl !== null };
    const steps: AsyncIterable<CheckedStep> = each.configured.check(kind, options);
    return { title: each.name, steps };
  });
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
