import { Type } from 'typebox';
import { FILE_PURPOSES, FILE_TYPES } from '../../files/purposes.ts';
import type { FileRow } from '../../files/store.ts';
import { filledText, instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';

export const uploadQuery = Type.Object(
  {
    purpose: namedEnum('FilePurpose', FILE_PURPOSES, { description: 'What the file is for' }),
    name: Type.Optional(filledText(120)),
  },
  { additionalProperties: false },
);

export const fileShape = namedObject('File', {
  object: Type.Literal('file'),
  id: Type.String(),
  purpose: namedEnum('FilePurpose', FILE_PURPOSES, { description: 'What the file is for' }),
  content_type: Type.Enum([...FILE_TYPES], {
    description: 'By the content itself; a picture may change its type when it is encoded again',
  }),
  name: nullable(Type.String()),
  size: Type.Integer({ description: 'Bytes, as stored' }),
  width: nullable(Type.Integer({ description: 'Pixels; null: not a picture' })),
  height: nullable(Type.Integer()),
  expires_at: nullable(
    Type.String({ format: 'date-time', description: 'Removed then, unless something refers to it' }),
  ),
  created_at: instantShape,
});

export function presentFile(file: FileRow) {
  const { id, purpose, content_type, name, size, width, height } = file;
  return {
    object: 'file' as const,
    ...{ id, purpose, content_type, name, size, width, height },
    expires_at: file.keep_until?.toISOString() ?? null,
    created_at: file.created_at.toISOString(),
  };
}
