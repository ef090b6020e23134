import type { Body } from '../../api/client.ts';
import type { ApiForm } from '../../kit/form.ts';
import { readPercent } from '../../kit/written-percent.ts';
import type { Method } from './charge.ts';
import type { QuoteRequest } from './quote-panel.tsx';
import { quotableSplitOf, type SplitRow, splitBodyOf } from './split-editor.tsx';

export type ChargeBody = Body<'/api/v1/charges', 'post'>;
export type ChargeForm = ApiForm<Values>;

/** Named as in the API, so that errors find their field. */
export type Values = {
  billing_type: Method;
  value: number | null;
  description: string;
  external_reference: string;
  customer_mode: 'none' | 'existing' | 'new';
  customer_id: string;
  customer: { name: string; email: string; cpf_cnpj: string; phone: string };
  expires_in: string;
  installments: string;
  max_installments: string;
  installment_interest: 'seller' | 'payer';
  capture: 'now' | 'later';
  due_date: string;
  fine: { percent: string };
  interest: { percent: string };
  discount: { type: 'none' | 'percent' | 'amount'; percent: string; amount: number | null; until: string };
  product_id: string;
  split: SplitRow[];
  postback_url: string;
  success_url: string;
};

const EMPTY: Values = {
  billing_type: 'PIX',
  value: null,
  description: '',
  external_reference: '',
  customer_mode: 'none',
  customer_id: '',
  customer: { name: '', email: '', cpf_cnpj: '', phone: '' },
  expires_in: '86400',
  installments: '',
  max_installments: '12',
  installment_interest: 'payer',
  capture: 'now',
  due_date: '',
  fine: { percent: '' },
  interest: { percent: '' },
  discount: { type: 'none', percent: '', amount: null, until: '' },
  product_id: '',
  split: [],
  postback_url: '',
  success_url: '',
};

/** Preselected when coming from a customer's or a product's page. */
export function beginningWith(asked: URLSearchParams): Values {
  const customerId = asked.get('customer_id') ?? '';
  return {
    ...EMPTY,
    customer_mode: customerId ? 'existing' : 'none',
    customer_id: customerId,
    product_id: asked.get('product_id') ?? '',
  };
}

export const mayPayInParts = (method: Method) => method === 'CREDIT_CARD' || method === 'UNDEFINED';
export const mayPayByPix = (method: Method) => method === 'PIX' || method === 'UNDEFINED';

/** Only filled-in fields are sent; the API has defaults for the rest. */
export function bodyOf(values: Values): ChargeBody {
  const { billing_type: method, value } = values;
  return {
    billing_type: method,
    value: value ?? 0,
    ...filled(values, ['description', 'external_reference', 'product_id', 'postback_url', 'success_url']),
    ...payerOf(values),
    ...(mayPayByPix(method) && { expires_in: Number(values.expires_in) }),
    ...(mayPayInParts(method) && {
      installment_interest: values.installment_interest,
      ...(values.installments
        ? { installments: Number(values.installments) }
        : { max_installments: Number(values.max_installments) }),
    }),
    ...(method === 'CREDIT_CARD' && values.capture === 'later' && { capture: false }),
    ...(method === 'BOLETO' && boletoTermsOf(values)),
    ...(values.split.length > 0 && { split: splitBodyOf(values.split) }),
  };
}

function filled<Name extends string>(values: Record<Name, string>, names: readonly Name[]) {
  const pairs = names.map((name) => [name, values[name].trim()] as const);
  return Object.fromEntries(pairs.filter(([, text]) => text !== '')) as Partial<Record<Name, string>>;
}

function payerOf({ customer_mode: mode, customer, customer_id: id }: Values) {
  if (mode === 'existing') return { customer_id: id };
  if (mode === 'none') return {};
  return { customer: { name: customer.name.trim(), ...filled(customer, ['email', 'cpf_cnpj', 'phone']) } };
}

function boletoTermsOf({ due_date: due, fine, interest, discount }: Values) {
  return {
    ...(due && { due_date: due }),
    ...percentOf('fine', fine.percent),
    ...percentOf('interest', interest.percent),
    ...(discount.type !== 'none' && {
      discount: {
        until: discount.until || due,
        ...(discount.type === 'percent'
          ? { percent: readPercent(discount.percent) ?? 0 }
          : { amount: discount.amount ?? 0 }),
      },
    }),
  };
}

function percentOf<Name extends 'fine' | 'interest'>(name: Name, text: string) {
  const percent = readPercent(text);
  return percent === null ? {} : ({ [name]: { percent } } as Record<Name, { percent: number }>);
}

/** Fixed installments apply only if the card is the only method. */
function partsOf(values: Values) {
  const { billing_type: method, installments, max_installments: most, installment_interest } = values;
  if (!mayPayInParts(method)) return {};
  if (method === 'CREDIT_CARD' && installments) {
    return { installments: Number(installments), installment_interest };
  }
  return { most_installments: Number(installments || most), installment_interest };
}

export function quoteRequestOf(values: Values): QuoteRequest {
  const split = quotableSplitOf(values.split);
  return {
    value: values.value,
    billing_type: values.billing_type,
    ...partsOf(values),
    ...(values.product_id && { product_id: values.product_id }),
    ...(split.length > 0 && { split }),
  };
}
