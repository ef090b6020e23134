import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { PasswordInput } from '../../kit/password-input.tsx';
import { NewPasswordField } from '../access/new-password-field.tsx';

type Props = { email: string; token: string };

/** A page load: the document begins anew with its session. */
const openDashboard = () => window.location.assign('/');

/** Password managers keep the password under the address. */
function Username({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />;
}

export function CreateForm({ email, token }: Props) {
  const { t } = useTranslation('team');
  const form = useApiForm<{ name: string; password: string }, unknown>({
    values: { name: '', password: '' },
    send: ({ name, password }) =>
      post('/api/v1/auth/accept-invitation', {
        body: { token, name: name.trim(), password, cookie: true },
        isQuestion: true,
      }),
    after: openDashboard,
  });
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <Username email={email} />
      <Field label={t('accept.name')} error={form.errorOf('name')}>
        <Input autoComplete="name" maxLength={120} {...form.register('name', { required: true })} />
      </Field>
      <NewPasswordField form={form} name="password" label={t('accept.newPassword')} />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        {t('accept.create')}
      </Button>
    </form>
  );
}

/** Signs in and joins, in two requests: with the second factor, if the person has one. */
export function SignInForm({ email, token }: Props) {
  const { t } = useTranslation(['team', 'common']);
  const [asksCode, setAsksCode] = useState(false);
  const form = useApiForm<{ password: string; code: string }, unknown>({
    values: { password: '', code: '' },
    send: async ({ password, code }) => {
      try {
        await post('/api/v1/auth/login', {
          body: { email, password, cookie: true, ...(code && { code: code.trim() }) },
        });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED') setAsksCode(true);
        throw error;
      }
      return post('/api/v1/auth/join', { body: { token } });
    },
    after: openDashboard,
  });
  const { refusal } = form;
  const isNextStep = refusal instanceof ApiError && refusal.code === 'TWO_FACTOR_REQUIRED';
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <Username email={email} />
      <Field label={t('accept.password')} error={form.errorOf('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
      </Field>
      {asksCode && (
        <Field label={t('common:sessionEnded.code')} error={form.errorOf('code')}>
          <Input autoComplete="one-time-code" inputMode="numeric" {...form.register('code')} />
        </Field>
      )}
      {refusal && !isNextStep && <ErrorNotice error={refusal} />}
      <Button type="submit" variant="primary" busy={form.busy} className="w-full">
        {t('accept.signIn')}
      </Button>
    </form>
  );
}
