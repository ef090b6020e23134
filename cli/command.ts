import { Command, InvalidArgumentError, Option } from 'commander';
import { type Reais, reais, UsageError } from '../sdk/src/main.ts';
import { wrongUse } from './outcome.ts';
import type { Connection } from './profile.ts';

export type Shown = { json?: boolean };
export type Common = Connection & Shown;

/** Every command throws instead of ending the process, and says in examples how it is used. */
export function command(name: string, about: string, examples: readonly string[]): Command {
  const text = examples.map((example) => `  $ guiche ${example}`).join('\n');
  return new Command(name)
    .description(about)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .helpCommand(false)
    .addHelpText('after', `\nExamples:\n${text}`);
}

/** A command that calls a gateway. */
export function remote(name: string, about: string, examples: readonly string[]): Command {
  return command(name, about, examples)
    .option('--url <address>', 'where the gateway is (or GUICHE_URL; default: the address of the last login)')
    .option('--profile <name>', 'which sign-in to use (or GUICHE_PROFILE)')
    .option('--json', 'write JSON for programs');
}

/** Adds a required option. Commander's own check would report it before an unknown option, and hide the typo. */
export function needing<T>(made: Command, flags: string, about: string, read: (text: string) => T): Command {
  const option = new Option(flags, about).argParser(read);
  return made.addOption(option).hook('preAction', () => {
    if (made.getOptionValue(option.attributeName()) === undefined)
      made.error(`required option '${flags}' not specified`);
  });
}

/** A group of commands. Without the name of one it fails and lists them. */
export function group(name: string, about: string, members: readonly Command[]): Command {
  const made = command(name, about, [`${name} ${members[0]?.name() ?? ''} --help`]);
  for (const member of members) made.addCommand(member);
  return made
    .usage('<command>')
    .argument('[what]')
    .allowExcessArguments(true)
    .action((what?: string) => {
      const names = members.map((member) => member.name()).join(', ');
      const problem =
        what === undefined ? `Say what to do with ${name}` : `There is no \`guiche ${name} ${what}\``;
      throw wrongUse(`${problem}: ${names}. \`guiche ${name} --help\` shows each.`);
    });
}

export function readAmount(text: string): Reais {
  try {
    return reais(text.replace(/^R\$\s?/, '').trim());
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new InvalidArgumentError(
      error.code === 'AMOUNT_TOO_LARGE'
        ? 'The largest amount is 9999999999.99.'
        : 'Write an amount in reais with a point, as 19.90.',
    );
  }
}

export const readWhole = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new InvalidArgumentError(`Write a whole number from ${min} to ${max}.`);
};

export const readChoice =
  <const T extends string>(choices: readonly T[]) =>
  (text: string): T => {
    const found = choices.find((choice) => choice === text.toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`It is one of ${choices.join(', ')}.`);
  };
