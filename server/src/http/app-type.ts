import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import { Type } from 'typebox';

/** A fastify instance whose handlers are typed by their route schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

export const errorShape = Type.Object(
  {
    error: Type.String({ description: 'Message for people' }),
    code: Type.String({ description: 'Code for programs' }),
    details: Type.Record(Type.String(), Type.Unknown(), {
      description: 'For an invalid request: field → message',
    }),
  },
  { title: 'Error' },
);

/** Every route may answer these. */
export const errorAnswers = { '4xx': errorShape, '5xx': errorShape };

/**
 * For the busiest routes: present() builds their answers field by field, and serialising by schema would check every
 * union again. On other routes the schema also drops fields that it does not name.
 */
export const plainJsonSerializer = { serializerCompiler: () => JSON.stringify };
