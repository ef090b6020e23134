import fastJson from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';

type Write = (value: unknown) => string;

/** Fastify's own way of writing an answer, made when a route first answers so; see validatorCompiler. */
export const serializerCompiler: FastifySerializerCompiler<fastJson.Schema> = ({ schema }) => {
  let made: Write | undefined;
  return (value) => {
    made ??= fastJson(schema) as Write;
    return made(value);
  };
};
