import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { command } from './command.ts';
import { auditCommand } from './commands/audit.ts';
import { boletoCommand, cardCommand, payoutCommand } from './commands/bank.ts';
import { chargesCommand } from './commands/charges.ts';
import { clockCommand } from './commands/clock.ts';
import { distributeCommand, rebalanceCommand } from './commands/cluster.ts';
import { doctorCommand } from './commands/doctor.ts';
import { eventsCommand } from './commands/events.ts';
import { exportCommand } from './commands/export.ts';
import { migrateCommand, startCommand } from './commands/gateway.ts';
import { keysCommand } from './commands/keys.ts';
import { listenCommand } from './commands/listen.ts';
import { loginCommand, logoutCommand } from './commands/login.ts';
import { peopleCommand } from './commands/people.ts';
import { pixCommand } from './commands/pix.ts';
import { triggerCommand } from './commands/trigger.ts';
import { type Refusal, wrongUse } from './outcome.ts';
import { serverFile } from './place.ts';

const CODES = `
Exit codes: 0 done, 1 failed, 2 wrong use, 3 not signed in, 4 no gateway answers, 130 interrupted.
GUICHE_URL and GUICHE_API_KEY go before what \`guiche login\` kept.`;

export function buildProgram(): Command {
  const program = command('guiche', 'Guichê, a payment gateway for Brazil: run it, use it, test with it.', [
    'start',
    'login',
    'charges create --value 19.90',
    'listen --forward-to http://localhost:4000/hook',
  ]);
  program.version(version(), '-V, --version', 'show the version').addHelpText('after', CODES);
  for (const make of [
    startCommand,
    migrateCommand,
    distributeCommand,
    rebalanceCommand,
    doctorCommand,
    loginCommand,
    logoutCommand,
    keysCommand,
    chargesCommand,
    listenCommand,
    triggerCommand,
    eventsCommand,
    clockCommand,
    pixCommand,
    boletoCommand,
    payoutCommand,
    cardCommand,
    auditCommand,
    peopleCommand,
    exportCommand,
  ]) {
    program.addCommand(make());
  }
  return program
    .helpCommand('help [command]', 'show what a command does')
    .usage('<command>')
    .argument('[command]')
    .allowExcessArguments(true)
    .action((name?: string) => {
      if (name !== undefined) throw unknown(name, program.commands);
      program.outputHelp();
    });
}

function unknown(name: string, commands: readonly Command[]): Refusal {
  const near = commands
    .map((each) => each.name())
    .find((known) => known.startsWith(name) || name.startsWith(known));
  const hint = near === undefined ? '' : ` Do you mean \`guiche ${near}\`?`;
  return wrongUse(`There is no \`guiche ${name}\`.${hint} \`guiche --help\` shows what there is.`);
}

function version(): string {
  const file = new URL('../package.json', serverFile('main.js'));
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
