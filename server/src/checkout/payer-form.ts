import { holdsCardNumber } from '../brazil/card-numbers.ts';
import { hasValidCheckDigits, normalizeDocument } from '../brazil/documents.ts';
import type { BillingType, ChargeCustomer } from '../charges/charge.ts';
import { textField } from '../html/fields.ts';
import type { Form } from '../html/form.ts';
import type { Page } from '../html/page.ts';
import type { MethodName } from '../html/texts-portuguese.ts';
import { isEmail, MAX_EMAIL_LENGTH } from '../kit/email-address.ts';
import { type Html, html } from '../kit/html.ts';
import { isVisible } from '../kit/visible-text.ts';

export const METHODS: readonly MethodName[] = ['PIX', 'CREDIT_CARD', 'BOLETO'];

type PayerField = 'name' | 'email' | 'document';
export type PayerErrors = ReadonlySet<PayerField>;

const MAX_NAME_LENGTH = 200;
const NO_CONTACT = { email: null, cpf_cnpj: null, phone: null };

export function methodIn(form: Form, offered: readonly MethodName[]): MethodName | null {
  return offered.find((method) => method === form('method')) ?? null;
}

/**
 * The payer's details are optional, except for a boleto; they are added to what the seller gave. Without a name the
 * e-mail is used as the name. A document is not: the name is printed on receipts, which are passed on.
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
  const cpfCnpj = documentIn(form);
  if (cpfCnpj === null && (method === 'BOLETO' || form('document') !== '')) errors.add('document');
  const calledBy = name || email || known?.name;
  if (cpfCnpj && !calledBy) errors.add('name');
  if (!calledBy || !(name || email || cpfCnpj)) return { payer: null, errors };
  const given = { name: calledBy, ...(email && { email }), ...(cpfCnpj && { cpf_cnpj: cpfCnpj }) };
  return { payer: { ...(known ?? NO_CONTACT), ...given }, errors };
}

function documentIn(form: Form): string | null {
  const document = normalizeDocument(form('document'));
  return document && hasValidCheckDigits(document) ? document : null;
}

export type PayerFields = {
  typed: Form | undefined;
  errors: PayerErrors;
  /** Shown for every method, or only for a boleto. */
  ask: 'all' | 'boleto';
};

export function payerFields(page: Page, { typed, errors, ask }: PayerFields): Html {
  const { texts } = page;
  const error = (field: PayerField) => (errors.has(field) ? texts.payerErrors[field] : undefined);
  const name = textField(page, {
    name: 'name',
    label: texts.payerName,
    value: typed?.('name') ?? '',
    error: error('name'),
    autocomplete: 'name',
    maxLength: MAX_NAME_LENGTH,
    need: 'boleto',
    wrong: texts.payerErrors.name,
  });
  const document = textField(page, {
    name: 'document',
    label: texts.payerDocument,
    value: typed?.('document') ?? '',
    hint: texts.payerDocumentHint,
    error: error('document'),
    maxLength: 20,
    need: 'boleto',
    mask: 'document',
    strict: true,
    wrong: texts.payerErrors.document,
  });
  if (ask === 'boleto') {
    return html`<div class="roomy for-boleto"><h2>${texts.payerTitle}</h2>${name}${document}</div>`;
  }
  const email = textField(page, {
    name: 'email',
    label: texts.payerEmail,
    value: typed?.('email') ?? '',
    error: error('email'),
    type: 'email',
    inputMode: 'email',
    autocomplete: 'email',
    maxLength: MAX_EMAIL_LENGTH,
    need: 'never',
    wrong: texts.payerErrors.email,
  });
  return html`<h2>${texts.payerTitle}</h2>${name}${email}<div class="for-boleto">${document}</div>`;
}
