import { type Answer, fieldsOf } from '../kit/call.ts';
import { endOnSignals, numberOption, print, readOptions, seedOption, tableOf } from '../kit/options.ts';
import { Fuzz, type FuzzOptions, type FuzzResult } from './run.ts';

const MAX_REQUESTS = 100_000_000;

function optionsFrom(args: readonly string[]): FuzzOptions {
  const read = readOptions(args, { requests: '200000', seed: '', only: '', plant: '' });
  if (read.plant && read.plant !== 'answers') throw new Error('--plant is answers.');
  return {
    requests: numberOption('requests', read.requests, MAX_REQUESTS),
    seed: seedOption(read.seed),
    only: read.only,
    ...(read.plant ? { tamper: withoutDetails } : {}),
    say: (line) => print(`[${new Date().toISOString().slice(11, 19)}] ${line}`),
  };
}

/** Errors lose their details: the checker must see it. */
function withoutDetails(answer: Answer): Answer {
  if (answer.status < 400) return answer;
  const { details: _, ...json } = fieldsOf(answer.json);
  return { ...answer, json, text: JSON.stringify(json) };
}

function report(result: FuzzResult): void {
  const rows = [...result.statuses].sort(([one], [other]) => (one < other ? -1 : 1));
  print('');
  print(tableOf([['answer', 'times'], ...rows.map(([name, times]) => [name, String(times)])]));
  print('');
  const never = result.operations.filter((name) => !result.succeeded.has(name));
  print(`${result.succeeded.size} of ${result.operations.length} operations answered with success`);
  if (never.length > 0) print(`never: ${never.join(', ')}`);
  print(
    `${result.sent} requests in ${Math.round(result.seconds)} s, ${result.overloaded} asked again (OVERLOADED), ` +
      `${result.unanswered} without an answer, ${result.faultCount} faults`,
  );
  for (const text of result.faults) print(`  ${text}`);
}

let options: FuzzOptions;
let fuzz: Fuzz;
try {
  options = optionsFrom(process.argv.slice(2));
  fuzz = new Fuzz(options);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(2);
}
print(`--seed=${options.seed} repeats this run.`);
endOnSignals(() => fuzz.stop());
try {
  const result = await fuzz.run();
  report(result);
  process.exitCode = result.faultCount > 0 ? 1 : 0;
} catch (error) {
  process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
}
