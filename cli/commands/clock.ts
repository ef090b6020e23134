import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { Clock } from '../../sdk/src/main.ts';
import { type Common, group, remote } from '../command.ts';
import { DURATION_FORM, durationInWords, secondsOf } from '../duration.ts';
import { moment, say, sayJson } from '../output.ts';
import { clientOf } from '../profile.ts';
import { startProgress } from '../progress.ts';

/** All that falls due in a month of a busy sandbox is done before the call answers. */
const ADVANCE_TIMEOUT_MS = 600_000;

/** The clock of the whole sandbox: every seller's. */
export function clockCommand(): Command {
  return group('clock', 'the clock of the whole sandbox', [showClock(), advance(), reset()]);
}

function showClock(): Command {
  return remote('show', 'what time it is there', ['clock show']).action(async (options: Common) =>
    show(await clientOf(options).sandbox.clock.retrieve(), options),
  );
}

function advance(): Command {
  return remote('advance', 'let time pass: what falls due in it is done before this ends', [
    'clock advance 30d',
    'clock advance 12h',
    'clock advance 90s --json',
  ])
    .argument('<duration>', DURATION_FORM, readDuration)
    .action(async (seconds: number, options: Common) => {
      const progress = startProgress('Time is passing…');
      try {
        const settings = { timeoutMs: ADVANCE_TIMEOUT_MS };
        const clock = await clientOf(options).sandbox.clock.advance({ seconds }, settings);
        progress.end();
        show(clock, options);
      } finally {
        progress.end();
      }
    });
}

function reset(): Command {
  return remote('reset', 'back to real time', ['clock reset']).action(async (options: Common) =>
    show(await clientOf(options).sandbox.clock.reset(), options),
  );
}

function readDuration(text: string): number {
  const seconds = secondsOf(text);
  if (seconds === null) throw new InvalidArgumentError(`Write ${DURATION_FORM}.`);
  return seconds;
}

function show(clock: Clock, { json }: Common): void {
  if (json) {
    sayJson(clock);
    return;
  }
  const { offset_seconds: offset } = clock;
  const ahead = offset === 0 ? 'real time' : `${durationInWords(offset)} ahead`;
  say(`${moment(clock.now)}  (${ahead})`);
}
