import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { MailStateBadge } from './mail-state.tsx';

type Mail = Item<'/api/v1/sandbox/mails'>;
const FOLLOW_MS = 5_000;

/** The mails of a sandbox that sends none. */
export function Page() {
  const { t } = useTranslation('settings');
  const pages = usePages(
    'outbox',
    (query: Query<'/api/v1/sandbox/mails'>) => get('/api/v1/sandbox/mails', { query }),
    {},
    { refetchMs: FOLLOW_MS },
  );
  return (
    <>
      <PageHeader title={t('outbox.title')} about={t('outbox.about')} />
      <DataTable
        label={t('outbox.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(mail) => mail.id}
        empty={<EmptyState title={t('outbox.emptyTitle')} text={t('outbox.emptyText')} />}
      />
    </>
  );
}

function useColumns(): Columns<Mail> {
  const { t } = useTranslation('settings');
  return [
    {
      header: t('outbox.subject'),
      cell: ({ row: { original: mail } }) => (
        <Link href={`/outbox/${mail.id}`} className="font-medium text-accent underline underline-offset-4">
          {mail.subject}
        </Link>
      ),
    },
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
