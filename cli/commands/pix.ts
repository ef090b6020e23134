import type { Command } from 'commander';
import type { CheckStep } from '../../server/src/providers/apipix/check.ts';
import type { PspConfig } from '../../server/src/providers/apipix/config.ts';
import { command, group, type Shown } from '../command.ts';
import { Refusal, wrongUse } from '../outcome.ts';
import { paint, printable, say, sayJson } from '../output.ts';
import {
  loadCallbackAddress,
  loadConfig,
  loadInstallation,
  loadLog,
  loadPspCheck,
  loadPspConfig,
} from '../server.ts';

const ABOUT =
  '\nIt reads the same settings as `guiche start`, from the environment. It makes a charge of R$ 0.01 at the PSP, reads it and removes it.';

const LABELS: Record<CheckStep['name'], string> = {
  certificate: 'Certificate',
  token: 'Token',
  create: 'Create',
  read: 'Read',
  remove: 'Remove',
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

/** Reports the most common mistake before the PSP refuses. */
async function requireSecureAddress(): Promise<void> {
  const { publicUrlOf, readConfig } = await loadConfig();
  const address = publicUrlOf(readConfig(process.env));
  if (new URL(address).protocol !== 'https:') {
    throw wrongUse(
      `PUBLIC_URL is ${address}, and PSPs call https only. Set PUBLIC_URL to your https address.`,
    );
  }
}

type Examined = { psp: string; steps: CheckStep[] };

async function examine(name: string | undefined, { json }: Shown, registers: boolean): Promise<void> {
  const psps = await chosenPsps(name);
  if (registers) await requireSecureAddress();
  const results: Examined[] = [];
  for (const psp of psps) {
    if (!json) say(paint('bold', psp.name));
    results.push({ psp: psp.name, steps: await stepsOf(psp, registers, json !== true) });
  }
  if (json) sayJson(results.map(({ psp, steps }) => ({ psp, ok: steps.every((step) => step.ok), steps })));
  const ill = results.flatMap(({ steps }) => steps.filter((step) => !step.ok)).length;
  if (ill > 0) throw new Refusal(ill === 1 ? 'One check failed.' : `${ill} checks failed.`);
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

async function stepsOf(psp: PspConfig, registers: boolean, isShown: boolean): Promise<CheckStep[]> {
  const { checkPsp } = await loadPspCheck();
  const { createLog } = await loadLog();
  const webhookUrl = await ownAddress(psp.name);
  const steps: CheckStep[] = [];
  for await (const step of checkPsp(psp, { log: createLog('silent'), webhookUrl, registers })) {
    steps.push(step);
    if (isShown) say(lineOf(step));
  }
  return steps;
}

/** Under the master key of the gateway: run with the same settings, this is the address that it listens at. */
async function ownAddress(name: string): Promise<string> {
  const { publicUrlOf, readConfig } = await loadConfig();
  const config = readConfig(process.env);
  const { openVault } = await loadInstallation();
  const { callbackUrl } = await loadCallbackAddress();
  return callbackUrl(await openVault(config), publicUrlOf(config), name);
}

function lineOf({ name, ok, detail, remedy }: CheckStep): string {
  const mark = ok ? paint('green', '✓') : paint('red', '✗');
  const line = `${mark} ${LABELS[name].padEnd(12)} ${printable(detail)}`;
  return remedy === null ? line : `${line}\n  ${' '.repeat(12)} → ${printable(remedy)}`;
}
