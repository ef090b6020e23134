// `node examples/start.mjs <example>`: everything an example needs, then the example itself.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { prepare, prepareSdk, root } from '../scripts/prepare.mjs';

const FOLDER = join(root, 'examples');
const name = process.argv[2] ?? '';
const main = join(FOLDER, name, 'main.mjs');

if (!/^[a-z-]+$/.test(name) || !existsSync(main)) {
  const names = readdirSync(FOLDER).filter((each) => existsSync(join(FOLDER, each, 'main.mjs')));
  process.stderr.write(`Which example? node examples/start.mjs ${names.join(' | ')}\n`);
  process.exit(1);
}
/** Ends the gateway of the example, and removes what it kept. */
let cleanUp = async () => {};
const end = (code) => cleanUp().finally(() => process.exit(code));
const fail = (error) => {
  process.stderr.write(`${error.message}\n`);
  return end(1);
};
process.once('SIGINT', () => end(0)).once('SIGTERM', () => end(0));
process.once('uncaughtException', fail);
try {
  process.env.PORT ??= '4100';
  requireBothOrNeither();
  await requirePort(process.env.PORT);
  await prepare({ withBuild: !process.env.GUICHE_URL });
  await prepareSdk();
  linkSdk();
  process.env.GUICHE_URL ||= await startGateway();
  process.env.GUICHE_API_KEY ||= await registerSeller(process.env.GUICHE_URL);
  await import(pathToFileURL(main).href);
} catch (error) {
  await fail(error);
}

/** A key belongs to the gateway it was made on. */
function requireBothOrNeither() {
  const { GUICHE_URL, GUICHE_API_KEY } = process.env;
  if (Boolean(GUICHE_URL) === Boolean(GUICHE_API_KEY)) return;
  const [given, missing] = GUICHE_URL ? ['GUICHE_URL', 'GUICHE_API_KEY'] : ['GUICHE_API_KEY', 'GUICHE_URL'];
  throw new Error(
    `${given} needs ${missing} beside it. Set both to use a gateway that runs, or neither to have one started.`,
  );
}

async function requirePort(port) {
  try {
    const probe = createServer().listen(port, '127.0.0.1');
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  } catch (error) {
    const why =
      error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${error.code})`;
    throw new Error(`Port ${port} ${why}. Choose another: PORT=4200 node examples/start.mjs ${name}`);
  }
}

/** What `npm install @guiche/sdk` would do in a program of your own. */
function linkSdk() {
  const place = join(FOLDER, 'node_modules', '@guiche', 'sdk');
  if (existsSync(place)) return;
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(root, 'sdk'), place, 'junction');
}

/** A gateway that ends with the example and leaves nothing behind. */
async function startGateway() {
  const dataDir = mkdtempSync(join(tmpdir(), 'guiche-example-'));
  const port = await freePort();
  const gateway = spawn(process.execPath, [join(root, 'dist', 'main.js')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), GUICHE_DATA_DIR: dataDir, GUICHE_DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanUp = async () => {
    if (gateway.exitCode === null) {
      gateway.kill('SIGTERM');
      await once(gateway, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    let output = '';
    gateway.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('is ready')) resolve(`http://127.0.0.1:${port}`);
    });
    gateway.once('exit', (code) => reject(new Error(`The gateway ended with ${code}:\n${output}`)));
  });
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}

async function registerSeller(baseUrl) {
  const { Guiche } = await import(pathToFileURL(join(root, 'sdk', 'dist', 'main.js')).href);
  const visitor = new Guiche({ baseUrl });
  const { token } = await visitor.auth.register({
    name: 'Loja Azul',
    email: `loja-${randomUUID()}@example.com`,
    password: randomUUID(),
    document: '11144477735',
  });
  return (await visitor.with({ token }).keys.create({ name: 'example' })).api_key;
}
