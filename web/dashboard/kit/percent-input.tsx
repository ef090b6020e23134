import type { ComponentProps } from 'react';
import { Controller, type FieldValues, type Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../text/language.ts';
import { Field, Input } from './field.tsx';
import type { ApiForm } from './form.ts';
import { readPercent } from './written-percent.ts';

/** Invalid input is reported at the field, and nothing is sent. */
export function PercentField<Values extends FieldValues>({
  form,
  name,
  label,
  hint,
  optional = false,
}: {
  form: ApiForm<Values>;
  name: Path<Values>;
  label: string;
  hint?: string;
  optional?: boolean;
}) {
  const { t } = useTranslation();
  const isPercent = (text: string) =>
    readPercent(text) !== null || (optional && text.trim() === '') || t('errors.percent');
  return (
    <Field label={label} hint={hint} optional={optional} error={form.errorOf(name)}>
      <Controller
        control={form.control}
        name={name}
        rules={{ validate: isPercent }}
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <PercentInput value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
        )}
      />
    </Field>
  );
}

export function PercentInput({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
}) {
  const decimal = useLanguage() === 'pt' ? ',' : '.';
  return (
    <div className="relative">
      <Input
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        {...rest}
        value={value.replace(/[.,]/g, decimal)}
        onChange={(event) => onChange(event.target.value.replace(/[^\d.,]/g, ''))}
        className="pr-8 tabular-nums"
      />
      <span aria-hidden="true" className="absolute top-2 right-3 text-quiet">
        %
      </span>
    </div>
  );
}
