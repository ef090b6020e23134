import { type TProperties, type TSchema, type TSchemaOptions, Type } from 'typebox';
import { MAX_ADDRESS_LENGTHS, STATES } from '../brazil/address.ts';
import { EMAIL_PATTERN, MAX_EMAIL_LENGTH } from '../kit/email-address.ts';
import { invalidField } from '../kit/errors.ts';
import { type Cents, centsFromReais } from '../kit/money.ts';
import type { AddressGuard } from '../kit/public-address.ts';
import { VISIBLE } from '../kit/visible-text.ts';
import { isWebAddress, MAX_WEB_ADDRESS_LENGTH } from '../kit/web-address.ts';
import { instantFrom } from './instants.ts';

/** Named schemas: the API description lists them under components.schemas and refers to them by name. */
export const namedObject = <P extends TProperties>(title: string, properties: P) =>
  Type.Object(properties, { title });

/** With no other fields: a misspelt `amount` must not mean the whole amount. */
export const exactObject = <P extends TProperties>(title: string, properties: P) =>
  Type.Object(properties, { title, additionalProperties: false });

export const namedEnum = <Values extends string[]>(
  title: string,
  values: readonly [...Values],
  place: Pick<TSchemaOptions, 'description' | 'default'> = {},
) => Type.Enum<Values>([...values], { title, ...place });

export const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);

/** A body may be left out, or be null. */
export const optionalBody = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/** A text with a visible character. The API description shows the part of the rule that every regex dialect supports. */
export const filledText = (maxLength: number, minLength = 1) => {
  const text = { minLength, maxLength };
  return Type.String({ ...text, pattern: VISIBLE, 'x-shown': Type.String({ ...text, pattern: '\\S' }) });
};

const shownEmail = { maxLength: MAX_EMAIL_LENGTH, pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' };

/** Of every body that names an e-mail address to be stored. The API description shows a part of the rule, as above. */
export const emailText = Type.String({
  ...shownEmail,
  pattern: EMAIL_PATTERN,
  'x-shown': Type.String(shownEmail),
});

const addressText = (field: keyof typeof MAX_ADDRESS_LENGTHS) =>
  Type.String({ maxLength: MAX_ADDRESS_LENGTHS[field] });

/** Of a Brazilian address. As it was sent it is read by `readAddress`, which also names the fields that are wrong. */
export const addressShape = exactObject('Address', {
  postal_code: Type.String({ maxLength: 9, description: 'CEP: eight digits; a request may send 01310-100' }),
  street: addressText('street'),
  number: Type.String({ maxLength: MAX_ADDRESS_LENGTHS.number, description: 's/n for none' }),
  complement: Type.Optional(nullable(addressText('complement'))),
  district: addressText('district'),
  city: addressText('city'),
  state: Type.String({ maxLength: 2, description: `UF: ${STATES.join(', ')}` }),
});

export const instantShape = Type.String({ format: 'date-time' });

/** Reads an amount: must be positive and in whole cents; nothing is rounded. */
export function readAmount(field: string, reais: number): Cents {
  const amount = centsFromReais(reais);
  if (amount === null || amount <= 0n) {
    throw invalidField(
      field,
      'must be an amount in reais from 0.01 to 9999999999.99 with at most two decimals',
    );
  }
  return amount;
}

export function readWebAddress(field: string, text: string): string {
  if (!isWebAddress(text)) {
    const rule = `must be an http or https address of at most ${MAX_WEB_ADDRESS_LENGTH} characters, without credentials`;
    throw invalidField(field, rule);
  }
  return text;
}

/** A URL for notifications: a forbidden literal address is refused before it is stored. */
export function readNotificationAddress(field: string, text: string, addresses: AddressGuard): string {
  const address = readWebAddress(field, text);
  const refusal = addresses.refusalOf(address);
  if (refusal) throw invalidField(field, refusal);
  return address;
}

/** A range that ends before it begins would match nothing, which is never meant. */
export function readCreated({
  created_from: from,
  created_to: to,
}: {
  created_from?: string;
  created_to?: string;
}) {
  const created = {
    from: from === undefined ? null : readInstant('created_from', from),
    to: to === undefined ? null : readInstant('created_to', to),
  };
  if (created.from && created.to && created.from > created.to) {
    throw invalidField('created_to', 'must not be before created_from');
  }
  return created;
}

export function readInstant(field: string, text: string): Date {
  const instant = instantFrom(text);
  if (!instant) {
    throw invalidField(field, 'must be an ISO 8601 date and time with its zone, e.g. 2030-12-31T23:59:59Z');
  }
  return instant;
}
