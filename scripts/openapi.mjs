// Writes openapi.json from the route schemas. A test fails when the committed file differs.
import { writeFile } from 'node:fs/promises';
import { prepare } from './prepare.mjs';

await prepare();
const { describeGateway } = await import('../dist/describe.js');
await writeFile(
  new URL('../openapi.json', import.meta.url),
  `${JSON.stringify(await describeGateway(), null, 2)}\n`,
);
process.stdout.write('openapi.json written\n');
