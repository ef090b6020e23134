// Makes the declarations of what others import: @guiche/sdk and guiche/testing.
import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/** Private members, which make the classes of two copies of the SDK incompatible types. Users cannot access them anyway. */
const HIDDEN_MEMBER = /(?:^ +\/\*\*[^\n]*\*\/\n)?^ +(?:#private|protected [^\n]*);\n/gm;

/** `endings`: the kinds of file wanted, each with the ending that its imports name. */
export async function declare(project, outDir, endings = { '.d.ts': 'js' }) {
  const compiler = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');
  const options = ['-p', join(root, project), '--emitDeclarationOnly', '--outDir', outDir];
  const child = spawn(process.execPath, [compiler, ...options], { stdio: 'inherit' });
  const code = await new Promise((done, failed) => child.once('error', failed).once('exit', done));
  if (code !== 0) throw new Error(`the types of ${project} do not compile (tsc ended with ${code})`);
  for (const name of await readdir(outDir, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const types = (await readFile(join(outDir, name), 'utf8')).replace(HIDDEN_MEMBER, '');
    for (const [ending, imported] of Object.entries(endings)) {
      // tsc leaves `.ts` in the imports of types.
      const named = types.replace(/(from '\.[^']*)\.ts'/g, `$1.${imported}'`);
      await writeFile(join(outDir, name.replace(/\.d\.ts$/, ending)), named);
    }
  }
}
