import type { Body, Item } from '../../api/client.ts';
import type { Session } from '../../api/session.ts';
import { endOfDay } from '../../kit/days.ts';
import { readPercent } from '../../kit/written-percent.ts';
import type { QuoteRequest } from '../charges/quote-panel.tsx';
import { quotableSplitOf, type SplitRow, splitBodyOf } from '../charges/split-editor.tsx';

export type Product = Item<'/api/v1/products'>;
type Method = Session['methods'][number];
export const MAX_INSTALLMENTS = 12;

export type LinkValues = {
  name: string;
  description: string;
  product_id: string;
  valueBy: 'seller' | 'payer';
  value: number | null;
  /** Of a value that the payer enters. */
  min_value: number | null;
  max_value: number | null;
  billing_types: Method[];
  max_installments: string;
  installment_interest: 'seller' | 'payer';
  split: SplitRow[];
  /** A civil day. */
  expires_at: string;
  max_payments: string;
  success_url: string;
  postback_url: string;
  asks: AsksValues;
  pix_discount: string;
};

type Asked = 'no' | 'optional' | 'required';

export type AsksValues = {
  phone: Asked;
  address: Asked;
  max_quantity: string;
  /** `options`: one on each line. */
  questions: { label: string; required: boolean; options: string }[];
};

const NOTHING_ASKED: AsksValues = { phone: 'no', address: 'no', max_quantity: '', questions: [] };

export function emptyLink(product: Product | undefined, methods: readonly Method[]): LinkValues {
  return {
    name: product?.name ?? '',
    description: '',
    product_id: product?.id ?? '',
    valueBy: 'seller',
    value: product?.price ?? null,
    min_value: 1,
    max_value: 10_000,
    billing_types: [...methods],
    max_installments: String(MAX_INSTALLMENTS),
    installment_interest: 'payer',
    split: [],
    expires_at: '',
    max_payments: '',
    success_url: '',
    postback_url: '',
    asks: NOTHING_ASKED,
    pix_discount: '',
  };
}

export function linkBodyOf(values: LinkValues): Body<'/api/v1/payment-links', 'post'> {
  return {
    name: values.name,
    description: values.description || null,
    product_id: values.product_id || null,
    value: values.valueBy === 'seller' ? values.value : null,
    ...(values.valueBy === 'payer' && { min_value: values.min_value, max_value: values.max_value }),
    billing_types: values.billing_types,
    max_installments: Number(values.max_installments),
    installment_interest: values.installment_interest,
    split: splitBodyOf(values.split),
    expires_at: endOfDay(values.expires_at) ?? null,
    max_payments: values.max_payments.trim() === '' ? null : Number(values.max_payments),
    success_url: values.success_url.trim() || null,
    postback_url: values.postback_url.trim() || null,
    asks: asksBodyOf(values),
    pix_discount: values.billing_types.includes('PIX') ? readPercent(values.pix_discount) || null : null,
  };
}

function asksBodyOf({ asks, valueBy }: LinkValues) {
  return {
    phone: asks.phone,
    address: asks.address,
    max_quantity: valueBy === 'payer' ? 1 : Number(asks.max_quantity) || 1,
    questions: asks.questions.map(({ label, required, options }) => ({
      label,
      required,
      options: options
        .split('\n')
        .map((option) => option.trim())
        .filter(Boolean),
    })),
  };
}

export function asksValuesOf(asks: Item<'/api/v1/payment-links'>['asks']): AsksValues {
  return {
    phone: asks.phone,
    address: asks.address,
    max_quantity: asks.max_quantity === 1 ? '' : String(asks.max_quantity),
    questions: asks.questions.map(({ label, required, options }) => ({
      label,
      required,
      options: options.join('\n'),
    })),
  };
}

/** Methods cost the same except for card installments, which the payer chooses. */
export function quoteRequestOf(values: LinkValues): QuoteRequest {
  const [only, ...others] = values.billing_types;
  const split = quotableSplitOf(values.split);
  return {
    value: values.value,
    billing_type: only && others.length === 0 ? only : 'UNDEFINED',
    most_installments: values.billing_types.includes('CREDIT_CARD') ? Number(values.max_installments) : 1,
    ...(values.billing_types.includes('CREDIT_CARD') && {
      installment_interest: values.installment_interest,
    }),
    ...(values.product_id && { product_id: values.product_id }),
    ...(split.length > 0 && { split }),
  };
}
