import { endOnSignals, numberOption, print, readOptions, seedOption, tableOf } from '../kit/options.ts';
import { PLANTS } from './plants.ts';
import {
  Chaos,
  type ChaosOptions,
  type ChaosResult,
  CLUSTER_FAULTS,
  EMBEDDED_FAULTS,
  medianOf,
} from './run.ts';

const MAX_MINUTES = 24 * 60;
const MAX_KILLS = 1_000_000;
const MAX_SHOPS = 50;
const MAX_BOUND_SECONDS = 600;
const MAX_SECRETS = 10_000;
const MAX_TEXTS_PRINTED = 30;

function optionsFrom(args: readonly string[]): ChaosOptions {
  const read = readOptions(args, {
    ...{
      minutes: '30',
      kills: '500',
      failovers: '20',
      faults: '',
      seed: '',
      shops: '4',
      secrets: '50',
      bound: '10',
      plant: '',
    },
  });
  const faults = read.faults.split(',').filter(Boolean);
  const known = [...CLUSTER_FAULTS, ...EMBEDDED_FAULTS];
  const unknown = faults.find((name) => !known.includes(name));
  if (unknown) throw new Error(`There is no fault "${unknown}". There are: ${known.join(', ')}.`);
  const plants = read.plant.split(',').filter(Boolean);
  const plant = PLANTS.filter((name) => plants.includes(name));
  if (plant.length < plants.length) throw new Error(`--plant is of ${PLANTS.join(', ')}.`);
  return {
    seed: seedOption(read.seed),
    seconds: numberOption('minutes', read.minutes, MAX_MINUTES) * 60,
    kills: numberOption('kills', read.kills, MAX_KILLS),
    failovers: numberOption('failovers', read.failovers, MAX_KILLS),
    shops: numberOption('shops', read.shops, MAX_SHOPS),
    maxRecoveryMs: numberOption('bound', read.bound, MAX_BOUND_SECONDS) * 1_000,
    secrets: numberOption('secrets', read.secrets, MAX_SECRETS),
    faults,
    plant,
    say: (line) => print(`[${new Date().toISOString().slice(11, 19)}] ${line}`),
  };
}

function report(result: ChaosResult, maxRecoveryMs: number): void {
  const { counts, findings, recoveries } = result;
  const seconds = (ms: number) => (ms / 1_000).toFixed(2);
  const rows = [...recoveries]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, { ms, failed, how }]) => [
      name,
      String(ms.length + failed),
      seconds(medianOf(ms)),
      seconds(Math.max(0, ...ms)),
      String(failed),
      how,
    ]);
  print('');
  print(tableOf([['fault', 'times', 'median s', 'max s', 'never', 'how'], ...rows]));
  for (const line of result.skipped) print(`skipped: ${line}`);
  print('');
  print(
    tableOf([
      ['tried', 'acked', 'refused', 'reads', 'sent', 'cut', 'asked again', 'replayed', 'provisional'],
      [
        counts.tried,
        counts.acked,
        counts.refused,
        counts.reads,
        counts.sent,
        counts.cut,
        counts.unavailable,
        counts.replayed,
        counts.provisional,
      ].map(String),
    ]),
  );
  print('');
  print(
    `${result.kills} kills and ${result.failovers} failovers in ${Math.round(result.seconds)} s, checks included`,
  );
  print(
    `${result.notifications.received} notifications received, ${result.notifications.repeated} of them again`,
  );
  print(`${result.planted} secrets planted, ${findings.count('leaked')} found`);
  print(
    `lost ${findings.count('lost')}, doubled ${findings.count('doubled')}, wrong answers ${findings.count('wrong')}, ` +
      `malformed errors ${findings.count('malformed')}, unanswered ${findings.count('unanswered')}, ` +
      `medians above ${maxRecoveryMs / 1_000} s ${findings.count('slow')}`,
  );
  for (const text of findings.texts.slice(0, MAX_TEXTS_PRINTED)) print(`  ${text}`);
}

let options: ChaosOptions;
try {
  options = optionsFrom(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}
print(`--seed=${options.seed} repeats the choice of faults and requests.`);
const chaos = new Chaos(options);
endOnSignals(() => chaos.stop());
try {
  const result = await chaos.run();
  report(result, options.maxRecoveryMs);
  process.exitCode = result.findings.total > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
