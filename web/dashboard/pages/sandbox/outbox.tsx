import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/session.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { MailStateBadge } from './mail-state.tsx';

type Mail = Item<'/api/v1/sandbox/mails'>;
type LoggedMail = Item<'/api/v1/mails'>;
const FOLLOW_MS = 5_000;

/** The mails of the account: whole where a sandbox keeps them, else the log of what was sent. */
export function Page() {
  return useSession().mail === 'outbox' ? <Outbox /> : <MailLog />;
}

function Outbox() {
  const { t } = useTranslation('settings');
  const pages = usePages(
    'outbox',
    (query: Query<'/api/v1/sandbox/mails'>) => get('/api/v1/sandbox/mails', { query }),
    {},
    { refetchMs: FOLLOW_MS },
  );
  const subject: Columns<Mail>[number] = {
    header: t('outbox.subject'),
    cell: ({ row: { original: mail } }) => (
      <Link href={`/outbox/${mail.id}`} className="font-medium text-accent underline underline-offset-4">
        {mail.subject}
      </Link>
    ),
  };
  return (
    <>
      <PageHeader title={t('outbox.title')} about={t('outbox.about')} />
      <DataTable
        label={t('outbox.title')}
        columns={[subject, ...useFactColumns<Mail>()]}
        pages={pages}
        idOf={(mail) => mail.id}
        empty={<EmptyState drawing="mail" title={t('outbox.emptyTitle')} text={t('outbox.emptyText')} />}
      />
    </>
  );
}

/** The mails themselves are in the mailbox: the log has neither their text nor their links. */
function MailLog() {
  const { t } = useTranslation('settings');
  const { mail: delivery } = useSession();
  const pages = usePages(
    'mails',
    (query: Query<'/api/v1/mails'>) => get('/api/v1/mails', { query }),
    {},
    { refetchMs: FOLLOW_MS },
  );
  const subject: Columns<LoggedMail>[number] = {
    header: t('outbox.subject'),
    cell: ({ row: { original: mail } }) => (
      <>
        <span className="block">{mail.subject}</span>
        {mail.state !== 'sent' && mail.last_error && (
          <span className="block text-small text-quiet wrap-anywhere">{mail.last_error}</span>
        )}
      </>
    ),
  };
  return (
    <>
      <PageHeader
        title={t('outbox.title')}
        about={t(delivery === 'off' ? 'outbox.aboutOff' : 'outbox.aboutLog')}
      />
      <DataTable
        label={t('outbox.title')}
        columns={[subject, ...useFactColumns<LoggedMail>()]}
        pages={pages}
        idOf={(mail) => mail.id}
        empty={<EmptyState drawing="mail" title={t('outbox.emptyTitle')} text={t('outbox.emptyLog')} />}
      />
    </>
  );
}

function useFactColumns<Row extends Pick<Mail, 'to' | 'state' | 'created_at'>>(): Columns<Row> {
  const { t } = useTranslation('settings');
  return [
    {
      header: t('outbox.to'),
      meta: { wideOnly: true },
      cell: ({ row }) => <span className="wrap-anywhere">{row.original.to}</span>,
    },
    { header: t('outbox.state'), cell: ({ row }) => <MailStateBadge state={row.original.state} /> },
    {
      header: t('outbox.when'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}
