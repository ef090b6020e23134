// What `npm start`, `npm test` and `.ci/run` need done first, on a fresh clone with nothing but Node and npm:
// install what is missing, build what is stale. Uses nothing that would itself have to be installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const INSTALL_STAMP = join(root, 'node_modules', '.guiche-install');
const LOCK = join(root, '.stamps', 'preparing');
const MAX_WAIT_MS = 15 * 60_000;
const OLDEST_NODE = [20, 19];

/** What is built, out of what. A stamp beside the result holds the digest of all it was made from. */
const PROGRAM = {
  stamp: join(root, 'dist', '.guiche-server'),
  result: join(root, 'dist', 'main.js'),
  folders: ['server/src'],
  files: ['tsconfig.json', 'scripts/bundle-server.mjs', 'scripts/copy-sql.mjs', 'package-lock.json'],
  make: () => bundle('server'),
};
const CHECKOUT = {
  stamp: join(root, 'dist', 'web', '.guiche-checkout'),
  result: join(root, 'dist', 'web', 'checkout.js'),
  folders: ['web/checkout', 'server/src/kit'],
  files: ['scripts/bundle.mjs', 'package-lock.json'],
  make: () => bundle('checkout'),
};
const DASHBOARD = {
  stamp: join(root, 'dist', 'web', '.guiche-dashboard'),
  result: join(root, 'dist', 'web', 'dashboard', 'manifest.json'),
  folders: ['web/dashboard', 'server/src/kit', 'server/src/events'],
  files: ['scripts/bundle.mjs', 'scripts/chunks.mjs', 'package-lock.json'],
  make: () => bundle('dashboard'),
};
const GUIDES = {
  stamp: join(root, 'dist', 'web', '.guiche-docs'),
  result: join(root, 'dist', 'web', 'docs', 'en.html'),
  folders: ['docs/guides', 'docs/pt', 'web/docs'],
  files: [
    'docs/README.md',
    'docs/errors.md',
    'sdk/README.md',
    'scripts/docs.mjs',
    'scripts/bundle.mjs',
    'package-lock.json',
  ],
  make: () => bundle('docs'),
};
const COMMAND = {
  stamp: join(root, 'dist', '.guiche-cli'),
  // A link to dist/cli/guiche.js, which `npm ci` takes away.
  result: join(root, 'node_modules', '.bin', 'guiche'),
  folders: ['cli', 'sdk/src', 'server/src/kit', 'server/src/events', 'server/src/testing'],
  files: [
    'scripts/bundle-cli.mjs',
    'scripts/declarations.mjs',
    'server/src/webhooks/sign.ts',
    'package-lock.json',
  ],
  make: () => bundle('cli'),
};
const WEB = [CHECKOUT, DASHBOARD, GUIDES];
/** For the examples. Its stamp stands elsewhere: all of sdk/dist is published. */
const SDK = {
  stamp: join(root, '.stamps', 'sdk'),
  result: join(root, 'sdk', 'dist', 'main.js'),
  folders: ['sdk/src'],
  files: [
    'sdk/package.json',
    'sdk/tsconfig.json',
    'scripts/build-sdk.mjs',
    'scripts/declarations.mjs',
    'package-lock.json',
  ],
  make: () => runTool(join('scripts', 'build-sdk.mjs'), []),
};

/** Installs and builds, unless nothing changed since the last time. Two at once take turns. */
export async function prepare({ withBuild = true } = {}) {
  refuseOldNode();
  if (isInstalled() && (!withBuild || [PROGRAM, ...WEB, COMMAND].every(isBuilt))) return;
  await inTurn(async () => {
    await install();
    if (withBuild) await build([PROGRAM, ...WEB, COMMAND]);
  });
}

/** The gateway without its clients: what describes the API comes before the clients that are made of the description. */
export async function prepareGateway() {
  await prepare({ withBuild: false });
  if (![PROGRAM, ...WEB].every(isBuilt)) await inTurn(() => build([PROGRAM, ...WEB]));
}

/** What browsers get: all that the tests and the bench need built that bring the server as source. */
export async function prepareWeb() {
  if (!WEB.every(isBuilt)) await inTurn(() => build(WEB));
}

export async function prepareSdk() {
  if (!isBuilt(SDK)) await inTurn(() => build([SDK]));
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Error(
    `Guichê needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.`,
  );
}

function isInstalled() {
  return readStamp(INSTALL_STAMP) === installKey();
}

async function install() {
  if (isInstalled()) return;
  if (!wasInstalledByHand()) {
    const begin = performance.now();
    say('Installing packages (only the first time, and when they change)…');
    await installPackages();
    say(`Packages installed in ${seconds(begin)}.`);
  }
  writeFileSync(INSTALL_STAMP, installKey());
}

