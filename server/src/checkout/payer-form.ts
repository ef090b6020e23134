import { holdsCardNumber } from '../brazil/card-numbers.ts';
import { hasValidCheckDigits, normalizeDocument } from '../brazil/documents.ts';
import type { BillingType, ChargeCustomer } from '../charges/charge.ts';
import { textField } from '../html/fields.ts';
import type { Form } from '../html/form.ts';
import type { Page } from '../html/page.ts';
import { isEmail, MAX_EMAIL_LENGTH } from '../kit/email-address.ts';
import { type Html, html } from '../kit/html.ts';
import { isVisible } from '../kit/visible-text.ts';

type PayerField = 'name' | 'email' | 'document';
export type PayerErrors = ReadonlySet<PayerField>;

const MAX_NAME_LENGTH = 200;
const NO_CONTACT = { email: null, cpf_cnpj: null, phone: null };

/**
 * The payer's details are optional, except for a boleto; they are added to what the seller gave. Without a name the
 * e-mail is used as the name. A document, which only a boleto asks for, is not: the name is printed on receipts.
 */
export function readPayer(
  form: Form,
  method: BillingType | null,
  known: ChargeCustomer | null = null,
): { payer: ChargeCustomer | null; errors: PayerErrors } {
  const errors = new Set<PayerField>();
  const [typedName, email] = [form('name'), form('email')];
  const name = isVisible(typedName) ? typedName : '';
  if ((method === 'BOLETO' && name === '') || name.length > MAX_NAME_LENGTH) errors.add('name');
  if (email !== '' && !isEmail(email)) errors.add('email');
  if (holdsCardNumber(name)) errors.add('name');
  if (holdsCardNumber(email)) errors.add('email');
  const cpfCnpj = method === 'BOLETO' ? documentIn(form) : null;
  if (method === 'BOLETO' && cpfCnpj === null) errors.add('document');
  const calledBy = name || email || known?.name;
  if (!calledBy || !(name || email || cpfCnpj)) return { payer: null, errors };
  const given = { name: calledBy, ...(email && { email }), ...(cpfCnpj && { cpf_cnpj: cpfCnpj }) };
  return { payer: { ...(known ?? NO_CONTACT), ...given }, errors };
}

function documentIn(form: Form): string | null {
  const document = normalizeDocument(form('document'));
  return document && hasValidCheckDigits(document) ? document : null;
}

export type TypedPayer = { typed: Form | undefined; errors: PayerErrors };

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
  return html`<h2>${texts.payerTitle}</h2>${nameField(page, payer, 'boleto')}${email}`;
}

/** `withName`: where nothing above has asked for it. */
export function boletoFields(page: Page, payer: TypedPayer, { withName }: { withName: boolean }): Html {
  const { texts } = page;
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
  })}`;
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
