import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { Row } from '../db/pool.ts';
import { GatewayError } from '../kit/errors.ts';

// Bodies are taken literally: "1" is not 1. Query strings are text by nature, so numbers and booleans are read from it.
const bodies = new Ajv({
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
});
const queries = new Ajv({
  coerceTypes: true,
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
});

type Parameters = { properties?: Record<string, { type?: string }> };

function wholeNumbersOf({ properties = {} }: Parameters): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

/** Whole numbers of a query are written in digits: JavaScript would also read one in 0x10, 1e1 and +5. */
function isInDigits(text: unknown): boolean {
  return typeof text !== 'string' || /^-?\d+$/.test(text);
}

function notWhole(name: string): ErrorObject {
  return {
    instancePath: `/${name}`,
    schemaPath: `#/properties/${name}/type`,
    keyword: 'type',
    params: { type: 'integer' },
    message: 'must be integer',
  };
}

/** Made at a route's first request: making all of them would be a third of the time of a start. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const whole = httpPart === 'body' ? [] : wholeNumbersOf(schema);
  let made: ValidateFunction | undefined;
  const validate = (data: unknown) => {
    made ??= (httpPart === 'body' ? bodies : queries).compile(schema);
    const unreadable = whole.filter((name) => !isInDigits((data as Row)[name]));
    const isValid = unreadable.length === 0 && made(data);
    validate.errors = unreadable.length === 0 ? made.errors : unreadable.map(notWhole);
    return isValid;
  };
  validate.errors = null as ValidateFunction['errors'];
  return validate as never;
};

/** The first problem becomes the message; every problem is listed by field. */
export function validationFailure(
  errors: readonly FastifySchemaValidationError[],
  part: string,
): GatewayError {
  const details: Record<string, string> = {};
  for (const error of tellingOnly(errors as unknown as ErrorObject[])) {
    const field = fieldOf(error) || part;
    details[field] ??= messageOf(error);
  }
  const [field, message] = Object.entries(details)[0] ?? [part, 'is not valid'];
  return new GatewayError('VALIDATION_ERROR', `${field}: ${message}`, details);
}

/** Where null is allowed beside something else, "must be null" tells nobody what was wrong with the something else. */
function tellingOnly(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const telling = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null');
  return telling.length > 0 ? telling : errors;
}

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const missing = error.keyword === 'required' ? String(error.params.missingProperty) : '';
  return [path, missing].filter(Boolean).join('.');
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'enum')
    return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
  if (error.keyword === 'const') return `must be ${String(error.params.allowedValue)}`;
  if (error.keyword === 'pattern') return 'is not in the right form';
  return error.message ?? 'is not valid';
}