async function installPackages() {
  const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, output } = await npm(['ci', ...options]);
  if (status === 0) return;
  // A registry that lacks packages of other platforms makes `npm ci` refuse a lockfile that is good for this one.
  if (!output.includes('EUSAGE')) throw new Error(`npm ci failed:\n${output}`);
  const second = await npm(['install', '--no-save', ...options]);
  if (second.status !== 0) throw new Error(`npm install failed:\n${second.output}`);
}

function npm(args) {
  const cli = process.env.npm_execpath;
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return run(command, [...first, ...args], { quiet: true, env: { ...process.env, ...npmCache() } });
}

/** npm keeps its cache in the home folder; a process without a usable one gets a folder of its own. */
function npmCache() {
  if (process.env.npm_config_cache) return {};
  try {
    if (statSync(homedir()).isDirectory()) return {};
  } catch {
    // No home at all: below.
  }
  return { npm_config_cache: join(tmpdir(), `guiche-npm-${process.getuid?.() ?? 0}`) };
}

/** `npm ci` or `npm install` may have been run without us; npm's own record says what is in node_modules. */
function wasInstalledByHand() {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const found = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !found) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    return found[path] ? found[path].version === entry.version : entry.optional === true;
  });
}

function packagesIn(lockfile) {
  return existsSync(lockfile) ? JSON.parse(readFileSync(lockfile, 'utf8')).packages : undefined;
}

function installKey() {
  const lockfile = readFileSync(join(root, 'package-lock.json'));
  return digest([lockfile, process.platform, process.arch]);
}

function isBuilt(part) {
  return readStamp(part.stamp) === buildKey(part) && existsSync(part.result);
}

async function build(parts) {
  const stale = parts.filter((part) => !isBuilt(part));
  if (stale.length === 0) return;
  const begin = performance.now();
  say('Building…');
  for (const part of stale) {
    const key = buildKey(part);
    await part.make();
    writeFileSync(part.stamp, key);
  }
  say(`Built in ${seconds(begin)}.`);
}

/** In a process of its own, which takes the bundler's memory with it when it ends. */
async function bundle(part) {
  await runTool(join('scripts', 'bundle.mjs'), [part]);
}

async function runTool(path, args) {
  const { status } = await run(process.execPath, [join(root, path), ...args]);
  if (status !== 0) throw new Error('The build failed.');
}

function buildKey({ folders, files }) {
  const sources = folders
    .flatMap((folder) => listFiles(join(root, folder)))
    .filter((path) => !path.endsWith('.test.ts'));
  const settings = files.map((name) => join(root, name));
  return digest([...sources, ...settings].flatMap((path) => [relative(root, path), readFileSync(path)]));
}

function listFiles(directory) {
  return readdirSync(directory, { withFileTypes: true })
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(directory, entry.name);
      return entry.isDirectory() ? listFiles(path) : [path];
    });
}

function digest(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

function readStamp(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

async function inTurn(work) {
  await takeTurn();
  try {
    await work();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

async function takeTurn() {
  mkdirSync(dirname(LOCK), { recursive: true });
  const deadline = performance.now() + MAX_WAIT_MS;
  for (let hasSaid = false; performance.now() < deadline; await sleep(100)) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (holderIsGone()) rmSync(LOCK, { force: true });
    else if (!hasSaid) {
      hasSaid = true;
      say('Another process is installing or building in this folder; waiting for it…');
    }
  }
  throw new Error(`Waited too long for the process that holds ${LOCK}.`);
}

function holderIsGone() {
  const holder = Number(readStamp(LOCK));
  // The number is written right after the file is made: give its maker a moment.
  if (!holder) return existsSync(LOCK) && ageMs(LOCK) > 5_000;
  try {
    process.kill(holder, 0);
    return holder === process.pid;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function ageMs(path) {
  try {
    return Date.now() - statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Runs a program to its end. A signal that would end us ends it first. */
export function run(command, args, { quiet = false, env = process.env } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'];
    const child = spawn(command, args, { cwd: root, env, stdio });
    let output = '';
    const collect = (chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const forward = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, forward);
    const done = () => {
      for (const signal of signals) process.off(signal, forward);
    };
    child.once('error', (error) => {
      done();
      reject(error);
    });
    child.once('close', (code, signal) => {
      done();
      resolve({ status: code ?? 1, signal, output });
    });
  });
}

function seconds(begin) {
  return `${((performance.now() - begin) / 1_000).toFixed(1)} s`;
}
