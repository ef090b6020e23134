// Writes docs/guiche.postman_collection.json from openapi.json; `--print` writes it to the terminal instead. A test
// fails when the committed file differs.
import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const FILE = new URL('../docs/guiche.postman_collection.json', import.meta.url);
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** An API key is not enough for these: they take the token of a sign-in. */
const BY_TOKEN = /^\/api\/v1\/(keys|auth|admin)\b/;
/** Answers whose secret the next requests need. */
const KEPT = {
  '/api/v1/auth/register': ['token', 'token'],
  '/api/v1/auth/login': ['token', 'token'],
  '/api/v1/keys': ['api_key', 'api_key'],
};
const description = JSON.parse(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'));
const text = formatted(JSON.stringify(collectionOf(description)));
if (process.argv.includes('--print')) process.stdout.write(text);
else {
  await writeFile(FILE, text);
  process.stdout.write('docs/guiche.postman_collection.json written\n');
}

/** As everything else in the repository is. */
function formatted(json) {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [biome, 'format', '--stdin-file-path=docs/guiche.postman_collection.json'],
    { cwd: root, input: json, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The collection could not be formatted: ${stderr}`);
  return stdout;
}

function collectionOf({ info, paths }) {
  const folders = new Map();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = operation.tags?.[0] ?? 'Other';
      folders.set(name, [...(folders.get(name) ?? []), requestOf(method, path, operation)]);
    }
  }
  return {
    info: { name: info.title, description: info.description, schema: SCHEMA },
    variable: [
      { key: 'base_url', value: 'http://127.0.0.1:3000' },
      { key: 'api_key', value: '' },
      { key: 'token', value: '' },
    ],
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key' },
        { key: 'value', value: '{{api_key}}' },
        { key: 'in', value: 'header' },
      ],
    },
    item: [...folders].map(([name, item]) => ({ name, item })),
  };
}

function requestOf(method, path, operation) {
  const body = operation.requestBody?.content?.['application/json'];
  const kept = method === 'post' ? KEPT[path] : undefined;
  return {
    name: operation.summary ?? `${method.toUpperCase()} ${path}`,
    request: {
      method: method.toUpperCase(),
      ...authOf(path, operation),
      header: body ? [{ key: 'Content-Type', value: 'application/json' }] : [],
      url: urlOf(path, operation.parameters ?? []),
      ...(body ? { body: { mode: 'raw', raw: JSON.stringify(body.example, null, 2) } } : {}),
    },
    ...(kept ? { event: [keeping(kept)] } : {}),
  };
}

function authOf(path, { security }) {
  if (security?.length === 0) return { auth: { type: 'noauth' } };
  if (!BY_TOKEN.test(path)) return {};
  return { auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{token}}' }] } };
}

function urlOf(path, parameters) {
  const written = path.replace(/\{(\w+)\}/g, ':$1');
  const query = parameters.filter((each) => each.in === 'query');
  const variable = parameters.filter((each) => each.in === 'path');
  return {
    raw: `{{base_url}}${written}`,
    host: ['{{base_url}}'],
    path: written.split('/').slice(1),
    query: query.map(({ name, schema, required }) => ({
      key: name,
      value: String(sampleOf(schema)),
      disabled: !required,
    })),
    variable: variable.map(({ name }) => ({ key: name, value: '' })),
  };
}

function keeping([field, variable]) {
  const exec = [
    `const { ${field} } = pm.response.json();`,
    `if (${field}) pm.collectionVariables.set('${variable}', ${field});`,
  ];
  return { listen: 'test', script: { type: 'text/javascript', exec } };
}

function namedSchema(ref) {
  return description.components.schemas[ref.replace('#/components/schemas/', '')];
}

/** A value for a filter; filters that are not required are switched off. */
function sampleOf({ $ref, ...schema }) {
  if ($ref) return sampleOf({ ...namedSchema($ref), ...schema });
  const choice = schema.anyOf?.find(({ type }) => type !== 'null');
  if (choice) return sampleOf(choice);
  if (schema.enum) return schema.enum[0];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return schema.const ?? schema.default ?? (schema.type === 'boolean' ? true : 'example');
}
