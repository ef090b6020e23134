import { isDeepStrictEqual } from 'node:util';

type Node = { readonly [keyword: string]: unknown };
type Document = { paths?: object; webhooks?: object; components?: object };

/**
 * Moves every schema with a title to components.schemas under that title and leaves a `$ref` in its place. Only the
 * document changes: the schemas that validate and serialise stay whole. Description and default stay at the
 * place of use.
 */
export function withNamedSchemas<T extends Document>(document: T): T {
  const schemas = new Map<string, object>();
  const { paths, webhooks, components } = document;
  const parts = referring({ paths, webhooks, components }, schemas) as Document;
  const sorted = [...schemas].sort(([one], [other]) => (one < other ? -1 : 1));
  const named = { ...parts.components, schemas: Object.fromEntries(sorted) };
  return { ...document, ...parts, components: named };
}

function referring(node: object, schemas: Map<string, object>): object {
  const convert = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(convert);
    if (typeof part !== 'object' || part === null) return part;
    return isNamed(part) ? refer(part, schemas) : referring(part, schemas);
  };
  // An example is data: a title in it names no schema.
  const converted = Object.entries(node).map(([key, part]) => [
    key,
    key === 'example' ? part : convert(part),
  ]);
  return Object.fromEntries(converted);
}

function isNamed(node: object): node is Node & { title: string } {
  return 'title' in node && typeof node.title === 'string';
}

function refer(named: Node & { title: string }, schemas: Map<string, object>) {
  const { title, description, default: fallback, ...schema } = named;
  const component = referring(schema, schemas);
  const known = schemas.get(title);
  if (known && !isDeepStrictEqual(known, component)) {
    throw new Error(`Two different schemas have the title ${title}`);
  }
  schemas.set(title, component);
  return {
    $ref: `#/components/schemas/${title}`,
    ...(description === undefined ? {} : { description }),
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}
