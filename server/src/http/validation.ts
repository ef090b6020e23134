import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { Row } from '../db/pool.ts';
import { GatewayError } from '../kit/errors.ts';
import { nearestName } from '../kit/nearest-name.ts';

// `verbose`: an error tells the names that its object has.
const OPTIONS = {
  removeAdditional: false,
  useDefaults: true,
  strict: false,
  strictNumbers: true,
  verbose: true,
} as const;
// Bodies are literal: "1" is not 1. A query string is text, so numbers and booleans are converted from it.
const bodies = new Ajv({ ...OPTIONS, coerceTypes: false });
const queries = new Ajv({ ...OPTIONS, coerceTypes: true });

type Parameters = { properties?: Record<string, { type?: string }> };

function wholeNumbersOf({ properties = {} }: Parameters): string[] {
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

/** Integers of a query are written in digits: JavaScript would also accept 0x10, 1e1 and +5. */
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

/**
 * With no other fields, in depth: a misspelt one must not pass for one that was left out. What names its fields by a
 * pattern or says what others may be is left as it is.
 */
function closed<Schema>(schema: Schema): Schema;
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((each) => closed(each));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { properties, items, anyOf, ...rest } = schema as Record<string, unknown>;
  const fields = properties as Record<string, unknown> | undefined;
  const isOpen = fields && rest.additionalProperties === undefined && rest.patternProperties === undefined;
  return {
    ...rest,
    ...(isOpen && { additionalProperties: false }),
    ...(fields && {
      properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, closed(field)])),
    }),
    ...(items !== undefined && { items: closed(items) }),
    ...(anyOf !== undefined && { anyOf: closed(anyOf) }),
  };
}

/** Compiled at a route's first request: compiling all would be a third of the start time. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const whole = httpPart === 'body' ? [] : wholeNumbersOf(schema);
  let made: ValidateFunction | undefined;
  const validate = (data: unknown) => {
    // A request may have any header.
    made ??= (httpPart === 'body' ? bodies : queries).compile(
      httpPart === 'headers' ? schema : closed(schema),
    );
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
  for (const error of informative(errors as unknown as ErrorObject[])) {
    const field = fieldOf(error) || part;
    details[field] ??= messageOf(error);
  }
  const [field, message] = Object.entries(details)[0] ?? [part, 'is not valid'];
  return new GatewayError('VALIDATION_ERROR', `${field}: ${message}`, details);
}

/** For "T or null", the message "must be null" is dropped in favour of the error about T. */
function informative(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const useful = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null');
  return useful.length > 0 ? useful : errors;
}

/** Errors about an object that name one of its fields. */
const NAMING = ['required', 'additionalProperties'];

function fieldOf(error: ErrorObject): string {
  const path = error.instancePath.slice(1).replaceAll('/', '.');
  const named = error.params.missingProperty ?? error.params.additionalProperty;
  const missing = NAMING.includes(error.keyword) ? String(named) : '';
  return [path, missing].filter(Boolean).join('.');
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'additionalProperties') return unknownField(error);
  if (error.keyword === 'enum')
    return `must be one of ${(error.params.allowedValues as unknown[]).join(', ')}`;
  if (error.keyword === 'const') return `must be ${String(error.params.allowedValue)}`;
  if (error.keyword === 'pattern') return 'is not in the right form';
  return error.message ?? 'is not valid';
}

/** With the name that was meant: external_reference for externalReference. */
function unknownField({ params, parentSchema }: ErrorObject): string {
  const known = Object.keys((parentSchema?.properties as object | undefined) ?? {});
  const meant = nearestName(String(params.additionalProperty), known);
  return `is not a field of this operation${meant === null ? '' : `; did you mean ${meant}?`}`;
}
