import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, Input } from '../../kit/field.tsx';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import type { ChargeForm } from './create-values.ts';
import { CustomerPicker } from './customer-picker.tsx';

const MODES = ['none', 'existing', 'new'] as const;

export function CustomerCard({ form }: { form: ChargeForm }) {
  const { t } = useTranslation(['charges', 'common']);
  const mode = form.watch('customer_mode');
  const isBoleto = form.watch('billing_type') === 'BOLETO';
  return (
    <Card title={t('common:fields.customer')}>
      <Field
        label={t('create.customerMode')}
        hint={isBoleto ? t('create.boletoPayer') : undefined}
        error={form.errorOf('customer_mode')}
      >
        <Select {...form.register('customer_mode')}>
          {MODES.map((each) => (
            <option key={each} value={each}>
              {t(`create.customerModes.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      {mode === 'existing' && (
        <Field label={t('create.findCustomer')} error={form.errorOf('customer_id')}>
          <Controller
            control={form.control}
            name="customer_id"
            rules={{ required: true }}
            render={({ field: { value, onChange } }) => (
              <CustomerPicker id={value || undefined} onChoose={(id) => onChange(id ?? '')} />
            )}
          />
        </Field>
      )}
      {mode === 'new' && <NewCustomer form={form} needsDocument={isBoleto} />}
    </Card>
  );
}

function NewCustomer({ form, needsDocument }: { form: ChargeForm; needsDocument: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('fields.name')} error={form.errorOf('customer.name')}>
        <Input maxLength={200} autoComplete="off" {...form.register('customer.name', { required: true })} />
      </Field>
      <Field label={t('fields.document')} optional={!needsDocument} error={form.errorOf('customer.cpf_cnpj')}>
        <Input
          maxLength={20}
          autoComplete="off"
          {...form.register('customer.cpf_cnpj', { required: needsDocument })}
        />
      </Field>
      <Field label={t('fields.email')} optional error={form.errorOf('customer.email')}>
        <Input type="email" maxLength={254} autoComplete="off" {...form.register('customer.email')} />
      </Field>
      <Field label={t('fields.phone')} optional error={form.errorOf('customer.phone')}>
        <Input type="tel" maxLength={30} autoComplete="off" {...form.register('customer.phone')} />
      </Field>
    </div>
  );
}
