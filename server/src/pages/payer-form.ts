import type { BillingType, ChargeCustomer } from '../charges/charge.ts';
import { hasValidCheckDigits, normalizeDocument } from '../kit/documents.ts';
import { isVisible } from '../kit/visible-text.ts';
import { textField } from './fields.ts';
import type { Form } from './form.ts';
import { type Html, html } from './html.ts';
import type { Page } from './page.ts';
import type { MethodName } from './texts-portuguese.ts';

export const METHODS: readonly MethodName[] = ['PIX', 'CREDIT_CARD', 'BOLETO'];

type PayerField = 'name' | 'email' | 'document';
export type PayerErrors = ReadonlySet<PayerField>;

const LONGEST_NAME = 200;
const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export function methodIn(form: Form, offered: readonly MethodName[]): MethodName | null {
  return offered.find((method) => method === form('method')) ?? null;
}

/** Nobody has to say who they are, except on a boleto. Where only an e-mail is said, it stands for the name. */
export function readPayer(
  form: Form,
  method: BillingType | null,
): { payer: ChargeCustomer | null; errors: PayerErrors } {
  const errors = new Set<PayerField>();
  const [typedName, email] = [form('name'), form('email')];
  const name = isVisible(typedName) ? typedName : '';
  if ((method === 'BOLETO' && name === '') || name.length > LONGEST_NAME) errors.add('name');
  if (email !== '' && (email.length > LONGEST_EMAIL || !EMAIL.test(email))) errors.add('email');
  const cpfCnpj = method === 'BOLETO' ? documentIn(form) : null;
  if (cpfCnpj === null && method === 'BOLETO') errors.add('document');
  const calledBy = name || email;
  const payer = calledBy ? { name: calledBy, email: email || null, cpf_cnpj: cpfCnpj, phone: null } : null;
  return { payer, errors };
}

function documentIn(form: Form): string | null {
  const document = normalizeDocument(form('document'));
  return document && hasValidCheckDigits(document) ? document : null;
}

export type PayerFields = {
  typed: Form | undefined;
  errors: PayerErrors;
  /** Asked of everyone, or only of who pays by boleto. */
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
    maxLength: LONGEST_NAME,
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
    maxLength: LONGEST_EMAIL,
    need: 'never',
    wrong: texts.payerErrors.email,
  });
  return html`<h2>${texts.payerTitle}</h2>${name}${email}<div class="for-boleto">${document}</div>`;
}
