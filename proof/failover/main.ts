import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { endOnSignals, numberOption, print, readOptions, seedOption } from '../kit/options.ts';
import { ROOT } from '../kit/root.ts';
import { KINDS, type KillKind } from './cluster.ts';
import { findPrograms, missingText, type Programs } from './packages.ts';
import { type Bounds, type FailoverResult, failuresOf, linesOf } from './report.ts';
import { Failover, type FailoverOptions, PLANTS } from './run.ts';

const MAX_KILLS = 1_000;
const MAX_SHOPS = 20;
const MAX_BOUND_SECONDS = 600;
const WRONG_OPTION = 2;
/** The machine lacks programs: nothing was tried, so it neither holds nor fails. */
const PACKAGES_MISSING = 3;
const FOLDER = join(ROOT, 'dist-proof');

type Asked = { options: Omit<FailoverOptions, 'programs'>; bounds: Bounds; json: string };

function optionsFrom(args: readonly string[]): Asked {
  const read = readOptions(args, {
    ...{ kills: '20', seed: '', shops: '3', kinds: '', plant: '', bound: '15' },
    json: join(FOLDER, 'failover.json'),
  });
  const kills = numberOption('kills', read.kills, MAX_KILLS);
  return {
    options: {
      seed: seedOption(read.seed),
      kills,
      shops: numberOption('shops', read.shops, MAX_SHOPS),
      kinds: someOf<KillKind>('kinds', read.kinds, KINDS),
      plants: someOf('plant', read.plant, PLANTS),
      say: (line) => print(`[${new Date().toISOString().slice(11, 19)}] ${line}`),
    },
    bounds: { kills, medianMs: numberOption('bound', read.bound, MAX_BOUND_SECONDS) * 1_000 },
    json: read.json,
  };
}

function someOf<T extends string>(option: string, raw: string, known: readonly T[]): T[] {
  const names = raw.split(',').filter(Boolean);
  const found = known.filter((name) => names.includes(name));
  if (found.length < names.length) throw new Error(`--${option} is of ${known.join(', ')}.`);
  return found;
}

/** The first line that each program says about itself. */
function versionsOf({ patroni, etcd, haproxy, postgres }: Programs): Record<string, string> {
  const said = (program: string, option: string) =>
    execFileSync(program, [option], { encoding: 'utf8' }).split('\n')[0] ?? '';
  return {
    postgres: said(join(postgres, 'postgres'), '--version'),
    patroni: said(patroni, '--version'),
    etcd: said(etcd, '--version'),
    haproxy: said(haproxy, '-v'),
  };
}

function settingsOf(): Record<string, unknown> {
  const file = parse(readFileSync(join(ROOT, 'deploy', 'patroni', 'patroni.yml'), 'utf8'));
  const { ttl, loop_wait, retry_timeout, primary_start_timeout, synchronous_mode } = file.bootstrap.dcs;
  return { ttl, loop_wait, retry_timeout, primary_start_timeout, synchronous_mode };
}

/** When something does not hold, what every part printed is needed to see why. */
function keepLogs(logs: ReadonlyMap<string, string>): void {
  const folder = join(FOLDER, 'failover-logs');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of logs) writeFileSync(join(folder, `${name}.log`), text);
  print(`what each part printed: ${folder}`);
}

let asked: Asked;
try {
  asked = optionsFrom(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(WRONG_OPTION);
}
const programs = findPrograms();
if (!('patroni' in programs)) {
  process.stderr.write(`${missingText(programs)}\n`);
  process.exit(PACKAGES_MISSING);
}
print(`--seed=${asked.options.seed} repeats the choice of kills and requests.`);
const failover = new Failover({ ...asked.options, programs });
endOnSignals(() => failover.stop());
try {
  const at = new Date().toISOString();
  const measured = await failover.run();
  const result: FailoverResult = { ...measured, at, versions: versionsOf(programs), settings: settingsOf() };
  const failures = failuresOf(result, asked.bounds);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(asked.json, `${JSON.stringify({ ...result, bounds: asked.bounds, failures }, null, 2)}\n`);
  print('');
  for (const line of linesOf(result, asked.bounds)) print(line);
  print(`the same as JSON: ${asked.json}`);
  if (failures.length > 0) keepLogs(failover.logs());
  process.exitCode = failures.length > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  keepLogs(failover.logs());
  process.exitCode = 1;
} finally {
  await failover.stop();
}
