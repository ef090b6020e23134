import type { Command } from 'commander';
import type { CheckStep } from '../../server/src/providers/apipix/check.ts';
import type { PspConfig } from '../../server/src/providers/apipix/config.ts';
import { requireSecureAddress, showChecks } from '../check-steps.ts';
import { command, group, type Shown } from '../command.ts';
import { wrongUse } from '../outcome.ts';
import {
  loadCallbackAddress,
  loadConfig,
  loadInstallation,
  loadLog,
  loadPspCheck,
  loadPspConfig,
} from '../server.ts';

const ABOUT =
  '\nIt reads the same settings as `guiche start`, from the environment. It makes a charge of R$ 0.01 at the PSP, reads it and removes it, and reads charges with a due date, payments and the address for notices.';

const LABELS: Record<CheckStep['name'], string> = {
  certificate: 'Certificate',
  token: 'Token',
  create: 'Create',
  read: 'Read',
  remove: 'Remove',
  due: 'Due charges',
  payments: 'Payments',
  webhook: 'Webhook',
};

export function pixCommand(): Command {
  const check = command('check', 'try everything a PSP of GUICHE_PIX is needed for', [
    'pix check',
    'pix check efi --json',
  ]);
  const register = command('register', 'the same, and register this gateway for payment notices', [
    'pix register efi',
  ]);
  const members = [
    check.action((name: string | undefined, options: Shown) => examine(name, options, false)),
    register.action((name: string | undefined, options: Shown) => examine(name, options, true)),
  ];
  for (const member of members) {
    member
      .argument('[name]', 'one of GUICHE_PIX; without it, all of them')
      .option('--json', 'write JSON for programs')
      .addHelpText('after', ABOUT);
  }
  return group('pix', 'check the PSPs that receive PIX', members);
}

async function examine(name: string | undefined, { json }: Shown, registers: boolean): Promise<void> {
  const psps = await chosenPsps(name);
  if (registers) await requireSecureAddress('PSPs');
  const runs = psps.map((psp) => ({ title: psp.name, steps: stepsOf(psp, registers) }));
  const labelOf = (step: string) => LABELS[step as CheckStep['name']];
  await showChecks(runs, { json: json === true, key: 'psp', labelOf });
}

async function chosenPsps(name: string | undefined): Promise<PspConfig[]> {
  const { readConfig } = await loadConfig();
  const { readPixPsps } = await loadPspConfig();
  const psps = readPixPsps(process.env, readConfig(process.env).GUICHE_PIX ?? []);
  const names = psps.map((psp) => psp.name);
  if (psps.length === 0)
    throw wrongUse('GUICHE_PIX names no PSP. docs/guides/going-live.md says how it is set.');
  if (name === undefined) return psps;
  const chosen = psps.filter((psp) => psp.name === name);
  if (chosen.length === 0) throw wrongUse(`GUICHE_PIX does not name ${name}; it names ${names.join(', ')}.`);
  return chosen;
}

async function* stepsOf(psp: PspConfig, registers: boolean): AsyncGenerator<CheckStep> {
  const { checkPsp } = await loadPspCheck();
  const { createLog } = await loadLog();
  const webhookUrl = await ownAddress(psp.name);
  yield* checkPsp(psp, { log: createLog('silent'), webhookUrl, registers });
}

/** Under the master key of the gateway: run with the same settings, this is the address that it listens at. */
async function ownAddress(name: string): Promise<string> {
  const { publicUrlOf, readConfig } = await loadConfig();
  const config = readConfig(process.env);
  const { openVault } = await loadInstallation();
  const { callbackUrl } = await loadCallbackAddress();
  return callbackUrl(await openVault(config), publicUrlOf(config), 'pix', name);
}
