import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNow } from '../../api/clock.ts';
import { useSession } from '../../api/session.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { useDayRule } from '../../kit/day-rule.ts';
import { dayFrom } from '../../kit/days.ts';
import { Checkbox, Field, Input, TextArea } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Select } from '../../kit/select.tsx';
import { type LinkValues, MAX_INSTALLMENTS, type Product } from './link-values.ts';

type Form = { form: ApiForm<LinkValues> };

export function LinkFields({ form, products }: Form & { products: readonly Product[] }) {
  const { t } = useTranslation(['catalog', 'common']);
  return (
    <>
      <Field label={t('catalog:links.name')} hint={t('catalog:links.nameHint')} error={form.errorOf('name')}>
        <Input {...form.register('name', { required: true })} autoComplete="off" maxLength={200} />
      </Field>
      <Field label={t('common:fields.description')} optional error={form.errorOf('description')}>
        <TextArea {...form.register('description')} maxLength={2000} />
      </Field>
      {products.length > 0 && <ProductField form={form} products={products} />}
      <ValueFields form={form} />
      <MethodFields form={form} />
    </>
  );
}

/** A chosen product fills in its price, and its name if none was entered. */
function ProductField({ form, products }: Form & { products: readonly Product[] }) {
  const { t } = useTranslation('catalog');
  const choose = (id: string) => {
    const product = products.find((each) => each.id === id);
    if (!product) return;
    form.setValue('value', product.price);
    form.setValue('valueBy', 'seller');
    if (!form.getValues('name')) form.setValue('name', product.name);
  };
  return (
    <Field label={t('links.product')} optional error={form.errorOf('product_id')}>
      <Select {...form.register('product_id', { onChange: (event) => choose(event.target.value) })}>
        <option value="">{t('links.noProduct')}</option>
        {products.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

function ValueFields({ form }: Form) {
  const { t } = useTranslation(['catalog', 'common']);
  const bySeller = form.watch('valueBy') === 'seller';
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('catalog:links.value')}>
        <Select {...form.register('valueBy')}>
          <option value="seller">{t('catalog:links.fixed')}</option>
          <option value="payer">{t('catalog:links.payerDecides')}</option>
        </Select>
      </Field>
      {bySeller && (
        <Field label={t('common:fields.value')} error={form.errorOf('value')}>
          <Controller
            control={form.control}
            name="value"
            rules={{ validate: (value) => (value ?? 0) > 0 || t('catalog:links.valueRequired') }}
            render={({ field }) => <MoneyInput {...field} />}
          />
        </Field>
      )}
      {!bySeller && <BoundFields form={form} />}
    </div>
  );
}

/** What the payer may enter. */
function BoundFields({ form }: Form) {
  const { t } = useTranslation('catalog');
  return (
    <div className="grid gap-4 sm:col-span-2 sm:grid-cols-2">
      <Field label={t('links.minValue')} error={form.errorOf('min_value')}>
        <Controller
          control={form.control}
          name="min_value"
          render={({ field }) => <MoneyInput {...field} />}
        />
      </Field>
      <Field label={t('links.maxValue')} error={form.errorOf('max_value')}>
        <Controller
          control={form.control}
          name="max_value"
          render={({ field }) => <MoneyInput {...field} />}
        />
      </Field>
    </div>
  );
}

function MethodFields({ form }: Form) {
  const { t } = useTranslation(['catalog', 'common']);
  const { methods } = useSession();
  const takesCards = form.watch('billing_types').includes('CREDIT_CARD');
  const error = form.errorOf('billing_types');
  const rules = {
    validate: (chosen: readonly string[]) => chosen.length > 0 || t('catalog:links.methodsRequired'),
  };
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <fieldset className="grid content-start gap-1" aria-invalid={error ? true : undefined}>
        <legend className="mb-1 text-small font-semibold">{t('catalog:links.methods')}</legend>
        {methods.map((method) => (
          <Checkbox
            key={method}
            {...form.register('billing_types', rules)}
            value={method}
            label={t(`common:billingType.${method}`)}
          />
        ))}
        {error && (
          <p role="alert" className="text-small text-bad">
            {error}
          </p>
        )}
      </fieldset>
      {takesCards && (
        <Field label={t('catalog:links.maxInstallments')} error={form.errorOf('max_installments')}>
          <Select {...form.register('max_installments')}>
            {Array.from({ length: MAX_INSTALLMENTS }, (_, index) => index + 1).map((times) => (
              <option key={times} value={times}>
                {times}×
              </option>
            ))}
          </Select>
        </Field>
      )}
      {takesCards && Number(form.watch('max_installments')) > 1 && <InterestField form={form} />}
    </div>
  );
}

function InterestField({ form }: Form) {
  const { t } = useTranslation('common');
  return (
    <Field label={t('fields.installmentInterest')} error={form.errorOf('installment_interest')}>
      <Select {...form.register('installment_interest')}>
        <option value="payer">{t('interestBy.payer')}</option>
        <option value="seller">{t('interestBy.seller')}</option>
      </Select>
    </Field>
  );
}

/** `isChange`: where its notices go was decided when it was made. */
export function LinkOptions({ form, isChange = false }: Form & { isChange?: boolean }) {
  const now = useNow();
  const isDayOrNothing = useDayRule();
  const { t } = useTranslation('catalog');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        label={t('links.expires')}
        optional
        hint={t('links.expiresHint')}
        error={form.errorOf('expires_at')}
      >
        <DateInput
          min={dayFrom(now())}
          {...form.register('expires_at', {
            validate: isDayOrNothing,
          })}
        />
      </Field>
      <Field
        label={t('links.maxPayments')}
        optional
        hint={t('links.maxPaymentsHint')}
        error={form.errorOf('max_payments')}
      >
        <Input
          {...form.register('max_payments', {
            pattern: { value: /^\s*(0*[1-9]\d{0,9})?\s*$/, message: t('links.maxPaymentsWrong') },
          })}
          inputMode="numeric"
          autoComplete="off"
        />
      </Field>
      <Field label={t('links.success')} optional error={form.errorOf('success_url')}>
        <Input {...form.register('success_url')} type="url" placeholder="https://" autoComplete="off" />
      </Field>
      {!isChange && (
        <Field label={t('links.postback')} optional error={form.errorOf('postback_url')}>
          <Input {...form.register('postback_url')} type="url" placeholder="https://" autoComplete="off" />
        </Field>
      )}
    </div>
  );
}
