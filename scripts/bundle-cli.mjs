// Makes dist/cli: the command `guiche`, `guiche/testing` and its types. The SDK is inside, packages are not.
import { chmod, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { declare } from './declarations.mjs';
import { root } from './prepare.mjs';

const place = join(root, 'dist', 'cli');

export async function bundleCli() {
  const unfinished = `${place}.${process.pid}`;
  await Promise.all([bundle(unfinished), declare('cli/tsconfig.types.json', join(unfinished, 'types'))]);
  await chmod(join(unfinished, 'guiche.js'), 0o755);
  // Renamed into place: a concurrent reader gets the old or the new one.
  const old = `${unfinished}.old`;
  await rename(place, old).catch(() => {});
  await rename(unfinished, place);
  await rm(old, { recursive: true, force: true });
  await linkBin();
}

/** So that `npx guiche` finds the command in the checkout too. */
async function linkBin() {
  const link = join(root, 'node_modules', '.bin', 'guiche');
  await rm(link, { force: true });
  await symlink(join('..', '..', 'dist', 'cli', 'guiche.js'), link);
}

async function bundle(outDir) {
  await build({
    root: join(root, 'cli'),
    configFile: false,
    logLevel: 'warn',
    build: {
      target: 'node20',
      ssr: true,
      outDir,
      emptyOutDir: false,
      minify: false,
      rollupOptions: {
        input: { guiche: join(root, 'cli', 'main.ts'), testing: join(root, 'cli', 'testing.ts') },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          banner: (chunk) => (chunk.name === 'guiche' ? '#!/usr/bin/env node' : ''),
        },
      },
    },
  });
}
