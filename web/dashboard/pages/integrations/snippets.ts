/** One API call as data. */
export type Call = {
  method: 'GET' | 'POST' | 'DELETE';
  /** With its query. */
  path: string;
  body: object | null;
  /** Writes carry one, so that a repeated call has no second effect. */
  idempotencyKey: string | null;
};

/** The environment variable with the key; the key itself is never part of a snippet. */
const KEY_VARIABLE = 'GUICHE_KEY';

/** For any shell of the Bourne family; the key comes from the environment. */
export function curlOf(origin: string, { method, path, body, idempotencyKey }: Call): string {
  const lines = [`curl -sS -X ${method} ${quoted(`${origin}${path}`)}`, `-H "X-API-Key: $${KEY_VARIABLE}"`];
  if (idempotencyKey) lines.push(`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`);
  if (body) {
    lines.push(`-H ${quoted('Content-Type: application/json')}`);
    lines.push(`-d ${quoted(JSON.stringify(body, null, 2))}`);
  }
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Plain fetch: runs in Node 20 and newer without any package. */
export function typescriptOf(origin: string, { method, path, body, idempotencyKey }: Call): string {
  const headers = [
    `'X-API-Key': process.env.${KEY_VARIABLE} ?? ''`,
    ...(idempotencyKey ? [`'Idempotency-Key': ${literal(idempotencyKey)}`] : []),
    ...(body ? [`'Content-Type': 'application/json'`] : []),
  ];
  const lines = [
    `const response = await fetch(${literal(`${origin}${path}`)}, {`,
    `  method: '${method}',`,
    '  headers: {',
    ...headers.map((header) => `    ${header},`),
    '  },',
    ...(body ? [`  body: JSON.stringify(${literal(body, '  ')}),`] : []),
    '});',
    'const answer = await response.json();',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the snippet's own
    'if (!response.ok) throw new Error(`${answer.code}: ${answer.error}`);',
  ];
  return `${lines.join('\n')}\n`;
}

const PLAIN_NAME = /^[a-z_$][\w$]*$/i;

/** A value as a TypeScript literal. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string') return singleQuoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, inner)).join(', ')}]`;
  const parts = Object.entries(value).map(
    ([name, each]) =>
      `${inner}${PLAIN_NAME.test(name) ? name : singleQuoted(name)}: ${literal(each, inner)},\n`,
  );
  return parts.length > 0 ? `{\n${parts.join('')}${indent}}` : '{}';
}

function singleQuoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}
