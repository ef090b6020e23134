import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');

type ProofName = 'chaos' | 'fuzz' | 'failover';
type Ended = { code: number | null; output: string };

/** `npm run chaos`, `npm run fuzz` or `npm run failover` with these options: what it printed and how it ended. */
export function runProof(name: ProofName, ...options: string[]): Promise<Ended> {
  return runProofIn(process.env, name, ...options);
}

export function runProofIn(
  environment: NodeJS.ProcessEnv,
  name: ProofName,
  ...options: string[]
): Promise<Ended> {
  const program = resolve(ROOT, 'scripts', `${name}.mjs`);
  const child = spawn(process.execPath, [program, ...options], { cwd: ROOT, env: environment });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  return new Promise((done) => child.once('close', (code) => done({ code, output })));
}
