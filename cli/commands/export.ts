import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { Fetch, StatementQuery } from '../../sdk/src/main.ts';
import { type Common, needing, readChoice, remote } from '../command.ts';
import { Refusal } from '../outcome.ts';
import { note, say, sayJson } from '../output.ts';
import { clientOf } from '../profile.ts';
import { type Progress, startProgress } from '../progress.ts';
import { fetchWithNotice } from '../retry-notice.ts';

const EXPORT_TIMEOUT_MS = 600_000;
const FORMATS = ['csv', 'ofx'] as const;
const LANGUAGES = ['pt', 'en'] as const;
const KILOBYTE = 1_024;

type ExportOptions = Common & {
  format: (typeof FORMATS)[number];
  language?: (typeof LANGUAGES)[number];
  from?: string;
  to?: string;
  output?: string;
  force?: boolean;
};

export function exportCommand(): Command {
  const made = remote('export', 'write the statement to a file', [
    'export --format csv',
    'export --format ofx --from 2026-01-01 --to 2026-02-01 --output january.ofx',
    'export --format csv --output - | head',
  ]);
  return needing(made, '--format <format>', FORMATS.join(' or '), readChoice(FORMATS))
    .option('--from <date>', 'YYYY-MM-DD or an instant, inclusive; default 30 days ago', readDate)
    .option('--to <date>', 'YYYY-MM-DD or an instant, exclusive; default now', readDate)
    .option('--language <language>', 'of the titles: pt or en', readChoice(LANGUAGES))
    .option('--output <file>', 'default the name the gateway gives; - writes to standard output')
    .option('--force', 'write over a file that is there')
    .action(exportStatement);
}

async function exportStatement(options: ExportOptions): Promise<void> {
  const progress = startProgress('Asking for the statement…');
  const query: StatementQuery = {
    format: options.format,
    ...(options.language ? { language: options.language } : {}),
    ...(options.from ? { created_from: options.from } : {}),
    ...(options.to ? { created_to: options.to } : {}),
  };
  try {
    const client = clientOf(options).with({ fetch: countingFetch(progress) });
    const file = await client.transactions.export(query, { timeoutMs: EXPORT_TIMEOUT_MS });
    progress.end();
    if (options.output === '-') process.stdout.write(file.bytes);
    else await save(options, file.bytes, safeName(file.filename, options.format));
  } finally {
    progress.end();
  }
}

async function save(options: ExportOptions, bytes: Uint8Array, given: string): Promise<void> {
  const path = options.output ?? given;
  try {
    await writeFile(path, bytes, { flag: options.force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new Refusal(`${path} exists. Choose another name with --output, or give --force.`);
    throw new Refusal(`${path} cannot be written: ${message}. Choose another place with --output.`);
  }
  if (options.json) sayJson({ file: path, bytes: bytes.length });
  else say(path);
  note(`${bytes.length} bytes written.`);
}

/** The file name the gateway gives, without any path. */
function safeName(name: string | null, format: string): string {
  return name && /^[\w.-]+$/.test(name) && !name.startsWith('.') ? name : `statement.${format}`;
}

function countingFetch(progress: Progress): Fetch {
  return async (url, init) => {
    const answer = await fetchWithNotice(url, init);
    let received = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, passOn) {
        received += chunk.length;
        progress.say(`${Math.round(received / KILOBYTE)} KB received…`);
        passOn.enqueue(chunk);
      },
    });
    return new Response(answer.body?.pipeThrough(counter) ?? null, answer);
  };
}

function readDate(text: string): string {
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const whole = isDate ? `${text}T00:00:00-03:00` : text;
  if ((isDate || /^\d{4}-\d{2}-\d{2}T/.test(text)) && !Number.isNaN(Date.parse(whole))) return whole;
  throw new InvalidArgumentError('Write a date as 2026-01-31, or an instant as 2026-01-31T12:00:00-03:00.');
}
