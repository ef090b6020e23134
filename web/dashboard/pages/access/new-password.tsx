import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { Button, ButtonLink } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { AccessFrame } from './frame.tsx';
import { isDeadLink, MailLink } from './mail-link.tsx';
import { NewPasswordField } from './new-password-field.tsx';

/** Where the link of a recovery mail leads. */
export function Page() {
  const { t } = useTranslation('access');
  return (
    <MailLink purpose="recover_password" title={t('newPassword.title')} dead={<DeadLink />}>
      {({ token, email }) => <NewPassword token={token} email={email} />}
    </MailLink>
  );
}

function NewPassword({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('access');
  const [isDone, setIsDone] = useState(false);
  const form = useApiForm<{ password: string }, unknown>({
    values: { password: '' },
    send: ({ password }) => post('/api/v1/auth/reset', { body: { token, password }, isQuestion: true }),
    after: () => setIsDone(true),
  });
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
  if (isDeadLink(form.refusal)) return <DeadLink />;
  return (
    <AccessFrame title={t('newPassword.title')} about={t('newPassword.about')}>
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <p className="wrap-anywhere">{t('newPassword.of', { email })}</p>
        <NewPasswordField form={form} name="password" label={t('newPassword.label')} />
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <Button type="submit" variant="primary" busy={form.busy} className="w-full">
          {t('newPassword.submit')}
        </Button>
      </form>
    </AccessFrame>
  );
}

function DeadLink() {
  const { t } = useTranslation('access');
  return (
    <AccessFrame title={t('newPassword.deadTitle')}>
      <p role="alert">{t('newPassword.dead')}</p>
      <ButtonLink href="/forgot-password">{t('newPassword.again')}</ButtonLink>
    </AccessFrame>
  );
}
