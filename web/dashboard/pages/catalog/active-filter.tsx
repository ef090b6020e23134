import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/field.tsx';
import { Select } from '../../kit/select.tsx';

/** As the API accepts it; any other value in the address means all. */
export function activeOf(value: string | undefined): { active?: boolean } {
  return value === 'true' || value === 'false' ? { active: value === 'true' } : {};
}

export function ActiveFilter({
  value,
  names,
  onChange,
}: {
  value: string | undefined;
  names: { yes: string; no: string };
  onChange: (value: string | undefined) => void;
}) {
  const { t } = useTranslation(['catalog', 'common']);
  return (
    <Field label={t('common:fields.status')} className="w-48">
      <Select value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{t('common:fields.all')}</option>
        <option value="true">{names.yes}</option>
        <option value="false">{names.no}</option>
      </Select>
    </Field>
  );
}
