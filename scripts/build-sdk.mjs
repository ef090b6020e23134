// Makes sdk/dist: one ES module, one CommonJS module, and the types of each. `--out <folder>` builds elsewhere.
import { spawn } from 'node:child_process';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { root } from './prepare.mjs';

const sdk = join(root, 'sdk');
const flag = process.argv.indexOf('--out');
const place = flag === -1 ? join(sdk, 'dist') : resolve(process.argv[flag + 1] ?? '');
const unfinished = `${place}.${process.pid}`;

await Promise.all([bundle(), declare()]);
await nameModules();
// Moved into place: whoever reads it meanwhile reads the old one or the new one.
const old = `${unfinished}.old`;
await rename(place, old).catch(() => {});
await rename(unfinished, place);
await rm(old, { recursive: true, force: true });

async function bundle() {
  await build({
    root: sdk,
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'es2022',
      outDir: unfinished,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: join(sdk, 'src', 'main.ts'),
        formats: ['es', 'cjs'],
        fileName: (format) => (format === 'es' ? 'main.js' : 'main.cjs'),
      },
    },
  });
}

async function declare() {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['-p', join(sdk, 'tsconfig.json'), '--emitDeclarationOnly', '--outDir', unfinished];
  const child = spawn(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  const code = await new Promise((done, failed) => child.once('error', failed).once('exit', done));
  if (code !== 0) throw new Error(`the types of the SDK do not compile (tsc ended with ${code})`);
}

/** tsc leaves `.ts` in the imports of types. Each kind of module needs types that name files of its own kind. */
async function nameModules() {
  for (const name of await readdir(unfinished, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const types = await readFile(join(unfinished, name), 'utf8');
    const naming = (ending) => types.replace(/(from '\.[^']*)\.ts'/g, `$1.${ending}'`);
    await writeFile(join(unfinished, name), naming('js'));
    await writeFile(join(unfinished, name.replace(/\.d\.ts$/, '.d.cts')), naming('cjs'));
  }
}
