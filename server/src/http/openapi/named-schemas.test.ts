import { describe, expect, it } from 'vitest';
import { withNamedSchemas } from './named-schemas.ts';

const share = { title: 'Share', type: 'object', properties: { title: { type: 'string' } } };
const charge = { title: 'Charge', type: 'object', properties: { split: { type: 'array', items: share } } };
const documentOf = (...schemas: object[]) => ({
  info: { title: 'Name of the API' },
  paths: Object.fromEntries(schemas.map((schema, index) => [`/${index}`, { schema }])),
});

describe('schemas with a title', () => {
  it('move to components under their title, also from inside one another', () => {
    expect(withNamedSchemas(documentOf(charge, share))).toMatchObject({
      info: { title: 'Name of the API' },
      paths: {
        '/0': { schema: { $ref: '#/components/schemas/Charge' } },
        '/1': { schema: { $ref: '#/components/schemas/Share' } },
      },
      components: {
        schemas: {
          Charge: {
            type: 'object',
            properties: { split: { type: 'array', items: { $ref: '#/components/schemas/Share' } } },
          },
          Share: { type: 'object', properties: { title: { type: 'string' } } },
        },
      },
    });
  });

  it('leave description and default where they are used', () => {
    const status = { title: 'Status', enum: ['open', 'closed'] };
    const { paths, components } = withNamedSchemas(
      documentOf({ ...status, description: 'Now' }, { ...status, default: 'open' }),
    ) as unknown as Record<string, Record<string, object>>;
    expect(paths).toEqual({
      '/0': { schema: { $ref: '#/components/schemas/Status', description: 'Now' } },
      '/1': { schema: { $ref: '#/components/schemas/Status', default: 'open' } },
    });
    expect(components?.schemas).toEqual({ Status: { enum: ['open', 'closed'] } });
  });

  it('must be equal when their titles are', () => {
    const other = { title: 'Share', type: 'object', properties: {} };
    expect(() => withNamedSchemas(documentOf(charge, other))).toThrow(
      'Two different schemas have the title Share',
    );
  });

  it('are not looked for in examples', () => {
    const media = { example: { title: 'A book' } };
    expect(withNamedSchemas(documentOf(media)).paths).toEqual({ '/0': { schema: media } });
  });

  it('stay whole where they came from', () => {
    withNamedSchemas(documentOf(charge));
    expect(charge.properties.split.items).toBe(share);
    expect(share).toHaveProperty('title', 'Share');
  });
});
