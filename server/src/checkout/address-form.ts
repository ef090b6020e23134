import {
  type AddressField,
  addressFrom,
  addressText,
  MAX_ADDRESS_LENGTHS,
  STATES,
} from '../brazil/address.ts';
import { holdsCardNumber } from '../brazil/card-numbers.ts';
import type { Asked } from '../catalog/link-asks.ts';
import { selectField, textField } from '../html/fields.ts';
import type { Form } from '../html/form.ts';
import type { Page } from '../html/page.ts';
import { type Html, html } from '../kit/html.ts';

export type AddressErrors = ReadonlySet<AddressField>;

const nameOf = (field: AddressField) => `address_${field}`;

/** In the order of the form. A browser fills them in from what it knows by these names. */
const FIELDS: readonly { field: Exclude<AddressField, 'state'>; autocomplete: string }[] = [
  { field: 'postal_code', autocomplete: 'postal-code' },
  { field: 'street', autocomplete: 'address-line1' },
  { field: 'number', autocomplete: 'off' },
  { field: 'complement', autocomplete: 'address-line2' },
  { field: 'district', autocomplete: 'address-level3' },
  { field: 'city', autocomplete: 'address-level2' },
];

/** As it is stored; null: none was typed. An address that was begun must be whole. */
export function readPayerAddress(
  form: Form,
  asked: Asked,
): { address: string | null; errors: AddressErrors } {
  const typed = (field: AddressField) => (asked === 'no' ? '' : form(nameOf(field)));
  const written = {
    postal_code: typed('postal_code'),
    street: typed('street'),
    number: typed('number'),
    complement: typed('complement'),
    district: typed('district'),
    city: typed('city'),
    state: typed('state'),
  };
  const isEmpty = Object.values(written).every((text) => text === '');
  if (isEmpty && asked !== 'required') return { address: null, errors: new Set() };
  const { address, wrong = [] } = addressFrom(written);
  const errors = new Set<AddressField>(wrong);
  for (const field of Object.keys(written) as AddressField[])
    if (holdsCardNumber(written[field])) errors.add(field);
  return { address: address && errors.size === 0 ? addressText(address) : null, errors };
}

export function addressFields(
  page: Page,
  {
    typed,
    errors,
    asked,
    isOfPanel = false,
  }: { typed: Form | undefined; errors: AddressErrors; asked: Asked; isOfPanel?: boolean },
): Html {
  const { texts } = page;
  const shownIn = (field: AddressField) => typed?.(nameOf(field)) ?? '';
  const errorOf = (field: AddressField) => (errors.has(field) ? texts.addressErrors[field] : undefined);
  const isRequired = asked === 'required';
  // A browser must not insist on a field of a method that is not chosen.
  const needed = isOfPanel ? 'shown' : 'always';
  const lines = FIELDS.map(({ field, autocomplete }) =>
    textField(page, {
      name: nameOf(field),
      label: texts.addressFields[field],
      value: shownIn(field),
      error: errorOf(field),
      autocomplete,
      maxLength: MAX_ADDRESS_LENGTHS[field],
      inputMode: field === 'postal_code' ? 'numeric' : 'text',
      need: isRequired && field !== 'complement' ? needed : 'never',
      wrong: isRequired ? texts.addressErrors[field] : undefined,
    }),
  );
  const states = ['', ...STATES].map((state) => ({
    value: state,
    label: state || texts.chooseState,
    detail: null,
  }));
  return html`<h2>${texts.addressTitle}</h2>${lines}${selectField({
    name: nameOf('state'),
    label: texts.addressFields.state,
    choices: states,
    chosen: shownIn('state').toUpperCase(),
    error: errorOf('state'),
    ...(isRequired ? !isOfPanel && { wrong: texts.addressErrors.state } : { optional: texts.optional }),
  })}`;
}
