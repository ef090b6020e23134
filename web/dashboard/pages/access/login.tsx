import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { post } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { PasswordInput } from '../../kit/password-input.tsx';
import { changeLanguage } from '../../text/language.ts';
import { CodeFields } from './code-fields.tsx';
import { AccessFrame } from './frame.tsx';
import { LockedNotice, useLock } from './locked-notice.tsx';

type Credentials = { email: string; password: string; code: string };

/** Signing in applies the account's language. */
async function signIn({ email, password, code }: Credentials) {
  const { account } = await post('/api/v1/auth/login', {
    body: { email: email.trim(), password, cookie: true, ...(code && { code: code.trim() }) },
  });
  if (account.language) await changeLanguage(account.language);
}

export function Page() {
  const { t } = useTranslation('access');
  const [asksCode, setAsksCode] = useState(false);
  const form = useApiForm<Credentials, void>({
    values: { email: '', password: '', code: '' },
    send: (values) =>
      signIn(values).catch((error) => {
        if (codeOf(error) === 'TWO_FACTOR_REQUIRED') setAsksCode(true);
        throw error;
      }),
    codes: { TWO_FACTOR_INVALID: 'code' },
  });
  const lock = useLock(form.failure, form.watch('email'));
  const isLocked = lock !== null && !lock.isOther;
  const back = () => {
    form.setValue('code', '');
    setAsksCode(false);
  };
  return (
    <AccessFrame title={t(asksCode ? 'login.codeTitle' : 'login.title')}>
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        {asksCode ? <CodeFields form={form} takesFocus /> : <PasswordFields form={form} />}
        {isLocked && <LockedNotice seconds={lock.seconds} />}
        {!lock && <Refusal error={form.refusal} />}
        <Button
          type="submit"
          variant="primary"
          busy={form.busy}
          disabled={isLocked && lock.seconds > 0}
          className="w-full"
        >
          {t(asksCode ? 'login.confirm' : 'login.submit')}
        </Button>
        {asksCode && (
          <Button variant="quiet" onClick={back}>
            {t('login.otherAccount')}
          </Button>
        )}
      </form>
      {!asksCode && (
        <p>
          <Link href="/forgot-password" className="text-accent underline underline-offset-4">
            {t('login.forgot')}
          </Link>
        </p>
      )}
      {!asksCode && (
        <p className="text-quiet">
          {t('login.noAccount')}{' '}
          <Link href="/register" className="text-accent underline underline-offset-4">
            {t('login.register')}
          </Link>
        </p>
      )}
    </AccessFrame>
  );
}

function PasswordFields({ form }: { form: ApiForm<Credentials> }) {
  const { t } = useTranslation(['access', 'common']);
  return (
    <>
      <Field label={t('common:fields.email')} error={form.errorOf('email')}>
        <Input
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          {...form.register('email', { required: true })}
        />
      </Field>
      <Field label={t('fields.password')} error={form.errorOf('password')}>
        <PasswordInput autoComplete="current-password" {...form.register('password', { required: true })} />
      </Field>
    </>
  );
}

/** A required code is the next step, not an error. */
function Refusal({ error }: { error: Error | null }) {
  if (error === null || codeOf(error) === 'TWO_FACTOR_REQUIRED') return null;
  return <ErrorNotice error={error} />;
}

function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? error.code : null;
}
