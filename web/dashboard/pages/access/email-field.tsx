import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, Input } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { isEmail } from '../../kit/written-contact.ts';

/** The e-mail address of an account. */
export function EmailField<Values extends FieldValues>({
  form,
  name,
}: {
  form: ApiForm<Values>;
  name: Path<Values>;
}) {
  const { t } = useTranslation();
  return (
    <Field label={t('fields.email')} error={form.errorOf(name)}>
      <Input
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...form.register(name, {
          required: true,
          validate: (text) => isEmail(String(text)) || t('errors.email'),
        })}
      />
    </Field>
  );
}
