import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { isEmail } from '../../kit/written-contact.ts';
import { AccessFrame } from './frame.tsx';

/** Says the same whether or not the address has an account. */
export function Page() {
  const { t } = useTranslation(['access', 'common']);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useApiForm<{ email: string }, unknown>({
    values: { email: '' },
    send: ({ email }) => post('/api/v1/auth/recover', { body: { email: email.trim() }, isQuestion: true }),
    after: (_, { email }) => setSentTo(email.trim()),
  });
  return (
    <AccessFrame title={t('forgot.title')} about={sentTo === null && t('forgot.about')}>
      {sentTo === null ? (
        <form className="grid gap-4" onSubmit={form.submit} noValidate>
          <Field label={t('common:fields.email')} error={form.errorOf('email')}>
            <Input
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              {...form.register('email', {
                required: true,
                validate: (text) => isEmail(text) || t('common:errors.email'),
              })}
            />
          </Field>
          {form.refusal && <ErrorNotice error={form.refusal} />}
          <Button type="submit" variant="primary" busy={form.busy} className="w-full">
            {t('forgot.submit')}
          </Button>
        </form>
      ) : (
        <div role="status" className="grid gap-3">
          <p className="wrap-anywhere">{t('forgot.sent', { email: sentTo })}</p>
          <p className="text-quiet">{t('forgot.sentHint')}</p>
        </div>
      )}
      <p>
        <Link href="/login" className="text-accent underline underline-offset-4">
          {t('forgot.back')}
        </Link>
      </p>
    </AccessFrame>
  );
}
