import type { Command } from 'commander';
import { type Common, group, remote } from '../command.ts';
import { moment, note, say, sayJson, table } from '../output.ts';
import { personOf } from '../profile.ts';

/** Keys are made by a person who signed in: a key cannot make keys. */
export function keysCommand(): Command {
  return group('keys', 'API keys of the account', [list(), create(), revoke()]);
}

function list(): Command {
  return remote('list', 'list API keys', ['keys list']).action(async (options: Common) => {
    const { data } = await personOf(options).keys.list();
    if (options.json) return sayJson(data);
    const columns = [
      { title: 'KEY' },
      { title: 'NAME' },
      { title: 'SHOWN AS' },
      { title: 'STATUS' },
      { title: 'LAST USED' },
    ];
    const rows = data.map((key) => [
      key.id,
      key.name,
      key.api_key,
      key.status,
      key.last_used_at ? moment(key.last_used_at) : 'never',
    ]);
    say(table(columns, rows));
  });
}

function create(): Command {
  return remote('create', 'make an API key; it is shown only once', ['keys create --name shop'])
    .option('--name <name>', 'what it is for')
    .action(async (options: Common & { name?: string }) => {
      const key = await personOf(options).keys.create(options.name ? { name: options.name } : {});
      if (options.json) return sayJson(key);
      say(key.api_key);
      note(`Key ${key.id}. It is shown only this once: keep it in a safe place.`);
    });
}

function revoke(): Command {
  return remote('revoke', 'end an API key everywhere, at once', ['keys revoke 0198c0de-…'])
    .argument('<id>', 'the id of the key, as `guiche keys list` shows it')
    .action(async (id: string, options: Common) => {
      const removed = await personOf(options).keys.remove(id);
      if (removed.success === null) {
        if (options.json) return sayJson({ success: null, code: removed.error.code });
        say(
          `The first answer was lost, and the retry found no key ${id}. \`guiche keys list\` shows your keys.`,
        );
        return;
      }
      if (options.json) return sayJson(removed);
      say(`Key ${id} is revoked.`);
    });
}
