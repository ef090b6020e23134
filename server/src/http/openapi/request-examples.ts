/** As much of a JSON Schema as an example is made from. */
type Schema = {
  type?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  minimum?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
};

/** Example values where the schema alone does not give a valid one. */
const BY_FIELD: Readonly<Record<string, unknown>> = {
  value: 100,
  amount: 10,
  price: 100,
  percent: 4.99,
  document: '11144477735',
  cpf_cnpj: '52998224725',
  email: 'loja@example.com',
  password: 'uma senha longa',
  current_password: 'uma senha longa',
  new_password: 'outra senha longa',
  code: '123456',
  name: 'Loja Azul',
  url: 'https://shop.example/guiche',
  events: ['payment.received'],
  split: [],
  from: '2026-01-01T00:00:00Z',
  reason: 'Agreed by telephone',
  reference: 'E00000000202601011200abcdefghijk',
  pix_providers: null,
  boleto_providers: null,
};

/** Optional fields that are shown in the example. */
const ALSO: Readonly<Record<string, object>> = {
  'POST /api/v1/auth/confirm': { password: 'uma senha longa' },
  'POST /api/v1/keys': { name: 'shop' },
  'PATCH /api/v1/account': { name: 'Loja Azul' },
  'POST /api/v1/charges': { description: 'Caneca', external_reference: 'order-77' },
  'PATCH /api/v1/charges/:id': { due_date: '2026-12-10' },
  'POST /api/v1/charges/:id/pay': {
    card: { token: 'tok_visa_1111', brand: 'visa', last_four: '1111', holder: 'MARIA SILVA' },
  },
  'POST /api/v1/charges/:id/capture': { amount: 80 },
  'POST /api/v1/charges/:id/refund': { amount: 10, reason: 'One item was missing' },
  'POST /api/v1/customers': { name: 'Maria Silva', email: 'maria@example.com', cpf_cnpj: '52998224725' },
  'POST /api/v1/products': { name: 'Caneca' },
  'PUT /api/v1/products/:id': { price: 120 },
  'POST /api/v1/payment-links': { name: 'Caneca', value: 100 },
  'POST /api/v1/withdrawals': { pix_key: 'loja@example.com' },
  'PATCH /api/v1/webhooks/:id': { active: true },
  'POST /api/v1/sandbox/clock': { advance_days: 30 },
};

/** An example body that can be sent unchanged. */
export function requestExample(operation: string, body: unknown): unknown {
  const example = exampleOf(body as Schema, '');
  return isObject(example) ? { ...example, ...ALSO[operation] } : example;
}

function exampleOf(schema: Schema, name: string): unknown {
  if (Object.hasOwn(BY_FIELD, name)) return BY_FIELD[name];
  const choice = schema.anyOf?.find(({ type }) => type !== 'null');
  if (choice) return exampleOf(choice, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.type === 'object') return objectExample(schema);
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items, name)] : [];
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  return schema.type === 'boolean' ? true : 'example';
}

function objectExample({ required = [], properties = {} }: Schema): object {
  return Object.fromEntries(required.map((key) => [key, exampleOf(properties[key] ?? {}, key)]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
