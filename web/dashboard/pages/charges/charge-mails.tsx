import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, post } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';
import { useSend } from '../../api/send.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { Instant } from '../../kit/instant.tsx';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Texts } from '../../text/portuguese/texts.ts';
import { MailStateBadge } from '../sandbox/mail-state.tsx';
import { type Charge, isOpen } from './charge.ts';

type Mail = Item<'/api/v1/mails'>;
type KnownKind = keyof Texts['notifications']['log']['kinds'];
const FOLLOW_MS = 5_000;

/** What was sent about the charge by e-mail, and how to send it. */
export function ChargeMails({ charge }: { charge: Charge }) {
  const { t } = useTranslation('notifications');
  const { mail: delivery } = useSession();
  const query = useQuery({
    queryKey: ['charge-mails', charge.id, charge.status],
    queryFn: () => get('/api/v1/mails', { query: { charge_id: charge.id, limit: 20 } }),
    refetchInterval: whileShown(FOLLOW_MS),
    placeholderData: (before) => before,
  });
  const mails = query.data?.data ?? [];
  const isPaid = charge.status === 'RECEIVED' || charge.status === 'REFUNDED';
  const canSend = isOpen(charge) || isPaid;
  return (
    <Card title={t('log.title')}>
      {canSend && (
        <div className="flex flex-wrap items-start gap-2">
          {delivery !== 'off' && <SendMail charge={charge} isPaid={isPaid} isAgain={mails.some(isToPayer)} />}
        </div>
      )}
      {query.error && <ErrorNotice error={query.error} retry={() => void query.refetch()} />}
      {query.data && mails.length === 0 && <p className="text-quiet">{t('log.none')}</p>}
      {mails.length > 0 && (
        <ul className="grid divide-y">
          {mails.map((mail) => (
            <MailLine key={mail.id} mail={mail} isWhole={delivery === 'outbox'} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function isToPayer({ kind }: Mail): boolean {
  return kind === 'charge_issued' || kind === 'payment_receipt';
}

function MailLine({ mail, isWhole }: { mail: Mail; isWhole: boolean }) {
  const { t } = useTranslation('notifications');
  const name = t(`log.kinds.${mail.kind as KnownKind}`);
  return (
    <li className="grid gap-1 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        {isWhole ? (
          <Link href={`/outbox/${mail.id}`} className="font-medium text-accent underline underline-offset-4">
            {name}
          </Link>
        ) : (
          <span className="font-medium">{name}</span>
        )}
        <MailStateBadge state={mail.state} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-small text-quiet">
        <span className="wrap-anywhere">{mail.to}</span>
        <Instant at={mail.created_at} />
      </p>
      {mail.suppressed_for && <p className="text-small">{t(`log.reasons.${mail.suppressed_for}`)}</p>}
      {mail.state === 'failed' && mail.last_error && (
        <p className="text-small wrap-anywhere">{mail.last_error}</p>
      )}
    </li>
  );
}

function SendMail({ charge, isPaid, isAgain }: { charge: Charge; isPaid: boolean; isAgain: boolean }) {
  const { t } = useTranslation('notifications');
  const notify = useNotify();
  const [isAsking, setAsking] = useState(false);
  const send = useSend(
    () => post('/api/v1/charges/{id}/mails', { path: { id: charge.id }, body: {} }),
    ({ to }) => notify(t('log.sent', { to })),
  );
  const hasAddress = Boolean(charge.customer?.email);
  const label = isAgain ? t('log.again') : isPaid ? t('log.sendReceipt') : t('log.send');
  return (
    <>
      <Button
        needs="charges:write"
        busy={send.isPending}
        {...(hasAddress ? {} : { 'aria-expanded': isAsking })}
        onClick={() => (hasAddress ? send.mutate(undefined) : setAsking(!isAsking))}
      >
        {label}
      </Button>
      {send.error && <ErrorNotice error={send.error} />}
      {isAsking && !hasAddress && <AskAddress charge={charge} onSent={() => setAsking(false)} />}
    </>
  );
}

function AskAddress({ charge, onSent }: { charge: Charge; onSent: () => void }) {
  const { t } = useTranslation('notifications');
  const notify = useNotify();
  const form = useApiForm<{ email: string }, { to: string }>({
    values: { email: '' },
    send: ({ email }) =>
      post('/api/v1/charges/{id}/mails', { path: { id: charge.id }, body: { email: email.trim() } }),
    after: ({ to }) => {
      notify(t('log.sent', { to }));
      onSent();
    },
  });
  return (
    <form className="grid w-full max-w-md gap-3" onSubmit={form.submit} noValidate>
      <Field label={t('log.email')} hint={t('log.emailHint')} error={form.errorOf('email')}>
        <Input type="email" autoComplete="off" {...form.register('email', { required: true })} />
      </Field>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('log.confirm')}
        </Button>
      </div>
    </form>
  );
}
