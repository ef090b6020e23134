import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const file = new URL('../../openapi.json', import.meta.url);

it('openapi.json passes the linter with no error', async () => {
  const { stdout } = await run('npx', ['redocly', 'lint', '--format=json', file.pathname], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' },
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const { totals } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(totals.errors).toBe(0);
});
