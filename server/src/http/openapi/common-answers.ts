import { errorShape } from '../app-type.ts';

type Answer = { description?: string; headers?: object; $ref?: string };
type Schema = { type?: string; anyOf?: readonly Schema[] };
type Body = { required?: boolean; content: Record<string, { schema?: Schema }> };
type Operation = {
  security?: readonly object[];
  parameters?: object[];
  requestBody?: Body;
  responses?: Record<string, Answer>;
};
type Description = { components?: object; paths?: Record<string, object | undefined> };

const header = (type: 'integer' | 'string', description: string) => ({ description, schema: { type } });

const headers = {
  'X-Request-Id': header(
    'string',
    'Id of the request in the log: the one you sent (up to 100 letters, digits or ._-), or a new one',
  ),
  'X-RateLimit-Limit': header('integer', 'Requests allowed in the current minute'),
  'X-RateLimit-Remaining': header('integer', 'Requests left in the current minute'),
  'X-RateLimit-Reset': header('integer', 'When the next minute begins, in seconds since 1970'),
  'Retry-After': header('integer', 'Seconds to wait before the next request'),
  'Idempotent-Replayed': header('string', 'true: the stored answer of this Idempotency-Key'),
};

const refer = (...names: (keyof typeof headers)[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const always = refer('X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset');
const retryAfter = refer('Retry-After');
const replayed = refer('Idempotent-Replayed');

const failure = (description: string, headers: object) => ({
  description,
  headers,
  content: { 'application/json': { schema: errorShape } },
});

const components = {
  headers,
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'A retry with the same key within 24 hours gets the first answer and has no second effect',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
    },
  },
  responses: {
    Refused: failure('Refused: see code and details', { ...always, ...replayed }),
    TooManyRequests: failure('Too many requests: wait for Retry-After', {
      ...always,
      ...retryAfter,
    }),
    Failed: failure('The gateway or a provider failed', { ...always, ...replayed, ...retryAfter }),
  },
};

const GOOD: Readonly<Record<string, string>> = { 200: 'Done', 201: 'Created' };

/** Adds headers, errors and the Idempotency-Key, which all operations share, by reference. */
export function withCommonAnswers<T extends Description>(description: T): T {
  for (const path of Object.values(description.paths ?? {})) {
    for (const [method, operation] of Object.entries(path ?? {})) addCommon(method, operation as Operation);
  }
  return { ...description, components: { ...description.components, ...components } };
}

function addCommon(method: string, operation: Operation): void {
  const isKeyed = method === 'post' && operation.security?.length !== 0;
  if (isKeyed) {
    const key = { $ref: '#/components/parameters/IdempotencyKey' };
    operation.parameters = [...(operation.parameters ?? []), key];
  }
  if (operation.requestBody) operation.requestBody.required = !isOptional(operation.requestBody);
  const good = Object.entries(operation.responses ?? {}).filter(([status]) => status in GOOD);
  const described = good.map(([status, answer]) => {
    const headers = { ...always, ...(isKeyed ? replayed : {}), ...answer.headers };
    return [status, { ...answer, description: GOOD[status], headers }];
  });
  operation.responses = {
    ...Object.fromEntries(described),
    429: { $ref: '#/components/responses/TooManyRequests' },
    '4XX': { $ref: '#/components/responses/Refused' },
    '5XX': { $ref: '#/components/responses/Failed' },
  };
}

/** A request without a body is validated as null: where null is valid, the body is optional. */
function isOptional({ content }: Body): boolean {
  const takesNull = ({ type, anyOf = [] }: Schema): boolean => type === 'null' || anyOf.some(takesNull);
  return Object.values(content).every(({ schema }) => schema && takesNull(schema));
}
