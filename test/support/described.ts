import { ENDPOINTS, type Endpoint, type World } from './endpoints.ts';
import { readDescription } from './openapi.ts';

type Schema = { type?: string; anyOf?: readonly Schema[]; properties?: Record<string, Schema> };
type Body = { required: boolean; content: Record<string, { schema: Schema; example: object }> };
type Operation = { requestBody?: Body };
/** An endpoint as it is described: the names of all its fields, and whether its body may be left out. */
type Described = { endpoint: Endpoint; fields: readonly string[]; isRequired: boolean };

const { paths } = readDescription<{ paths: Record<string, Record<string, Operation>> }>();

/** Whose id an address asks for, by the word before it. */
const NAMED: Readonly<Record<string, (world: World) => string>> = {
  accounts: ({ other }) => other.id,
  alerts: ({ gateway }) => gateway.deps.ids.next(),
  charges: ({ paidCharge }) => paidCharge,
  coupons: ({ gateway }) => gateway.deps.ids.next(),
  customers: ({ gateway }) => gateway.deps.ids.next(),
  disputes: ({ dispute }) => dispute,
  identities: ({ gateway }) => gateway.deps.ids.next(),
  imports: ({ gateway }) => gateway.deps.ids.next(),
  keys: ({ gateway }) => gateway.deps.ids.next(),
  links: ({ gateway }) => gateway.deps.ids.next(),
  plans: ({ gateway }) => gateway.deps.ids.next(),
  products: ({ product }) => product,
  // None of these exists in that world: what is asked of them is refused in words.
  refunds: ({ gateway }) => gateway.deps.ids.next(),
  files: ({ gateway }) => gateway.deps.ids.next(),
  differences: ({ gateway }) => gateway.deps.ids.next(),
  team: ({ gateway }) => gateway.deps.ids.next(),
  webhooks: ({ webhook }) => webhook,
  withdrawals: ({ withdrawal }) => withdrawal,
};

/** Every endpoint of openapi.json that takes a body. */
export const DESCRIBED: readonly Described[] = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody }]) => {
    const body = requestBody?.content['application/json'];
    if (!body) return [];
    const name = `${method.toUpperCase()} ${path.replace('/api/v1', '')}`;
    const about = { fields: fieldsOf(body.schema), isRequired: requestBody.required };
    return samplesOf(name, path, body.example).map((endpoint) => ({ endpoint, ...about }));
  }),
);

function fieldsOf({ properties, anyOf = [] }: Schema): string[] {
  return properties ? Object.keys(properties) : anyOf.flatMap(fieldsOf);
}

/** The samples written by hand, which reach furthest, or else the one that the description offers. */
function samplesOf(name: string, path: string, example: object): Endpoint[] {
  const written = ENDPOINTS.filter((endpoint) => endpoint.name.replace(/ \(.*/, '') === name);
  if (written.length > 0) return written;
  return [
    {
      name,
      method: name.split(' ')[0] as Endpoint['method'],
      by: path.includes('/admin/') ? 'operator' : 'token',
      path: (world) => path.replace(/(\w+)\/\{id\}/, (_, kind) => `${kind}/${idOf(kind, world)}`),
      body: () => example,
    },
  ];
}

function idOf(kind: string, world: World): string {
  const id = NAMED[kind]?.(world);
  if (!id) throw new Error(`the world has none of the ${kind}`);
  return id;
}
