import type { Command } from 'commander';
import { failureOf } from './failure.ts';
import { EXIT } from './outcome.ts';
import { note, paint } from './output.ts';
import { urlOf } from './profile.ts';
import { buildProgram } from './program.ts';

/** The command `guiche`. It always ends with a message and an exit code. */
async function main(words: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      // `guiche charges list | head`: the reader has had enough.
      if (code === 'EPIPE') process.exit(EXIT.done);
      if (stream === process.stdout)
        note(`guiche: The output cannot be written (${code}). Is the disk full?`);
      process.exit(EXIT.failed);
    });
  }
  const program = buildProgram();
  try {
    await program.parseAsync([...words], { from: 'user' });
  } catch (error) {
    const { exitCode, message, code } = failureOf(error, addressIn(words), commandIn(program, words));
    process.exitCode = exitCode;
    if (exitCode === EXIT.done) return;
    if (words.includes('--json')) note(JSON.stringify({ error: message, code }));
    else note(`${paint('red', 'guiche:', process.stderr)} ${message}`);
  }
}

/** `guiche charges create` of all that was typed. */
function commandIn(program: Command, words: readonly string[]): string {
  const [first, second] = words;
  const group = program.commands.find((each) => each.name() === first);
  const member = group?.commands.find((each) => each.name() === second);
  return ['guiche', ...[group, member].flatMap((each) => each?.name() ?? [])].join(' ');
}

/** For the message that no gateway answers there. */
function addressIn(words: readonly string[]): string {
  const given = (flag: string) => {
    const at = words.indexOf(flag);
    const joined = words.find((word) => word.startsWith(`${flag}=`));
    return joined?.slice(flag.length + 1) ?? (at === -1 ? undefined : words[at + 1]);
  };
  const [url, profile] = [given('--url'), given('--profile')];
  try {
    return urlOf({ ...(url ? { url } : {}), ...(profile ? { profile } : {}) });
  } catch {
    return url ?? 'the address';
  }
}

await main(process.argv.slice(2));
