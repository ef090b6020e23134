import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { ErrorNotice } from '../kit/error-notice.tsx';
import { Field, Input } from '../kit/field.tsx';
import { useApiForm } from '../kit/form.ts';
import { PasswordInput } from '../kit/password-input.tsx';

/** A dialog over the page, which keeps its state and input. */
export function SessionEnded({ email }: { email: string }) {
  const { t } = useTranslation();
  const [asksCode, setAsksCode] = useState(false);
  const form = useApiForm<{ password: string; code: string }, unknown>({
    values: { password: '', code: '' },
    send: ({ password, code }) =>
      post('/api/v1/auth/login', { body: { email, password, cookie: true, ...(code && { code }) } }).catch(
        (error) => {
          if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') setAsksCode(true);
          throw error;
        },
      ),
  });
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      dismissible={false}
      title={t('sessionEnded.title')}
      about={t('sessionEnded.text', { email })}
    >
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <Field label={t('sessionEnded.password')} error={form.errorOf('password')}>
          <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
        </Field>
        {asksCode && (
          <Field label={t('sessionEnded.code')} error={form.errorOf('code')}>
            <Input autoComplete="one-time-code" inputMode="numeric" {...form.register('code')} />
          </Field>
        )}
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={() => window.location.assign('/login')}>
            {t('sessionEnded.other')}
          </Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('sessionEnded.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
