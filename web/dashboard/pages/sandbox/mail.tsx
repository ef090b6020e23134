import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, addressOf, get } from '../../api/client.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { MailStateBadge } from './mail-state.tsx';

type Mail = Answer<'/api/v1/sandbox/mails/{id}'>;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['outbox', id],
    queryFn: () => get('/api/v1/sandbox/mails/{id}', { path: { id } }),
  });
  return <Loaded query={query}>{(mail) => <MailPage mail={mail} />}</Loaded>;
}

/** The frame has its own policy and no rights: what stands in a mail can do nothing here. */
function MailPage({ mail }: { mail: Mail }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <PageHeader title={mail.subject} back={{ href: '/outbox', label: t('outbox.title') }} />
      <Card>
        <Facts
          facts={[
            [t('outbox.to'), mail.to],
            [t('outbox.when'), <Instant key="when" at={mail.created_at} />],
            [t('outbox.state'), <MailStateBadge key="state" state={mail.state} />],
            [t('outbox.kind'), <code key="kind">{mail.kind}</code>],
          ]}
        />
      </Card>
      <Card title={t('outbox.asSeen')}>
        <iframe
          title={t('outbox.asSeen')}
          src={addressOf('/api/v1/sandbox/mails/{id}/page', { path: { id: mail.id } })}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          className="h-[40rem] w-full rounded-lg border bg-white"
        />
      </Card>
      <Card title={t('outbox.asText')}>
        <pre className="font-mono text-small whitespace-pre-wrap wrap-anywhere">{mail.text}</pre>
      </Card>
    </>
  );
}
