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

/** A command that talks to a gateway. */
export function remote(name: string, about: string, examples: readonly string[]): Command {
  return command(name, about, examples)
    .option('--url <address>', 'where the gateway is (or GUICHE_URL; default what login kept)')
    .option('--profile <name>', 'which sign-in to use (or GUICHE_PROFILE)')
    .option('--json', 'write JSON for programs');
}

/** With an option that must be given. Commander's own would hide the mistyped name for which it is missing. */
export function needing<T>(made: Command, flags: string, about: string, read: (text: string) => T): Command {
  const option = new Option(flags, about).argParser(read);
  return made.addOption(option).hook('preAction', () => {
    if (made.getOptionValue(option.attributeName()) === undefined)
      made.error(`required option '${flags}' not specified`);
  });
}

/** A group without a name of what to do is wrong use that shows what there is. */
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
    const isTooLarge = error.message.includes('the largest amount');
    throw new InvalidArgumentError(
      isTooLarge
        ? 'The largest amount is 9999999999.99.'
        : 'Write an amount in reais with a point, as 19.90.',
    );
  }
}

export const readWhole = (least: number, most: number) => (text: string) => {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new InvalidArgumentError(`Write a whole number from ${least} to ${most}.`);
};

export const readChoice =
  <const T extends string>(choices: readonly T[]) =>
  (text: string): T => {
    const found = choices.find((choice) => choice === text.toLowerCase());
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`It is one of ${choices.join(', ')}.`);
  };
