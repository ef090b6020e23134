import { GatewayError } from '../kit/errors.ts';
import { isVisible } from '../kit/visible-text.ts';

/** The 26 states and the Federal District. */
export const STATES = [
  ...(['AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO'] as const),
  ...(['MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR'] as const),
  ...(['RJ', 'RN', 'RO', 'RR', 'RS', 'SC', 'SE', 'SP', 'TO'] as const),
] as const;
export type State = (typeof STATES)[number];

/** A Brazilian address, as it is stored and shown by the API. */
export type Address = {
  /** Eight digits. */
  postal_code: string;
  street: string;
  /** A text: `100`, `100 A`, `s/n`. */
  number: string;
  complement: string | null;
  district: string;
  city: string;
  state: State;
};
export type AddressField = keyof Address;

/** As it was sent or typed. */
export type WrittenAddress = Record<Exclude<AddressField, 'complement'>, string> & {
  complement?: string | null | undefined;
};

export const MAX_ADDRESS_LENGTHS = {
  postal_code: 9,
  street: 120,
  number: 10,
  complement: 60,
  district: 60,
  city: 60,
  state: 2,
} as const satisfies Record<AddressField, number>;

const RULES: Record<AddressField, string> = {
  postal_code: 'must be a CEP of 8 digits, such as 01310-100',
  street: textRule('street'),
  number: `${textRule('number')}; s/n for none`,
  complement: textRule('complement'),
  district: textRule('district'),
  city: textRule('city'),
  state: `must be one of ${STATES.join(', ')}`,
};

function textRule(field: AddressField): string {
  return `must be a text of 1 to ${MAX_ADDRESS_LENGTHS[field]} characters without control characters`;
}

/** The address that was written, or the fields that are wrong. An empty complement is none. */
export function addressFrom(
  written: WrittenAddress,
): { address: Address; wrong?: never } | { address?: never; wrong: AddressField[] } {
  const state = STATES.find((known) => known === written.state.trim().toUpperCase()) ?? null;
  const read = {
    postal_code: postalCodeFrom(written.postal_code),
    street: lineFrom(written.street, 'street'),
    number: lineFrom(written.number, 'number'),
    complement: (written.complement ?? '').trim() && lineFrom(written.complement ?? '', 'complement'),
    district: lineFrom(written.district, 'district'),
    city: lineFrom(written.city, 'city'),
    state,
  };
  const { postal_code, street, number, complement, district, city } = read;
  if (!postal_code || !street || !number || complement === null || !district || !city || !state) {
    return { wrong: (Object.keys(read) as AddressField[]).filter((field) => read[field] === null) };
  }
  return { address: { postal_code, street, number, complement: complement || null, district, city, state } };
}

/** The address of a request. The error names every wrong field below `field`. */
export function readAddress(field: string, written: WrittenAddress): Address {
  const { address, wrong } = addressFrom(written);
  if (address) return address;
  const details = Object.fromEntries(wrong.map((name) => [`${field}.${name}`, RULES[name]]));
  const [first] = Object.entries(details);
  throw new GatewayError('VALIDATION_ERROR', `${first?.[0]}: ${first?.[1]}`, details);
}

/** An address is stored as text: always the same fields in the same order, so that equal addresses are equal texts. */
export function addressText(address: Address): string {
  return JSON.stringify(address);
}

export function addressOf(text: string | null | undefined): Address | null {
  return text ? (JSON.parse(text) as Address) : null;
}

/** `01310-100` or `01310100`, with blanks around it. A CEP of zeros is none. */
function postalCodeFrom(text: string): string | null {
  const [, region, rest] = /^(\d{5})-?(\d{3})$/.exec(text.trim()) ?? [];
  return region && rest && `${region}${rest}` !== '00000000' ? `${region}${rest}` : null;
}

/** One line: blanks in a row, line breaks among them, become one space. */
function lineFrom(text: string, field: AddressField): string | null {
  const line = text.replace(/\s+/g, ' ').trim();
  return isVisible(line) && !/[\p{Cc}\p{Cs}]/u.test(line) && line.length <= MAX_ADDRESS_LENGTHS[field]
    ? line
    : null;
}

export function printedPostalCode(postalCode: string): string {
  return `${postalCode.slice(0, 5)}-${postalCode.slice(5)}`;
}

/** `Rua X, 100, sala 2 — Centro — São Paulo/SP — 01000-000` */
export function addressLine(address: WrittenAddress): string {
  return addressLines(address).join(' — ');
}

/** `Rua X, 100, sala 2 — Centro` and `São Paulo/SP — 01000-000` */
export function addressLines({
  postal_code,
  street,
  number,
  complement,
  district,
  city,
  state,
}: WrittenAddress): [string, string] {
  const place = [street, number, complement].filter(Boolean).join(', ');
  return [`${place} — ${district}`, `${city}/${state} — ${printedPostalCode(postal_code)}`];
}
