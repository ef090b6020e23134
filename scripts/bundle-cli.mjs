// Makes dist/cli: the command `guiche`, `guiche/testing` and its types. The SDK is inside, packages are not.
import { spawn } from 'node:child_process';
import { chmod, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './prepare.mjs';

const place = join(root, 'dist', 'cli');

export async function bundleCli() {
  const unfinished = `${place}.${process.pid}`;
  await Promise.all([bundle(unfinished), declare(join(unfinished, 'types'))]);
  await chmod(join(unfinished, 'guiche.js'), 0o755);
  // Moved into place: whoever reads it meanwhile reads the old one or the new one.
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

async function declare(outDir) {
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['-p', join(root, 'cli', 'tsconfig.types.json'), '--outDir', outDir];
  const child = spawn(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  const code = await new Promise((done, failed) => child.once('error', failed).once('exit', done));
  if (code !== 0) throw new Error(`the types of guiche/testing do not compile (tsc ended with ${code})`);
  for (const name of await readdir(outDir, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    // tsc leaves `.ts` in the imports of types.
    const types = await readFile(join(outDir, name), 'utf8');
    await writeFile(join(outDir, name), types.replace(/(from '\.[^']*)\.ts'/g, "$1.js'"));
  }
}
