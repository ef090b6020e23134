import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { AccessFrame } from './frame.tsx';
import { useLinkToken } from './link-token.ts';

/**
 * Where the link of a confirmation mail leads. It takes a click: programs that open the links of a mail to examine them
 * must not confirm an address.
 */
export function Page() {
  const { t } = useTranslation('access');
  const token = useLinkToken();
  const confirm = useSend(() => post('/api/v1/auth/verify-email', { body: { token }, isQuestion: true }));
  const { error } = confirm;
  const isDead = token === '' || (error instanceof ApiError && error.code === 'LINK_INVALID');
  if (confirm.isSuccess) {
    return (
      <AccessFrame title={t('verify.doneTitle')}>
        <p role="status">{t('verify.done')}</p>
        <a
          href="/"
          className="inline-flex min-h-10 items-center justify-center rounded-lg bg-accent px-4 font-medium text-on-accent"
        >
          {t('verify.open')}
        </a>
      </AccessFrame>
    );
  }
  if (isDead) {
    return (
      <AccessFrame title={t('verify.deadTitle')}>
        <p role="alert">{t('verify.dead')}</p>
        <a href="/" className="justify-self-start text-accent underline underline-offset-4">
          {t('verify.open')}
        </a>
      </AccessFrame>
    );
  }
  return (
    <AccessFrame title={t('verify.title')} about={t('verify.about')}>
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
