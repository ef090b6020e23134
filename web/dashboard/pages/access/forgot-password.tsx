import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { post } from '../../api/client.ts';
import { mailDelivery } from '../../api/document.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { EmailField } from './email-field.tsx';
import { AccessFrame } from './frame.tsx';

/** Says the same whether or not the address has an account. */
export function Page() {
  const { t } = useTranslation('access');
  const delivery = mailDelivery();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useApiForm<{ email: string }, unknown>({
    values: { email: '' },
    send: ({ email }) => post('/api/v1/auth/recover', { body: { email: email.trim() }, isQuestion: true }),
    after: (_, { email }) => setSentTo(email.trim()),
  });
  return (
    <AccessFrame title={t('forgot.title')} about={sentTo === null && t(`forgot.about.${delivery}`)}>
      {sentTo === null && delivery !== 'off' && (
        <form className="grid gap-4" onSubmit={form.submit} noValidate>
          <EmailField form={form} name="email" />
          {form.refusal && <ErrorNotice error={form.refusal} />}
          <Button type="submit" variant="primary" busy={form.busy} className="w-full">
            {t(delivery === 'outbox' ? 'forgot.submitToOutbox' : 'forgot.submit')}
          </Button>
        </form>
      )}
      {sentTo !== null && delivery !== 'off' && (
        <div role="status" className="grid gap-3">
          <p className="wrap-anywhere">{t(`forgot.sent.${delivery}`, { email: sentTo })}</p>
          <p className="text-quiet">{t(`forgot.sentHint.${delivery}`)}</p>
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
