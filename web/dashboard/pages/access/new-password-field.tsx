import type { FieldValues, Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { PasswordInput } from '../../kit/password-input.tsx';
import { MIN_PASSWORD, type Strength, strengthOf } from './strength.ts';

const TONES: Record<Strength, string> = {
  short: 'text-quiet',
  weak: 'text-bad',
  fair: 'text-note',
  good: 'text-good',
};

/** A new password with a hint about its strength. */
export function NewPasswordField<Values extends FieldValues>({
  form,
  name,
  label,
}: {
  form: ApiForm<Values>;
  name: Path<Values>;
  label: string;
}) {
  const { t } = useTranslation('access');
  const written = String(form.watch(name) ?? '');
  const strength = strengthOf(written);
  const error = form.errorOf(name);
  const hint = t(`strength.${strength}`);
  return (
    <Field
      label={label}
      error={error}
      hint={
        // The error of a weak password says the same.
        !(error && strength !== 'good') && (
          <span aria-live="polite" className={TONES[strength]}>
            {hint}
          </span>
        )
      }
    >
      <PasswordInput
        autoComplete="new-password"
        {...form.register(name, {
          required: true,
          minLength: { value: MIN_PASSWORD, message: t('strength.short') },
        })}
      />
    </Field>
  );
}
