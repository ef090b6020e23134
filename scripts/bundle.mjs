// Makes what browsers get: dist/web/checkout.js out of web/checkout, dist/web/dashboard out of web/dashboard,
// dist/web/docs out of docs; dist/cli, the command, out of cli; and dist/server, the gateway, out of server.
// `prepare.mjs` runs it for the part that is stale.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import { build } from 'vite';
import { bundleCli } from './bundle-cli.mjs';
import { bundleServer } from './bundle-server.mjs';
import { chunksOf } from './chunks.mjs';
import { buildDocs } from './docs.mjs';
import { root } from './prepare.mjs';

// Always the production build: under NODE_ENV=test React would include its development checks.
process.env.NODE_ENV = 'production';

const folder = join(root, 'dist', 'web');
const parts = {
  checkout: bundleCheckout,
  dashboard: bundleDashboard,
  docs: bundleDocs,
  cli: bundleCli,
  server: bundleServer,
};

const wanted = process.argv.slice(2);
for (const name of wanted.length > 0 ? wanted : Object.keys(parts)) await parts[name]();

/** One script for the payer's pages, and one for those that give a card to its acquirer. */
async function bundleCheckout() {
  await bundlePages('main.ts', 'checkout.js');
  await bundlePages('card-main.ts', 'card-checkout.js');
}

async function bundlePages(entry, name) {
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
        input: join(root, 'web', 'checkout', entry),
        output: { format: 'es', entryFileNames: name },
      },
    },
  });
  await mkdir(folder, { recursive: true });
  // Renamed into place: a concurrent reader gets the old or the new one.
  const unfinished = join(folder, `${name}.${process.pid}`);
  await writeFile(unfinished, output[0].code);
  await rename(unfinished, join(folder, name));
}

/** Every file also packed in both ways that browsers take: the server sends it as it lies here. */
async function bundleDashboard() {
  const entry = join(root, 'web', 'dashboard', 'main.tsx');
  const unfinished = join(folder, `dashboard.${process.pid}`);
  const { output } = await build({
    root: join(root, 'web', 'dashboard'),
    base: '/assets/dashboard/',
    configFile: false,
    logLevel: 'warn',
    plugins: [tailwind()],
    esbuild: { jsx: 'automatic' },
    build: {
      target: 'es2022',
      outDir: unfinished,
      assetsDir: '',
      manifest: 'manifest.json',
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      // The budget is a test's (test/dashboard/budget.test.ts), in packed bytes.
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rollupOptions: {
        input: entry,
        output: { manualChunks: chunksOf(entry) },
        // Packages mark files for servers that render React; nothing of ours does.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      },
    },
  });
  for (const name of await readdir(unfinished)) {
    const plain = await readFile(join(unfinished, name));
    await writeFile(join(unfinished, `${name}.gz`), await promisify(gzip)(plain, { level: 9 }));
    await writeFile(join(unfinished, `${name}.br`), await promisify(brotliCompress)(plain));
  }
  const routes = await readFile(join(root, 'web', 'dashboard', 'routes.tsx'), 'utf8');
  await writeFile(join(unfinished, 'pages.json'), JSON.stringify(pagesOf(routes, output)));
  const place = join(folder, 'dashboard');
  const old = `${unfinished}.old`;
  await rename(place, old).catch(() => {});
  await rename(unfinished, place);
  await rm(old, { recursive: true, force: true });
}

/** Which file draws which path, so that a document can name its files before any script has run. */
function pagesOf(routes, output) {
  const entries = [...routes.matchAll(/'(\/[^']*)': page\(\(\) => import\('\.\/([^']+)'\)\)/g)];
  return Object.fromEntries(
    entries.map(([, path, source]) => {
      const id = join(root, 'web', 'dashboard', source);
      return [path, output.find(({ moduleIds }) => moduleIds?.includes(id)).fileName];
    }),
  );
}

async function bundleDocs() {
  await mkdir(folder, { recursive: true });
  await buildDocs(join(folder, 'docs'));
}
