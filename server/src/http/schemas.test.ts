import fastJson from 'fast-json-stringify';
import { describe, expect, it } from 'vitest';
import { readDescription } from '../../../test/support/openapi.ts';
import { serializerCompiler } from './serialization.ts';
import { validatorCompiler } from './validation.ts';

type Content = { content?: Record<string, { schema: object }> };
type Operation = {
  parameters?: { name: string; in: string; schema: object }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};

const { paths } = readDescription<{ paths: Record<string, Record<string, Operation>> }>();
const operations = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => [`${method} ${path}`, operation] as const),
);
const schemasOf = ({ content = {} }: Content) => Object.values(content).map(({ schema }) => schema);
const route = { method: 'GET', url: '/' };

/** Schemas are compiled at the first request: one that does not compile would not stop the start. */
describe('the schemas', () => {
  it.each(operations)('of %s compile to validators and serializers', (_name, operation) => {
    const parameters = (operation.parameters ?? []).map(({ name, schema }) => ({
      type: 'object',
      properties: { [name]: schema },
    }));
    for (const schema of parameters)
      expect(() => validatorCompiler({ schema, ...route, httpPart: 'querystring' })({})).not.toThrow();
    for (const schema of schemasOf(operation.requestBody ?? {}))
      expect(() => validatorCompiler({ schema, ...route, httpPart: 'body' })({})).not.toThrow();
    for (const schema of Object.values(operation.responses).flatMap(schemasOf))
      expect(() => fastJson(schema)).not.toThrow();
  });

  it('are compiled once, and report the errors of the last check', () => {
    const schema = { type: 'object', required: ['value'], properties: { value: { type: 'number' } } };
    const validate = validatorCompiler({ schema, ...route, httpPart: 'body' });
    expect(validate({})).toBe(false);
    expect(validate).toHaveProperty('errors', [expect.objectContaining({ keyword: 'required' })]);
    expect(validate({ value: 1 })).toBe(true);
    expect(validate).toHaveProperty('errors', null);
  });

  it('leave out of an answer what they do not name', () => {
    const schema = { type: 'object', properties: { id: { type: 'string' } } } as const;
    const write = serializerCompiler({ schema, ...route });
    expect([write({ id: 'a', secret: 'b' }), write({ id: 'c' })]).toEqual(['{"id":"a"}', '{"id":"c"}']);
  });
});
