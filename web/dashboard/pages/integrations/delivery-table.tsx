import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { OneLine } from '../../kit/one-line.tsx';
import { EmptyState } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { LOG_MS } from './follow.ts';

type Delivery = Item<'/api/v1/deliveries'>;
export type DeliveryFilter = Omit<Query<'/api/v1/deliveries'>, 'limit' | 'offset' | 'cursor'>;

/** The delivery log, of one webhook or filtered. It refreshes while open. */
export function DeliveryTable({
  filter,
  filtered = false,
  empty,
}: {
  filter: DeliveryFilter;
  filtered?: boolean;
  empty: 'all' | 'webhook';
}) {
  const { t } = useTranslation('integrations');
  const pages = usePages(
    'deliveries',
    (query: Query<'/api/v1/deliveries'>) => get('/api/v1/deliveries', { query }),
    filter,
    { refetchMs: LOG_MS },
  );
  return (
    <DataTable
      label={t('deliveries.title')}
      columns={useColumns(empty === 'all')}
      pages={pages}
      idOf={(delivery) => delivery.id}
      hrefOf={(delivery) => `/integrations/deliveries/${delivery.id}`}
      filtered={filtered}
      empty={
        <EmptyState
          drawing="code"
          title={t('deliveries.emptyTitle')}
          text={t(empty === 'all' ? 'deliveries.emptyText' : 'deliveries.emptyWebhook')}
          action={
            empty === 'all' && (
              <ButtonLink href="/integrations/webhooks">{t('deliveries.toWebhooks')}</ButtonLink>
            )
          }
        />
      }
    />
  );
}

function useColumns(withUrl: boolean): Columns<Delivery> {
  const { t } = useTranslation('integrations');
  const url: Columns<Delivery> = withUrl
    ? [
        {
          header: t('deliveries.url'),
          meta: { wideOnly: true },
          cell: ({ row }) => <OneLine text={row.original.url} className="max-w-64" />,
        },
      ]
    : [];
  return [
    {
      header: t('deliveries.event'),
      cell: ({ row: { original: delivery } }) => (
        <>
          <code className="font-mono text-small">{delivery.event}</code>
          <span className="block text-small text-quiet md:hidden">
            <Instant at={delivery.created_at} />
          </span>
        </>
      ),
    },
    ...url,
    { header: t('deliveries.status'), cell: ({ row }) => <DeliveryBadge status={row.original.status} /> },
    {
      header: t('deliveries.attempts'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <span className="tabular-nums">{row.original.attempt_count}</span>,
    },
    {
      header: t('deliveries.next'),
      meta: { deskOnly: true },
      cell: ({ row: { original: delivery } }) =>
        delivery.next_attempt_at ? <Instant at={delivery.next_attempt_at} /> : '—',
    },
    {
      header: t('deliveries.created'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}
