import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput } from './date-input.tsx';
import { isDay } from './days.ts';
import { Field } from './field.tsx';

/** Two civil days, both included. */
export function DayRange({
  from,
  to,
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  onChange: (change: { from?: string; to?: string }) => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <Day label={t('fields.from')} value={from} max={to} onChange={(day) => onChange({ from: day })} />
      <Day label={t('fields.to')} value={to} min={from} onChange={(day) => onChange({ to: day })} />
    </>
  );
}

/** What is typed counts once it is a whole day, or nothing. */
function Day({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const isWrong = typed !== null && isLeft;
  return (
    <Field label={label} error={isWrong ? t('errors.date') : undefined}>
      <DateInput
        value={typed ?? value ?? ''}
        min={min}
        max={max}
        onBlur={() => setLeft(true)}
        onChange={({ target }) => {
          const isWhole = target.value === '' || isDay(target.value);
          setTyped(isWhole ? null : target.value);
          setLeft(false);
          if (isWhole) onChange(target.value);
        }}
      />
    </Field>
  );
}
