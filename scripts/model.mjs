// `npm run model`: a long run of random operations against the model, each time with another seed, which it prints.
// `npm run model -- 100000` for more sequences; GUICHE_MODEL_SEED=… repeats a run.
import { join } from 'node:path';
import { prepare, prepareWeb, root, run, say } from './prepare.mjs';

const SEQUENCES = '20000';
const MAX_SEED = 2_147_483_647;

const sequences = process.argv[2] ?? process.env.GUICHE_MODEL_RUNS ?? SEQUENCES;
if (!/^[1-9]\d{0,8}$/.test(sequences)) {
  process.stderr.write(`${sequences} is not a number of sequences.\n`);
  process.exit(1);
}
const seed = process.env.GUICHE_MODEL_SEED ?? String(Date.now() % MAX_SEED);
say(`${sequences} sequences; GUICHE_MODEL_SEED=${seed} repeats this run.`);
await prepare({ withBuild: false });
await prepareWeb();
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = await run(
  process.execPath,
  [vitest, 'run', '--root', root, 'test/invariants/model.test.ts'],
  { env: { ...process.env, GUICHE_MODEL_RUNS: sequences, GUICHE_MODEL_SEED: seed } },
);
process.exit(status);
