import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { post } from '../api/client.ts';
import { useSend } from '../api/send.ts';
import type { Session } from '../api/session.ts';
import { IconButton } from '../kit/button.tsx';
import { useErrorText } from '../kit/error-notice.tsx';

/** A quiet reminder until the address is confirmed; closed, it stays away until the page is loaded again. */
export function ConfirmAddress({ session }: { session: Session }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [isClosed, setIsClosed] = useState(false);
  const resend = useSend(() => post('/api/v1/auth/verify-email/resend'));
  const isInOutbox = session.mail === 'outbox';
  // The account's address is its first owner's; members came by a link to theirs.
  const isOwn = session.account.email === session.user.email;
  if (!isOwn || session.account.email_verified || session.mail === 'off' || isClosed) return null;
  return (
    <section
      aria-label={t('confirmAddress.label')}
      className="flex items-center justify-between gap-2 rounded-lg border bg-surface py-1 pr-1 pl-4 text-small"
    >
      <p className="py-1 wrap-anywhere" role="status">
        {resend.isSuccess && t('confirmAddress.sent', { email: session.user.email })}
        {resend.error && errorText(resend.error)}
        {resend.isIdle && isInOutbox && (
          <>
            {t('confirmAddress.inOutbox')}{' '}
            <Link href="/outbox" className="font-medium text-accent underline underline-offset-4">
              {t('sandbox.outbox')}
            </Link>
            .
          </>
        )}
        {resend.isIdle && !isInOutbox && t('confirmAddress.text', { email: session.user.email })}
        {!resend.isSuccess && (
          <>
            {' '}
            <button
              type="button"
              disabled={resend.isPending}
              onClick={() => resend.mutate(undefined)}
              className="font-medium text-accent underline underline-offset-4"
            >
              {t('confirmAddress.resend')}
            </button>
          </>
        )}
      </p>
      <IconButton label={t('confirmAddress.close')} onClick={() => setIsClosed(true)}>
        <X aria-hidden="true" size={16} />
      </IconButton>
    </section>
  );
}
