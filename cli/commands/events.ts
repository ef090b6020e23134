import type { Command } from 'commander';
import type { FeedEvent } from '../../sdk/src/main.ts';
import { type Common, group, remote } from '../command.ts';
import { follow, untilInterrupted } from '../follow.ts';
import { moment, money, note, printable, say, sayJsonLine } from '../output.ts';
import { clientOf } from '../profile.ts';
import { subjectOf } from './listen.ts';

export function eventsCommand(): Command {
  return group('events', 'what happens in the account', [tail()]);
}

function tail(): Command {
  return remote('tail', 'show events as they happen', ['events tail', 'events tail --from start --json'])
    .option('--from <cursor>', '`start` for everything so far, or a cursor; default from now on')
    .addHelpText('after', '\nWith --json each line is one event. Ctrl-C ends it.')
    .action(async (options: Common & { from?: string }) => {
      const signal = untilInterrupted();
      const client = clientOf(options);
      note(`Waiting for events of ${client.baseUrl}. Ctrl-C ends it.`);
      const onEvent = async (event: FeedEvent) => (options.json ? sayJsonLine(event) : say(lineOf(event)));
      await follow({ client, from: options.from, signal, onEvent });
    });
}

function lineOf(event: FeedEvent): string {
  const { data } = event;
  const amount = 'value' in data ? data.value : data.amount;
  const change = `${event.previous_status ?? 'new'} → ${data.status}`;
  const cells = [moment(event.timestamp), event.event.padEnd(20), subjectOf(event), money(amount), change];
  return printable(cells.join('  '));
}
