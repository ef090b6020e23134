import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { Disclosure } from '../../kit/disclosure.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useFormat } from '../../kit/format.ts';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import type { ChargeForm, Values } from './create-values.ts';
import { SplitEditor } from './split-editor.tsx';

const MAX_PRODUCTS = 100;

/** Optional settings. */
export function MoreCard({ form }: { form: ChargeForm }) {
  const { t } = useTranslation('charges');
  const { errors } = form.formState;
  return (
    <Card>
      <Folded
        title={t('create.product')}
        hasError={Boolean(errors.product_id)}
        startsOpen={form.getValues('product_id') !== ''}
      >
        <ProductField form={form} />
      </Folded>
      <Folded title={t('create.split')} hasError={Boolean(errors.split)}>
        <p className="text-small text-quiet">{t('create.splitAbout')}</p>
        <SplitEditor
          rows={form.watch('split')}
          onChange={(rows) => {
            form.clearErrors('split');
            form.setValue('split', rows);
          }}
          errorOf={(field) => form.errorOf(field as Path<Values>)}
        />
      </Folded>
      <Folded title={t('create.addresses')} hasError={Boolean(errors.postback_url || errors.success_url)}>
        <Field
          label={t('create.postback')}
          hint={t('create.postbackHint')}
          optional
          error={form.errorOf('postback_url')}
        >
          <Input type="url" inputMode="url" maxLength={2048} {...form.register('postback_url')} />
        </Field>
        <Field
          label={t('create.success')}
          hint={t('create.successHint')}
          optional
          error={form.errorOf('success_url')}
        >
          <Input type="url" inputMode="url" maxLength={2048} {...form.register('success_url')} />
        </Field>
      </Folded>
    </Card>
  );
}

/** Opens if a field inside has an error. */
function Folded({
  title,
  hasError,
  startsOpen = false,
  children,
}: {
  title: string;
  hasError: boolean;
  startsOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <Disclosure title={title} startsOpen={startsOpen} staysOpen={hasError}>
      <div className="grid gap-4 pt-4">{children}</div>
    </Disclosure>
  );
}

function ProductField({ form }: { form: ChargeForm }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['products', 'to choose'],
    queryFn: () => get('/api/v1/products', { query: { active: true, limit: MAX_PRODUCTS } }),
  });
  const priceOf = (id: string) => data?.data.find((product) => product.id === id)?.price;
  /** A value entered by hand stays. */
  const takePriceOf = (id: string, before?: number) => {
    const [price, value] = [priceOf(id), form.getValues('value')];
    if (price !== undefined && (value === null || value === before)) form.setValue('value', price);
  };
  const choose = (id: string) => {
    takePriceOf(id, priceOf(form.getValues('product_id')));
    form.setValue('product_id', id);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a preselected product fills in its price when the products are loaded
  useEffect(() => takePriceOf(form.getValues('product_id')), [data]);
  return (
    <Field
      label={t('create.productField')}
      hint={t('create.productHint')}
      optional
      error={form.errorOf('product_id')}
    >
      <Select value={form.watch('product_id')} onChange={(event) => choose(event.target.value)}>
        <option value="">{t('create.noProduct')}</option>
        {data?.data.map((product) => (
          <option key={product.id} value={product.id}>
            {`${product.name} · ${format.money(product.price)}`}
          </option>
        ))}
      </Select>
    </Field>
  );
}
