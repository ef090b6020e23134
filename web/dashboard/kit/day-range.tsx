import { useTranslation } from 'react-i18next';
import { Field, Input } from './field.tsx';

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
      <Field label={t('fields.from')}>
        <Input
          type="date"
          value={from ?? ''}
          max={to}
          onChange={(event) => onChange({ from: event.target.value })}
        />
      </Field>
      <Field label={t('fields.to')}>
        <Input
          type="date"
          value={to ?? ''}
          min={from}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </Field>
    </>
  );
}
