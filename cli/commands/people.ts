import type { Command } from 'commander';
import { isGuicheError, type PersonData } from '../../sdk/src/main.ts';
import { type Common, group, needing, remote } from '../command.ts';
import { EXIT, Refusal, wrongUse } from '../outcome.ts';
import { say, sayJson } from '../output.ts';
import { personOf } from '../profile.ts';

type Asked = Common & { document: string; reason: string };

export function peopleCommand(): Command {
  return group('people', 'what is held about a person, by CPF or CNPJ (operators)', [exported(), erased()]);
}

/** Both ask for the same: whose data, and why. */
function about(made: Command): Command {
  const text = (given: string) => given;
  needing(made, '--document <number>', 'CPF or CNPJ', text);
  return needing(made, '--reason <text>', 'why, for the audit log', text);
}

function exported(): Command {
  return about(
    remote('export', 'write everything held about a person as JSON', [
      'people export --profile operator --document 52998224725 --reason "Request 17" > person.json',
    ]),
  ).action(async (options: Asked) => sayJson(await forOperators(() => exportAll(options))));
}

/** The charges of every page in one document. */
async function exportAll(options: Asked): Promise<PersonData> {
  const { document, reason } = options;
  const { people } = personOf(options).operators;
  const first = await people.export({ document, reason });
  let last = first;
  const charges = [...first.charges];
  while (last.next_cursor !== null) {
    last = await people.export({ document, reason, cursor: last.next_cursor });
    charges.push(...last.charges);
  }
  return { ...first, charges, has_more: false, next_cursor: null };
}

function erased(): Command {
  return about(
    remote('erase', 'erase a person; amounts, dates and the ledger stay', [
      'people erase --profile operator --document 52998224725 --reason "Request 17" --yes',
    ]).option('--yes', 'erase without asking'),
  ).action(async (options: Asked & { yes?: boolean }) => {
    if (!options.yes)
      throw wrongUse('Erasing cannot be undone. Run `guiche people export` first, then add --yes.');
    const erasure = await forOperators(() => eraseAll(options));
    if (options.json) sayJson(erasure);
    else say(`Erased from ${erasure.customers} customers and ${erasure.charges} charges.`);
  });
}

async function eraseAll(options: Asked) {
  const { document, reason } = options;
  const { people } = personOf(options).operators;
  let charges = 0;
  for (;;) {
    const erasure = await people.erase({ document, reason });
    charges += erasure.charges;
    if (erasure.is_complete) return { customers: erasure.customers, charges };
  }
}

async function forOperators<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isGuicheError(error, 'FORBIDDEN')) throw error;
    throw new Refusal(
      'Only an operator may do this. Sign in as one: guiche login --profile operator, then add --profile operator.',
      EXIT.notSignedIn,
    );
  }
}
