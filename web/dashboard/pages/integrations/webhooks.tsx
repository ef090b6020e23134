import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';

type Webhook = Item<'/api/v1/webhooks'>;

export function Page() {
  const { t } = useTranslation('integrations');
  const [creating, setCreating] = useState(false);
  const pages = usePages('webhooks', (query) => get('/api/v1/webhooks', { query }), {});
  const create = (
    <Button variant="primary" needs="webhooks:write" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" size={18} />
      {t('webhooks.create')}
    </Button>
  );
  const { isEmpty } = pages;
  return (
    <>
      <PageHeader title={t('webhooks.title')} about={t('webhooks.about')}>
        {!isEmpty && create}
      </PageHeader>
      <DataTable
        label={t('webhooks.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(webhook) => webhook.id}
        hrefOf={(webhook) => `/integrations/webhooks/${webhook.id}`}
        empty={
          <EmptyState
            drawing="code"
            title={t('webhooks.emptyTitle')}
            text={t('webhooks.emptyText')}
            action={create}
          />
        }
      />
      {creating && <CreateWebhookDialog close={() => setCreating(false)} />}
    </>
  );
}

function useColumns(): Columns<Webhook> {
  const { t } = useTranslation('integrations');
  return [
    {
      header: t('webhooks.url'),
      cell: ({ row: { original: webhook } }) => (
        <span className="line-clamp-3 font-medium wrap-anywhere" title={webhook.url}>
          {webhook.url}
        </span>
      ),
    },
    {
      header: t('webhooks.status'),
      cell: ({ row }) => <WebhookBadge status={row.original.status} />,
    },
    {
      header: t('webhooks.last'),
      cell: ({ row }) => <LastDelivery webhookId={row.original.id} />,
    },
    {
      header: t('webhooks.events'),
      meta: { wideOnly: true },
      cell: ({ row: { original: webhook } }) => (
        <span title={webhook.events.join(', ')} className="whitespace-nowrap">
          {t('webhooks.eventCount', { count: webhook.events.length })}
        </span>
      ),
    },
    {
      header: t('webhooks.created'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}

/** The last delivery shows whether it works, not the active flag. */
function LastDelivery({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['deliveries', 'newest', webhookId],
    queryFn: () => get('/api/v1/deliveries', { query: { webhook_id: webhookId, limit: 1 } }),
  });
  if (!data) return <Skeleton width="4rem" />;
  const [newest] = data.data;
  return newest ? <DeliveryBadge status={newest.status} /> : t('fields.none');
}

export function WebhookBadge({ status }: { status: Webhook['status'] }) {
  const { t } = useTranslation('integrations');
  return <Badge tone={status === 'active' ? 'good' : 'note'}>{t(`webhooks.statuses.${status}`)}</Badge>;
}
