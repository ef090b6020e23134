import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import openapiTypes, { astToString } from 'openapi-typescript';
import { expect, it } from 'vitest';
import { describeGateway } from '../server/src/describe.ts';

const run = promisify(execFile);
const file = new URL('../openapi.json', import.meta.url);

it('openapi.json is what the route schemas say (npm run openapi writes it anew)', async () => {
  const committed = JSON.parse(await readFile(file, 'utf8'));
  expect(JSON.parse(JSON.stringify(await describeGateway()))).toEqual(committed);
});

it('the types of the client are what openapi.json says', async () => {
  const types = astToString(await openapiTypes(JSON.parse(await readFile(file, 'utf8'))));
  const committed = await readFile(new URL('../sdk/src/api-types.ts', import.meta.url), 'utf8');
  expect(committed.split('\n').slice(1).join('\n')).toBe(types);
});

it('openapi.json passes the linter with no error', async () => {
  const { stdout } = await run('npx', ['redocly', 'lint', '--format=json', file.pathname], {
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', CI: 'true' },
    maxBuffer: 16 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const { totals } = JSON.parse(stdout.slice(stdout.indexOf('{')));
  expect(totals.errors).toBe(0);
});
