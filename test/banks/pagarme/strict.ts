import { Problem } from './bank.ts';

/** What a field must be; an object lists its fields, of which `!` are required, and has no others. */
type Shape = 'any' | 'text' | 'cents' | 'whole' | 'flag' | { list: Shape } | { [field: string]: Shape };

const ADDRESS: Shape = {
  ...{ 'line_1!': 'text', line_2: 'text', 'zip_code!': 'text' },
  ...{ 'city!': 'text', 'state!': 'text', 'country!': 'text' },
  // Of an older form of addresses, which its own client still insists on.
  ...{ street: 'any', number: 'any', neighborhood: 'any', complement: 'any' },
};
const PHONE: Shape = { 'country_code!': 'text', 'area_code!': 'text', 'number!': 'text' };
const CUSTOMER: Shape = {
  ...{ 'name!': 'text', 'email!': 'text', 'document!': 'text', 'document_type!': 'text', 'type!': 'text' },
  ...{ 'phones!': { 'mobile_phone!': PHONE }, 'address!': ADDRESS },
  ...{ code: 'any', metadata: 'any' },
};
const CREDIT_CARD: Shape = {
  ...{ 'operation_type!': 'text', 'installments!': 'whole', statement_descriptor: 'text' },
  ...{ card_token: 'text', card_id: 'text', card: { billing_address: ADDRESS }, recurrency_cycle: 'text' },
  authentication: {
    'type!': 'text',
    'threed_secure!': {
      ...{ 'mpi!': 'text', cavv: 'text', eci: 'text', version: 'text' },
      ...{ transaction_id: 'text', ds_transaction_id: 'text' },
    },
  },
};

export const SHAPES = {
  token: {
    'type!': 'text',
    'card!': {
      ...{ 'number!': 'text', 'holder_name!': 'text', 'exp_month!': 'whole', 'exp_year!': 'whole' },
      ...{ 'cvv!': 'text', brand: 'any', label: 'any' },
    },
  },
  order: {
    ...{ 'code!': 'text', 'closed!': 'flag', antifraud_enabled: 'flag', ip: 'text', session_id: 'text' },
    'items!': {
      list: {
        ...{ 'amount!': 'cents', 'description!': 'text', 'quantity!': 'whole' },
        ...{ code: 'text', category: 'any' },
      },
    },
    ...{ customer: CUSTOMER, customer_id: 'text' },
    'payments!': {
      list: { 'payment_method!': 'text', 'amount!': 'cents', 'credit_card!': CREDIT_CARD },
    },
  },
  capture: { amount: 'cents', code: 'text', operation_reference: 'text' },
  cancel: { amount: 'cents', operation_reference: 'text' },
  customer: CUSTOMER,
  card: { 'token!': 'text', billing_address: ADDRESS },
} satisfies Record<string, Shape>;

/** Refuses a body that has another field, lacks one, or holds something else in one. */
export function requireShape(shape: keyof typeof SHAPES, body: unknown): Record<string, unknown> {
  const errors: Record<string, string[]> = {};
  check(SHAPES[shape], body, shape, errors);
  if (Object.keys(errors).length > 0) throw new Problem(422, 'The request is invalid.', errors);
  return body as Record<string, unknown>;
}

function check(shape: Shape, value: unknown, path: string, errors: Record<string, string[]>): void {
  const message = typeof shape === 'string' ? wrongWith(shape, value) : wrongKind(shape, value);
  if (message !== null) errors[path] = [message];
  else if (typeof shape === 'object' && isList(shape)) {
    for (const [at, item] of (value as unknown[]).entries())
      check(shape.list, item, `${path}[${at}]`, errors);
  } else if (typeof shape === 'object') checkFields(shape, value as Record<string, unknown>, path, errors);
}

type Group = Exclude<Shape, string>;

function isList(shape: Group): shape is { list: Shape } {
  return 'list' in shape;
}

function wrongWith(shape: Extract<Shape, string>, value: unknown): string | null {
  switch (shape) {
    case 'any':
      return null;
    case 'text':
      return typeof value === 'string' && value !== '' ? null : 'must be a text';
    case 'flag':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'cents':
    case 'whole':
      return Number.isInteger(value) && Number(value) > 0 ? null : 'must be a positive integer';
  }
}

function wrongKind(shape: Group, value: unknown): string | null {
  if (isList(shape)) return Array.isArray(value) && value.length > 0 ? null : 'must be a list';
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? null : 'must be an object';
}

function checkFields(
  shape: Record<string, Shape>,
  value: Record<string, unknown>,
  path: string,
  errors: Record<string, string[]>,
): void {
  for (const field of Object.keys(value)) {
    if (!(field in shape) && !(`${field}!` in shape)) errors[`${path}.${field}`] = ['is not known'];
  }
  for (const [name, inner] of Object.entries(shape)) {
    const field = name.replace('!', '');
    const given = value[field];
    if (given !== undefined) check(inner, given, `${path}.${field}`, errors);
    else if (name.endsWith('!')) errors[`${path}.${field}`] = ['is required'];
  }
}
