import { Type } from 'typebox';
import { addressOf } from '../brazil/address.ts';
import { addressShape, emailText, filledText, namedEnum, namedObject, nullable } from '../http/fields.ts';

export type AccountRow = {
  id: string;
  name: string;
  email: string;
  document: string;
  person_type: 'PF' | 'PJ';
  phone: string | null;
  status: 'active' | 'pending' | 'blocked';
  status_reason: string | null;
  identity_verified: boolean;
  payment_provider: string;
  payout_pix_key: string | null;
  page_name: string | null;
  page_color: string | null;
  language: 'pt' | 'en' | null;
  /** As text (`addressText`). */
  address: string | null;
  contact_email: string | null;
  contact_phone: string | null;
  contact_whatsapp: string | null;
  created_at: Date;
  email_verified: boolean;
  /** Null: an operator gave it no named plan. */
  fee_plan_name: string | null;
  /** Its terms differ from its plan's by an operator's decision. */
  has_own_fees: boolean;
};

export const accountShape = namedObject('Account', {
  object: Type.Literal('account'),
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  document: Type.String({ description: 'CPF (individual) or CNPJ (company), no punctuation' }),
  person_type: namedEnum('PersonType', ['PF', 'PJ']),
  phone: nullable(Type.String()),
  account_status: namedEnum('AccountStatus', ['active', 'pending', 'blocked']),
  identity_verified: Type.Boolean(),
  payment_provider: Type.String(),
  payout_pix_key: nullable(Type.String()),
  page_name: nullable(Type.String({ description: 'Name on the payment pages; null: name' })),
  page_color: nullable(
    Type.String({ description: 'Accent colour of the payment pages, #rrggbb; null: the default' }),
  ),
  language: nullable(
    Type.Enum(['pt', 'en'], { description: 'Language of the dashboard; null: the browser’s' }),
  ),
  address: nullable(addressShape),
  contact_email: nullable(Type.String({ description: 'For payers, on the payment pages' })),
  contact_phone: nullable(Type.String({ description: 'For payers, on the payment pages' })),
  contact_whatsapp: nullable(
    Type.String({ description: 'For payers, on the payment pages; digits with country and area' }),
  ),
  created_at: Type.String({ format: 'date-time' }),
  fee_plan_name: nullable(
    Type.String({ description: 'Name of the fee plan; null: none, or fees of its own' }),
  ),
  email_verified: Type.Boolean({ description: 'Whether a link sent to the e-mail address was opened' }),
});

export function presentAccount(row: AccountRow) {
  return {
    object: 'account' as const,
    id: row.id,
    name: row.name,
    email: row.email,
    document: row.document,
    person_type: row.person_type,
    phone: row.phone,
    account_status: row.status,
    identity_verified: row.identity_verified,
    payment_provider: row.payment_provider,
    payout_pix_key: row.payout_pix_key,
    page_name: row.page_name,
    page_color: row.page_color,
    language: row.language,
    address: addressOf(row.address),
    contact_email: row.contact_email,
    contact_phone: row.contact_phone,
    contact_whatsapp: row.contact_whatsapp,
    created_at: row.created_at.toISOString(),
    fee_plan_name: row.has_own_fees ? null : row.fee_plan_name,
    email_verified: row.email_verified,
  };
}

export const passwordText = Type.String({ minLength: 8, maxLength: 128 });
/** Eight digits or more, with the usual punctuation. */
const phone = Type.String({ minLength: 8, maxLength: 20, pattern: '^(?=(?:[^0-9]*[0-9]){8})[0-9 +()-]+$' });

export const registerBody = namedObject('Registration', {
  name: filledText(120),
  email: emailText,
  password: passwordText,
  document: Type.String({ minLength: 1, maxLength: 20 }),
  person_type: Type.Optional(namedEnum('PersonType', ['PF', 'PJ'])),
  phone: Type.Optional(phone),
  cookie: Type.Optional(
    Type.Boolean({ description: 'For browsers: the token comes as a cookie, not in the body' }),
  ),
});

export const updateAccountBody = namedObject('UpdateAccount', {
  name: Type.Optional(filledText(120)),
  phone: Type.Optional(nullable(phone)),
  payout_pix_key: Type.Optional(nullable(Type.String({ maxLength: 77 }))),
  page_name: Type.Optional(nullable(filledText(60))),
  page_color: Type.Optional(nullable(Type.String({ maxLength: 7 }))),
  language: Type.Optional(nullable(Type.Enum(['pt', 'en']))),
  address: Type.Optional(nullable(addressShape)),
  contact_email: Type.Optional(nullable(emailText)),
  contact_phone: Type.Optional(nullable(phone)),
  contact_whatsapp: Type.Optional(nullable(phone)),
});
