import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { AccessFrame } from './frame.tsx';
import { isDeadLink, MailLink } from './mail-link.tsx';

/**
 * Where the link of a confirmation mail leads. It takes a click: programs that open the links of a mail to examine them
 * must not confirm an address.
 */
export function Page() {
  const { t } = useTranslation('access');
  return (
    <MailLink purpose="verify_email" title={t('verify.title')} dead={<DeadLink />}>
      {({ token, email, email_verified }) =>
        email_verified ? <Confirmed email={email} /> : <Confirm token={token} email={email} />
      }
    </MailLink>
  );
}

function Confirm({ token, email }: { token: string; email: string }) {
  const { t } = useTranslation('access');
  const confirm = useSend(() => post('/api/v1/auth/verify-email', { body: { token }, isQuestion: true }));
  const { error } = confirm;
  if (confirm.isSuccess) return <Confirmed email={email} />;
  if (isDeadLink(error)) return <DeadLink />;
  return (
    <AccessFrame title={t('verify.title')} about={t('verify.about')}>
      <p className="font-medium wrap-anywhere">{email}</p>
      {error && <ErrorNotice error={error} />}
      <Button
        variant="primary"
        busy={confirm.isPending}
        onClick={() => confirm.mutate(undefined)}
        className="w-full"
      >
        {t('verify.submit')}
      </Button>
    </AccessFrame>
  );
}

function Confirmed({ email }: { email: string }) {
  const { t } = useTranslation('access');
  return (
    <AccessFrame title={t('verify.doneTitle')}>
      <p role="status" className="wrap-anywhere">
        {t('verify.done', { email })}
      </p>
      <a
        href="/"
        className="inline-flex min-h-10 items-center justify-center rounded-lg bg-accent px-4 font-medium text-on-accent"
      >
        {t('verify.open')}
      </a>
    </AccessFrame>
  );
}

function DeadLink() {
  const { t } = useTranslation('access');
  return (
    <AccessFrame title={t('verify.deadTitle')}>
      <p role="alert">{t('verify.dead')}</p>
      <a href="/" className="justify-self-start text-accent underline underline-offset-4">
        {t('verify.open')}
      </a>
    </AccessFrame>
  );
}
