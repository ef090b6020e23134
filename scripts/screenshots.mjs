// `npm run screenshots`: a picture of every state of the payment pages and every page of the dashboard, on a phone and on a desk, in both languages,
// by day and by night. `npm run screenshots -- folder` puts them elsewhere than ./screenshots.
import { join, resolve } from 'node:path';
import { prepare, prepareWeb, root, run, say } from './prepare.mjs';

const folder = resolve(process.argv[2] ?? join(root, 'screenshots'));

const TESTS = [
  'test/browser/every-state.test.ts',
  'test/dashboard/every-page.test.ts',
  'test/dashboard/operator-bank-files.test.ts',
  'test/dashboard/operator-payer-refunds.test.ts',
  'test/dashboard/operator-reconciliation.test.ts',
];

await prepare({ withBuild: false });
await prepareWeb();
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = await run(process.execPath, [vitest, 'run', '--root', root, ...TESTS], {
  env: { ...process.env, GUICHE_SCREENSHOTS: folder },
});
if (status === 0) say(`The pictures are in ${folder}`);
process.exit(status);
