import { Type } from 'typebox';
import { picturePath } from '../../files/picture-path.ts';
import { filledText, namedObject, nullable } from '../../http/fields.ts';
import type { Brand } from './brand.ts';

const MAX_MESSAGE_LENGTH = 300;

export const brandingShape = namedObject('Branding', {
  object: Type.Literal('branding'),
  page_name: nullable(Type.String({ description: 'Name on the payment pages; null: that of the account' })),
  page_color: nullable(Type.String({ description: 'Accent colour, #rrggbb; null: the default' })),
  logo_file_id: nullable(Type.String()),
  logo_url: nullable(Type.String({ description: 'Where everyone gets the logo' })),
  checkout_message: nullable(Type.String({ description: 'Your words on the payment page, plain text' })),
  receipt_message: nullable(Type.String({ description: 'Your words on the receipt, plain text' })),
});

export const changeBrandingBody = namedObject('ChangeBranding', {
  page_name: Type.Optional(nullable(filledText(60))),
  page_color: Type.Optional(nullable(Type.String({ maxLength: 7 }))),
  logo_file_id: Type.Optional(
    nullable(Type.String({ maxLength: 36, description: 'Of POST /files with the purpose logo' })),
  ),
  checkout_message: Type.Optional(nullable(filledText(MAX_MESSAGE_LENGTH))),
  receipt_message: Type.Optional(nullable(filledText(MAX_MESSAGE_LENGTH))),
});

export function presentBranding(brand: Brand, publicUrl: string) {
  const { id, ...fields } = brand;
  const { logo_file_id: logo } = brand;
  return {
    object: 'branding' as const,
    ...fields,
    logo_url: logo && publicUrl + picturePath(id, logo),
  };
}
