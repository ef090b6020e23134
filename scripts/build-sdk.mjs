// Makes sdk/dist: one ES module, one CommonJS module, and the types of each. `--out <folder>` builds elsewhere.
import { rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { declare } from './declarations.mjs';
import { root } from './prepare.mjs';

const sdk = join(root, 'sdk');
const flag = process.argv.indexOf('--out');
const place = flag === -1 ? join(sdk, 'dist') : resolve(process.argv[flag + 1] ?? '');
const unfinished = `${place}.${process.pid}`;

// Each kind of module needs types that name files of its own kind.
const kinds = { '.d.ts': 'js', '.d.cts': 'cjs' };
await Promise.all([bundle(), declare('sdk/tsconfig.json', unfinished, kinds)]);
// Renamed into place: a concurrent reader gets the old or the new one.
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
