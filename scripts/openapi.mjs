// Writes openapi.json from the route schemas, and the client's types from openapi.json. A test fails when either
// differs from the committed file.
import { writeFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';
import { prepareGateway } from './prepare.mjs';

await prepareGateway();
const { describeGateway } = await import('../dist/server/describe.js');
const description = await describeGateway();
await writeFile(new URL('../openapi.json', import.meta.url), `${JSON.stringify(description, null, 2)}\n`);
const types = astToString(await openapiTypes(structuredClone(description)));
await writeFile(
  new URL('../sdk/src/api-types.ts', import.meta.url),
  `// Made by \`npm run openapi\`.\n${types}`,
);
process.stdout.write('openapi.json and sdk/src/api-types.ts written\n');
