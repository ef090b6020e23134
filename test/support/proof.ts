import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

/** `npm run chaos` or `npm run fuzz` with these options: what it printed and how it ended. */
export function runProof(
  name: 'chaos' | 'fuzz',
  ...options: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [resolve(ROOT, 'scripts', `${name}.mjs`), ...options], { cwd: ROOT });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}
