import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Field, Input } from '../../kit/field.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Card } from '../../kit/page.tsx';
import type { ChargeForm } from './create-values.ts';

export function MainCard({ form }: { form: ChargeForm }) {
  const { t } = useTranslation(['charges', 'common']);
  return (
    <Card title={t('create.main')}>
      <MethodChoice form={form} />
      <Field label={t('common:fields.value')} error={form.errorOf('value')}>
        <Controller
          name="value"
          control={form.control}
          rules={{ validate: (value) => (value !== null && value > 0) || t('common:errors.amount') }}
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <MoneyInput ref={ref} value={value} onChange={onChange} onBlur={onBlur} />
          )}
        />
      </Field>
      <Field label={t('common:fields.description')} optional error={form.errorOf('description')}>
        <Input maxLength={500} {...form.register('description')} />
      </Field>
      <Field
        label={t('common:fields.reference')}
        hint={t('create.referenceHint')}
        optional
        error={form.errorOf('external_reference')}
      >
        <Input maxLength={255} autoComplete="off" {...form.register('external_reference')} />
      </Field>
    </Card>
  );
}

/** A radio group with all methods visible. */
function MethodChoice({ form }: { form: ChargeForm }) {
  const { t } = useTranslation(['charges', 'common']);
  const { methods } = useSession();
  return (
    <fieldset className="grid gap-1">
      <legend className="pb-1 text-small font-semibold">{t('create.method')}</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-[1fr_1fr_1fr_auto]">
        {[...methods, 'UNDEFINED' as const].map((method) => (
          <label
            key={method}
            className="flex min-h-10 cursor-pointer items-center justify-center rounded-lg border border-strong-line px-3 py-1.5 text-center has-checked:border-accent has-checked:bg-accent-ground has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input type="radio" value={method} className="sr-only" {...form.register('billing_type')} />
            {t(`common:billingType.${method}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
