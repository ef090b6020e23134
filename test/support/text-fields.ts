import { readDescription } from './openapi.ts';

type Schema = {
  type?: string;
  enum?: unknown;
  const?: unknown;
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
};
type Parameter = { name: string; in: string; schema: Schema };
type Operation = {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: object }> };
};
export type DescribedOperation = {
  name: string;
  method: string;
  path: string;
  /** A body that the operation takes, as its description shows it; null: it takes none. */
  example: object | null;
  /** The dotted path of every text in its body; `*` is a name that the sender chooses. */
  texts: readonly string[];
  queries: readonly string[];
};

const { paths } = readDescription<{ paths: Record<string, Record<string, Operation>> }>();

export const OPERATIONS: readonly DescribedOperation[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody }]) => {
    const body = requestBody?.content['application/json'];
    const queries = parameters.filter(({ in: place, schema }) => place === 'query' && isText(schema));
    return {
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      example: body ? (body.example ?? {}) : null,
      texts: body ? [...new Set(textsOf(body.schema))] : [],
      queries: queries.map(({ name }) => name),
    };
  }),
);

function isText(schema: Schema): boolean {
  return textsOf(schema).length > 0;
}

function textsOf(schema: Schema, path = ''): string[] {
  const { type, anyOf = [], properties = {}, items, additionalProperties } = schema;
  const under = (name: string) => (path ? `${path}.${name}` : name);
  return [
    ...(type === 'string' || (type === undefined && schema.enum) ? [path] : []),
    ...anyOf.flatMap((each) => textsOf(each, path)),
    ...Object.entries(properties).flatMap(([name, each]) => textsOf(each, under(name))),
    ...(items ? textsOf(items, under('0')) : []),
    ...(typeof additionalProperties === 'object' ? textsOf(additionalProperties, under('*')) : []),
  ];
}

/** A copy of the body with this text at the dotted path, whatever was there. */
export function withText(body: object, path: string, text: string): object {
  const copy = structuredClone(body) as Record<string, unknown>;
  const names = path.split('.').map((name) => (name === '*' ? 'anything' : name));
  const last = names.pop() ?? '';
  let at: Record<string, unknown> = copy;
  for (const [index, name] of names.entries()) {
    const isList = (names[index + 1] ?? last) === '0';
    if (typeof at[name] !== 'object' || at[name] === null) at[name] = isList ? [] : {};
    at = at[name] as Record<string, unknown>;
  }
  at[last] = text;
  return copy;
}
