import { readFileSync } from 'node:fs';

type Node = { readonly [key: string]: unknown };

/** The document with each `$ref` replaced by what it refers to, so that a schema can be used by itself. */
export function withoutRefs<T extends object>(document: T): T {
  const resolve = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(resolve);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref, ...rest } = part as Node;
    const target = typeof $ref === 'string' ? (resolve(findRef(document, $ref)) as object) : {};
    const own = Object.entries(rest).map(([key, inner]) => [key, resolve(inner)]);
    return { ...target, ...Object.fromEntries(own) };
  };
  return resolve(document) as T;
}

function findRef(document: object, ref: string): unknown {
  const names = ref.replace('#/', '').split('/');
  return names.reduce<unknown>((node, name) => (node as Node)[name], document);
}

/** The committed openapi.json, refs resolved. */
export function readDescription<T extends object>(): T {
  const text = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');
  return withoutRefs(JSON.parse(text) as T);
}
