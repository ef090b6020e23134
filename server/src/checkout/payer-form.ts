import { holdsCardNumber } from '../brazil/card-numbers.ts';
import { hasValidCheckDigits, normalizeDocument } from '../brazil/documents.ts';
import { normalizePhone } from '../brazil/phone.ts';
import { type LinkAsks, NOTHING_ASKED } from '../catalog/link-asks.ts';
import type { BillingType, ChargeCustomer } from '../charges/charge.ts';
import { textField } from '../html/fields.ts';
import type { Form } from '../html/form.ts';
import type { Page } from '../html/page.ts';
import { isEmail, MAX_EMAIL_LENGTH } from '../kit/email-address.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import { isVisible } from '../kit/visible-text.ts';
import { type AddressErrors, addressFields, readPayerAddress } from './address-form.ts';

type PayerField = 'name' | 'email' | 'document' | 'phone';
export type PayerErrors = ReadonlySet<PayerField>;

const MAX_NAME_LENGTH = 200;
const NO_ADDRESS_ERRORS: AddressErrors = new Set();
const NO_CONTACT = { email: null, cpf_cnpj: null, phone: null };

/**
 * The payer's details are optional, except for a boleto; they are added to what the seller gave. Without a name the
 * e-mail is used as the name. A document, which only a boleto asks for, is not: the name is printed on receipts.
 */
export function readPayer(
  form: Form,
  method: BillingType | null,
  { known = null, asks = NOTHING_ASKED }: { known?: ChargeCustomer | null; asks?: PayerAsks } = {},
): { payer: ChargeCustomer | null; errors: PayerErrors; addressErrors: AddressErrors } {
  const errors = new Set<PayerField>();
  const [typedName, email] = [form('name'), form('email')];
  const name = isVisible(typedName) ? typedName : '';
  const isNameAsked = method === 'BOLETO' || needsName(asks);
  if ((isNameAsked && name === '') || name.length > MAX_NAME_LENGTH) errors.add('name');
  if (email !== '' && !isEmail(email)) errors.add('email');
  if (holdsCardNumber(name)) errors.add('name');
  if (holdsCardNumber(email)) errors.add('email');
  const cpfCnpj = method === 'BOLETO' ? documentIn(form) : null;
  if (method === 'BOLETO' && cpfCnpj === null) errors.add('document');
  const phone = readPhone(form, asks, errors);
  const { address, errors: addressErrors } = readPayerAddress(form, asks.address);
  // A seller who calls or sends wants to know whom.
  if ((phone || address) && !name && !email && !known) errors.add('name');
  const calledBy = name || email || known?.name;
  if (!calledBy || !(name || email || cpfCnpj)) return { payer: null, errors, addressErrors };
  const given = {
    name: calledBy,
    ...(email && { email }),
    ...(cpfCnpj && { cpf_cnpj: cpfCnpj }),
    ...(phone && { phone }),
    ...(address && { address }),
  };
  return { payer: { ...(known ?? NO_CONTACT), ...given }, errors, addressErrors };
}

/** What the link asks of its payer. */
export type PayerAsks = Pick<LinkAsks, 'phone' | 'address'>;

function needsName({ phone, address }: PayerAsks): boolean {
  return phone === 'required' || address === 'required';
}

function readPhone(form: Form, { phone: asked }: PayerAsks, errors: Set<PayerField>): string | null {
  const typed = asked === 'no' ? '' : form('phone');
  const phone = normalizePhone(typed);
  const isMissing = typed === '' && asked === 'required';
  if (isMissing || (typed !== '' && !phone) || holdsCardNumber(typed, 'phone')) errors.add('phone');
  return phone;
}

function documentIn(form: Form): string | null {
  const document = normalizeDocument(form('document'));
  return document && hasValidCheckDigits(document) ? document : null;
}

export type TypedPayer = {
  typed: Form | undefined;
  errors: PayerErrors;
  addressErrors?: AddressErrors | undefined;
  asks?: PayerAsks;
};

/** Of a payment link: a seller wants to know who buys. */
export function contactFields(page: Page, payer: TypedPayer): Html {
  const { texts } = page;
  const email = textField(page, {
    name: 'email',
    label: texts.payerEmail,
    value: payer.typed?.('email') ?? '',
    error: errorOf(page, payer, 'email'),
    type: 'email',
    inputMode: 'email',
    autocomplete: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    need: 'never',
    wrong: texts.payerErrors.email,
  });
  const { asks = NOTHING_ASKED, typed, addressErrors = NO_ADDRESS_ERRORS } = payer;
  const place = { typed, errors: addressErrors, asked: asks.address };
  return html`<h2>${texts.payerTitle}</h2>${nameField(page, payer, needsName(asks) ? 'shown' : 'boleto')}${email}${phoneField(page, payer)}${asks.address !== 'no' && addressFields(page, place)}`;
}

function phoneField(page: Page, payer: TypedPayer): Part {
  const { phone: asked = 'no' } = payer.asks ?? NOTHING_ASKED;
  if (asked === 'no') return null;
  const { texts } = page;
  return textField(page, {
    name: 'phone',
    label: texts.payerPhone,
    value: payer.typed?.('phone') ?? '',
    error: errorOf(page, payer, 'phone'),
    type: 'tel',
    inputMode: 'tel',
    autocomplete: 'tel-national',
    maxLength: 30,
    need: asked === 'required' ? 'always' : 'never',
    mask: 'phone',
    wrong: texts.payerErrors.phone,
  });
}

/** `withName`, `withAddress`: where nothing above has asked for it. */
export function boletoFields(
  page: Page,
  payer: TypedPayer,
  { withName, withAddress }: { withName: boolean; withAddress: boolean },
): Html {
  const { texts } = page;
  const { typed, addressErrors: errors = NO_ADDRESS_ERRORS } = payer;
  const place = { typed, errors, asked: 'required' as const, isOfPanel: true };
  return html`${withName && nameField(page, payer, 'shown')}${textField(page, {
    name: 'document',
    label: texts.payerDocument,
    value: payer.typed?.('document') ?? '',
    hint: texts.payerDocumentHint,
    error: errorOf(page, payer, 'document'),
    maxLength: 20,
    need: 'shown',
    mask: 'document',
    strict: true,
    wrong: texts.payerErrors.document,
  })}${withAddress && addressFields(page, place)}`;
}

function nameField(page: Page, payer: TypedPayer, need: 'shown' | 'boleto'): Html {
  const { texts } = page;
  return textField(page, {
    name: 'name',
    label: texts.payerName,
    value: payer.typed?.('name') ?? '',
    error: errorOf(page, payer, 'name'),
    autocomplete: 'name',
    maxLength: MAX_NAME_LENGTH,
    need,
    wrong: texts.payerErrors.name,
  });
}

function errorOf({ texts }: Page, { errors }: TypedPayer, field: PayerField): string | undefined {
  return errors.has(field) ? texts.payerErrors[field] : undefined;
}
