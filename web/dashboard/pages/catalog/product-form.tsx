import { useEffect } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Answer, type Body, post, put } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Checkbox, Field, Input, TextArea } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { PictureField } from '../../kit/picture-field.tsx';
import { useNotify } from '../../kit/toast.tsx';

type Product = Answer<'/api/v1/products/{id}'>;
type Values = {
  name: string;
  price: number | null;
  description: string;
  image_file_id: string;
  stock: string;
  hold_stock: boolean;
  active: boolean;
};

const EMPTY: Values = {
  name: '',
  price: null,
  description: '',
  image_file_id: '',
  stock: '',
  hold_stock: false,
  active: true,
};

function bodyOf(values: Values): Omit<Body<'/api/v1/products', 'post'>, 'image_url'> {
  const { name, price, description, image_file_id, stock, hold_stock } = values;
  return {
    name,
    price: price ?? 0,
    description: description || null,
    image_file_id: image_file_id || null,
    stock: stock.trim() === '' ? null : Number(stock),
    hold_stock,
  };
}

export function NewProductForm({ after }: { after: (product: Product) => void }) {
  const { t } = useTranslation('catalog');
  const notify = useNotify();
  const form = useApiForm<Values, Product>({
    values: EMPTY,
    send: (values) => post('/api/v1/products', { body: bodyOf(values) }),
    after: (product) => {
      notify(t('products.created', { name: product.name }));
      after(product);
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <ProductFields form={form} />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('products.submit')}
        </Button>
      </div>
    </form>
  );
}

function valuesOf(product: Product): Values {
  return {
    name: product.name,
    price: product.price,
    description: product.description ?? '',
    image_file_id: product.image_file_id ?? '',
    stock: product.stock === null ? '' : String(product.stock),
    hold_stock: product.hold_stock,
    active: product.active,
  };
}

/** Only changed fields are sent: a sale in the meantime may have reduced the stock. */
function changesOf(values: Values, before: Values): Body<'/api/v1/products/{id}', 'put'> {
  const all = { ...bodyOf(values), active: values.active };
  const changed = (Object.keys(all) as (keyof typeof all)[]).filter((name) => values[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [name, all[name]]));
}

export function ProductForm({ product }: { product: Product }) {
  const { t } = useTranslation(['catalog', 'common']);
  const notify = useNotify();
  const loaded = valuesOf(product);
  const form: ApiForm<Values> = useApiForm<Values, unknown>({
    values: loaded,
    send: (values) => {
      const body = changesOf(values, (form.formState.defaultValues ?? loaded) as Values);
      return put('/api/v1/products/{id}', { path: { id: product.id }, body });
    },
    after: (_answer, values) => {
      form.reset(values);
      notify(t('catalog:products.saved'));
    },
  });
  const { isDirty } = form.formState;
  const fresh = JSON.stringify(loaded);
  // biome-ignore lint/correctness/useExhaustiveDependencies: shows refreshed values unless the form was edited
  useEffect(() => {
    if (!isDirty) form.reset(JSON.parse(fresh) as Values);
  }, [fresh]);
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <ProductFields form={form} />
      <Checkbox
        {...form.register('active')}
        label={t('catalog:products.activeLabel')}
        hint={t('catalog:products.activeHint')}
      />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy} needs="products:write">
          {t('common:actions.save')}
        </Button>
      </div>
    </form>
  );
}

function ProductFields({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation(['catalog', 'common']);
  const { account } = useSession();
  const picture = form.watch('image_file_id');
  return (
    <>
      <Field label={t('common:fields.name')} error={form.errorOf('name')}>
        <Input {...form.register('name', { required: true })} autoComplete="off" maxLength={200} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('catalog:products.price')} error={form.errorOf('price')}>
          <Controller
            control={form.control}
            name="price"
            rules={{ validate: (value) => (value ?? 0) > 0 || t('common:errors.amount') }}
            render={({ field }) => <MoneyInput {...field} />}
          />
        </Field>
        <Field label={t('catalog:products.stock')} optional error={form.errorOf('stock')}>
          <Input
            {...form.register('stock', {
              pattern: { value: /^\s*\d{0,10}\s*$/, message: t('catalog:products.stockWrong') },
            })}
            inputMode="numeric"
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
      </div>
      <p className="-mt-2 text-small text-quiet">{t('catalog:products.stockHint')}</p>
      <Checkbox
        {...form.register('hold_stock')}
        label={t('catalog:products.holdLabel')}
        hint={t('catalog:products.holdHint')}
      />
      <Field label={t('common:fields.description')} optional error={form.errorOf('description')}>
        <TextArea {...form.register('description')} maxLength={2000} />
      </Field>
      <PictureField
        label={t('catalog:products.image')}
        hint={t('catalog:products.imageHint')}
        purpose="product_picture"
        source={picture ? `/pictures/${account.id}/${picture}` : null}
        onChange={(id) => form.setValue('image_file_id', id ?? '', { shouldDirty: true })}
      />
    </>
  );
}
