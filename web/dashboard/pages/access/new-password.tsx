import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { AccessFrame } from './frame.tsx';
import { useLinkToken } from './link-token.ts';
import { NewPasswordField } from './new-password-field.tsx';

/** Where the link of a recovery mail leads. */
export function Page() {
  const { t } = useTranslation('access');
  const token = useLinkToken();
  const [isDone, setIsDone] = useState(false);
  const form = useApiForm<{ password: string }, unknown>({
    values: { password: '' },
    send: ({ password }) => post('/api/v1/auth/reset', { body: { token, password }, isQuestion: true }),
    after: () => setIsDone(true),
  });
  const isDead = token === '' || (form.refusal instanceof ApiError && form.refusal.code === 'LINK_INVALID');
  if (isDone) {
    return (
      <AccessFrame title={t('newPassword.doneTitle')}>
        <p role="status">{t('newPassword.done')}</p>
        {/* A page load: a session that this document still remembers has ended. */}
        <a
          href="/login"
          className="inline-flex min-h-10 items-center justify-center rounded-lg bg-accent px-4 font-medium text-on-accent"
        >
          {t('login.submit')}
        </a>
      </AccessFrame>
    );
  }
  if (isDead) {
    return (
      <AccessFrame title={t('newPassword.deadTitle')}>
        <p role="alert">{t('newPassword.dead')}</p>
        <ButtonLink href="/forgot-password">{t('newPassword.again')}</ButtonLink>
      </AccessFrame>
    );
  }
  return (
    <AccessFrame title={t('newPassword.title')} about={t('newPassword.about')}>
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <NewPasswordField form={form} name="password" label={t('newPassword.label')} />
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <Button type="submit" variant="primary" busy={form.busy} className="w-full">
          {t('newPassword.submit')}
        </Button>
      </form>
    </AccessFrame>
  );
}
