import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

type Write = (value: unknown) => string;
type Schema = { readonly [keyword: string]: unknown };

/** Fastify's own serializer, compiled at a route's first answer; see validatorCompiler. */
export const serializerCompiler: FastifySerializerCompiler<fastJson.Schema> = ({ schema }) => {
  let made: Write | undefined;
  return (value) => {
    made ??= fastJson(forWriting(schema) as fastJson.Schema) as Write;
    return made(value);
  };
};

/** Text without characters that JSON escapes: searching a QR code for them costs more than the rest of the answer. */
const PLAIN_TEXT = { type: 'string', format: 'unsafe' };
export const DATA_URI = 'data-uri';

/**
 * The same schema, faster to serialise: "T or null" as nullable instead of a union, and no search for characters to
 * escape where there are none.
 */
function forWriting(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(forWriting);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, format, enum: values } = schema as Schema;
  if (Array.isArray(anyOf) && anyOf.length === 2 && anyOf[1]?.type === 'null') {
    return { ...(forWriting(anyOf[0]) as object), nullable: true };
  }
  if (format === DATA_URI || isPlain(values)) return PLAIN_TEXT;
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, forWriting(part)]));
}

function isPlain(values: unknown): boolean {
  return Array.isArray(values) && values.every((value) => typeof value === 'string' && /^\w+$/.test(value));
}
