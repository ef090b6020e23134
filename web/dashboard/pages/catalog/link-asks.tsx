import { Plus, Trash2 } from 'lucide-react';
import { type Path, useFieldArray } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../kit/button.tsx';
import { Disclosure } from '../../kit/disclosure.tsx';
import { Checkbox, Field, Input, TextArea } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { PercentField } from '../../kit/percent-input.tsx';
import { Select } from '../../kit/select.tsx';
import type { LinkValues } from './link-values.ts';

type Form = { form: ApiForm<LinkValues> };

const MAX_QUESTIONS = 5;
const ASKED = ['no', 'optional', 'required'] as const;

/** What few links need stays folded; it opens where something in it is set or wrong. */
export function LinkAsks({ form }: Form) {
  const { t } = useTranslation('links');
  const { errors } = form.formState;
  return (
    <Disclosure
      title={t('more')}
      startsOpen={isAsking(form.getValues())}
      staysOpen={Boolean(errors.asks || errors.pix_discount)}
    >
      <div className="grid gap-6 pt-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <AskedField form={form} name="phone" />
          <AskedField form={form} name="address" />
          <QuantityField form={form} />
          {form.watch('billing_types').includes('PIX') && (
            <PercentField
              form={form}
              name="pix_discount"
              label={t('pixDiscount')}
              hint={t('pixDiscountHint')}
              optional
            />
          )}
        </div>
        <Questions form={form} />
      </div>
    </Disclosure>
  );
}

function isAsking({ asks, pix_discount: discount }: LinkValues): boolean {
  const { phone, address, max_quantity: most, questions } = asks;
  return phone !== 'no' || address !== 'no' || most.trim() !== '' || questions.length > 0 || discount !== '';
}

function AskedField({ form, name }: Form & { name: 'phone' | 'address' }) {
  const { t } = useTranslation('links');
  return (
    <Field label={t(name)} error={form.errorOf(`asks.${name}`)}>
      <Select {...form.register(`asks.${name}`)}>
        {ASKED.map((asked) => (
          <option key={asked} value={asked}>
            {t(`asked.${asked}`)}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** A payer who enters the value enters the whole of it. */
function QuantityField({ form }: Form) {
  const { t } = useTranslation('links');
  if (form.watch('valueBy') === 'payer') return null;
  return (
    <Field
      label={t('maxQuantity')}
      optional
      hint={t('maxQuantityHint')}
      error={form.errorOf('asks.max_quantity')}
    >
      <Input
        {...form.register('asks.max_quantity', {
          pattern: { value: /^\s*(0*[1-9]\d{0,2}|1000)?\s*$/, message: t('maxQuantityWrong') },
        })}
        inputMode="numeric"
        autoComplete="off"
      />
    </Field>
  );
}

function Questions({ form }: Form) {
  const { t } = useTranslation('links');
  const rows = useFieldArray({ control: form.control, name: 'asks.questions' });
  const error = form.errorOf('asks.questions');
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-small font-semibold">{t('questions')}</legend>
      <p className="text-small text-quiet">{t('questionsAbout')}</p>
      {rows.fields.map(({ id }, index) => (
        <Question key={id} form={form} index={index} onRemove={() => rows.remove(index)} />
      ))}
      {error && (
        <p role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
      {rows.fields.length < MAX_QUESTIONS && (
        <div>
          <Button onClick={() => rows.append({ label: '', required: false, options: '' })}>
            <Plus aria-hidden="true" size={16} />
            {t('addQuestion')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

function Question({ form, index, onRemove }: Form & { index: number; onRemove: () => void }) {
  const { t } = useTranslation('links');
  const of = <Name extends 'label' | 'required' | 'options'>(name: Name) =>
    `asks.questions.${index}.${name}` as const;
  // The API names the option that is wrong; the form has one field for all of them.
  const wrongOption = Array.from({ length: 20 }, (_, at) => `${of('options')}.${at}` as Path<LinkValues>);
  const optionError = form.errorOf(of('options')) ?? wrongOption.map(form.errorOf).find(Boolean);
  return (
    <div className="grid gap-3 rounded-lg border p-4">
      <div className="flex items-end gap-2">
        <Field
          label={t('questionLabel', { number: index + 1 })}
          error={form.errorOf(of('label'))}
          className="min-w-0 flex-1"
        >
          <Input {...form.register(of('label'), { required: true })} maxLength={120} autoComplete="off" />
        </Field>
        <IconButton label={t('removeQuestion', { number: index + 1 })} onClick={onRemove}>
          <Trash2 aria-hidden="true" size={16} />
        </IconButton>
      </div>
      <Field label={t('questionOptions')} optional hint={t('questionOptionsHint')} error={optionError}>
        <TextArea {...form.register(of('options'))} rows={2} />
      </Field>
      <Checkbox {...form.register(of('required'))} label={t('questionRequired')} />
    </div>
  );
}
