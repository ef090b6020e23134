// `npm test`: install what is missing, also among the system's programs, build what is stale, run every test.
// `npm run test:quick`: only the tests that start neither a browser nor a process (test/support/tiers.ts).
// `npm run test:citus`: the tests of the server on a cluster of its own, where PostgreSQL has Citus beside it.
// `npm run test:soak`: the tests that take longer than a change can wait for.
// Arguments go to vitest: `npm test -- server/src/kit`.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { prepare, root, run, say } from './prepare.mjs';

const TOOLS = [
  {
    programs: ['chromium-headless-shell'],
    // Takes twice the work for the same pages.
    otherwise: ['chromium'],
    debianPackage: 'chromium-headless-shell',
    needed: 'the tests of the pages in a browser',
  },
  {
    programs: ['pdftoppm'],
    debianPackage: 'poppler-utils',
    needed: 'the reading of boletos as they are printed',
  },
  {
    programs: ['zbarimg'],
    debianPackage: 'zbar-tools',
    needed: 'the reading of QR codes by an independent reader',
  },
  {
    programs: ['redis-server'],
    debianPackage: 'redis-server',
    needed: 'the tests of limits shared over Redis',
  },
];

const tier = { '--quick': 'quick', '--citus': 'citus', '--soak': 'soak' }[process.argv[2] ?? ''];
const testArguments = process.argv.slice(tier ? 3 : 2);
try {
  await prepare({ withBuild: tier !== 'quick' });
  if (!tier) await installTools();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const { status } = await run(process.execPath, [vitest, 'run', '--root', root, ...testArguments], {
  env: tier ? { ...process.env, GUICHE_TESTS: tier } : process.env,
});
process.exit(status);

async function installTools() {
  const namesFiles = testArguments.some((argument) => !argument.startsWith('-'));
  const missing = TOOLS.filter((tool) => !isHere(tool));
  if (missing.length === 0 || namesFiles) return;
  const packages = missing.map((tool) => tool.debianPackage);
  const prefix = await packageManagerPrefix();
  if (prefix) {
    say(`Installing ${packages.join(', ')} for the tests…`);
    await aptGet(prefix, ['update', '--quiet=2']);
    await aptGet(prefix, ['install', '--yes', '--quiet=2', '--no-install-recommends', ...packages]);
  }
  for (const tool of missing.filter((each) => !isHere(each) && !isHere({ programs: each.otherwise ?? [] }))) {
    say(`${tool.debianPackage} is not installed: ${tool.needed} cannot run. Install it to run them.`);
  }
}

function isHere({ programs }) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return programs.some((program) => folders.some((folder) => isProgram(join(folder, program))));
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** How to run apt-get without being asked for a password; undefined when that is not possible here. */
async function packageManagerPrefix() {
  if (!isHere({ programs: ['apt-get'] })) return undefined;
  if (process.getuid?.() === 0) return ['env'];
  if (!isHere({ programs: ['sudo'] })) return undefined;
  const { status } = await run('sudo', ['-n', 'true'], { quiet: true });
  return status === 0 ? ['sudo', '-n', 'env'] : undefined;
}

async function aptGet([command, ...first], args) {
  const patience = [
    '-o',
    'DPkg::Lock::Timeout=300',
    '-o',
    'Acquire::Retries=2',
    '-o',
    'Acquire::http::Timeout=30',
  ];
  const all = [...first, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...patience, ...args];
  const { status, output } = await run(command, all, { quiet: true });
  if (status !== 0) say(`apt-get ${args[0]} failed:\n${output.trim().split('\n').slice(-5).join('\n')}`);
}
