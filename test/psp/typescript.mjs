// Lets Node 20 run the simulator from its sources: `node --import ./typescript.mjs main.ts`.
// Types are taken away and nothing is checked: the repository's own type check does that.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { register } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) register(import.meta.url);

/** The compiler takes longer to load than all the sources to run: what it made is kept by what it was made of. */
const KEPT = fileURLToPath(new URL('../../node_modules/.cache/guiche-psp/', import.meta.url));

export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const text = await readFile(path, 'utf8');
  const kept = join(KEPT, `${createHash('sha256').update(path).update(text).digest('hex')}.mjs`);
  const source = (await readFile(kept, 'utf8').catch(() => undefined)) ?? (await compile(path, text, kept));
  return { format: 'module', source, shortCircuit: true };
}

async function compile(path, text, kept) {
  const { default: typescript } = await import('typescript');
  const { outputText } = typescript.transpileModule(text, {
    fileName: path,
    compilerOptions: {
      target: typescript.ScriptTarget.ES2023,
      module: typescript.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
  });
  await keep(kept, outputText).catch(() => undefined);
  return outputText;
}

/** In one step: two simulators may start at the same time. Where nothing can be kept, it is made again. */
async function keep(path, text) {
  await mkdir(KEPT, { recursive: true });
  const own = `${path}.${process.pid}`;
  await writeFile(own, text);
  await rename(own, path);
}
