// Makes the pages' script, dist/web/checkout.js, out of web/checkout. `prepare.mjs` runs it when it is stale.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './prepare.mjs';

const folder = join(root, 'dist', 'web');
const name = 'checkout.js';

const { output } = await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    // Phones of 2019 are still in use, and their browsers are not always newer.
    target: 'es2019',
    write: false,
    modulePreload: false,
    rollupOptions: {
      input: join(root, 'web', 'checkout', 'main.ts'),
      output: { format: 'es', entryFileNames: name },
    },
  },
});
await mkdir(folder, { recursive: true });
// Moved into place: whoever reads it meanwhile reads the old one or the new one.
const unfinished = join(folder, `${name}.${process.pid}`);
await writeFile(unfinished, output[0].code);
await rename(unfinished, join(folder, name));
