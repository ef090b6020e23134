// What `npm run chaos` and `npm run fuzz` share: install and build what is missing, bundle the program, run it.
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

/** Bundles proof/<name>/main.ts, so that it runs on every Node that the gateway runs on. Gives where it is. */
export async function bundleProof(name) {
  // Installed by prepare(), so it cannot be asked for earlier.
  const { build } = await import('esbuild');
  const outfile = join(root, 'dist-proof', `${name}.js`);
  await build({
    absWorkingDir: root,
    entryPoints: [join('proof', name, 'main.ts')],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    logLevel: 'warning',
  });
  return outfile;
}

export async function runProof(name) {
  process.chdir(root);
  try {
    await prepare();
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  const program = await bundleProof(name);
  const { status } = await run(process.execPath, ['--enable-source-maps', program, ...process.argv.slice(2)]);
  process.exit(status);
}
