import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { patch, remove } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { NotFoundPage } from '../../kit/other-pages.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ChangeWebhookDialog } from './change-webhook-dialog.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { useWebhook, type Webhook } from './find-webhook.ts';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import { TestDialog } from './test-dialog.tsx';
import { WebhookBadge } from './webhooks.tsx';

export function Page({ params }: { params: Record<string, string> }) {
  const query = useWebhook(params.id ?? '');
  return (
    <Loaded query={query}>
      {(webhook) => (webhook ? <WebhookPage webhook={webhook} /> : <NotFoundPage />)}
    </Loaded>
  );
}

function WebhookPage({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation(['integrations', 'common']);
  return (
    <>
      <PageHeader
        title={t('webhooks.one')}
        about={webhook.url}
        back={{ href: '/integrations/webhooks', label: t('webhooks.title') }}
      />
      <Card title={t('webhooks.settings')} action={<WebhookBadge status={webhook.status} />}>
        {webhook.status === 'paused' && <p className="max-w-prose text-note">{t('webhooks.pausedText')}</p>}
        <Facts
          facts={[
            ['ID', <Copyable key="id" text={webhook.id} label="ID" />],
            [
              t('webhooks.events'),
              <span key="events" className="font-mono text-small">
                {webhook.events.join(', ')}
              </span>,
            ],
            [t('webhooks.retry'), t(`webhooks.retries.${webhook.retry_policy}`)],
            [t('webhooks.created'), <Instant key="created" at={webhook.created_at} />],
          ]}
        />
        <WebhookActions webhook={webhook} />
      </Card>
      <section className="grid min-w-0 gap-3">
        <h2 className="text-title font-semibold">{t('common:menu.deliveries')}</h2>
        <DeliveryTable filter={{ webhook_id: webhook.id }} empty="webhook" />
      </section>
    </>
  );
}

type Open = 'test' | 'change' | 'rotate' | 'delete' | null;

function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation(['integrations', 'common']);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="primary" needs="webhooks:write" onClick={() => setOpen('test')}>
        {t('webhooks.test')}
      </Button>
      <PauseButton webhook={webhook} />
      <Button needs="webhooks:write" onClick={() => setOpen('change')}>
        {t('common:actions.edit')}
      </Button>
      <Button needs="webhooks:write" onClick={() => setOpen('rotate')}>
        {t('webhooks.rotate')}
      </Button>
      <Button needs="webhooks:write" onClick={() => setOpen('delete')}>
        {t('webhooks.delete')}
      </Button>
      {open === 'test' && <TestDialog webhook={webhook} close={close} />}
      {open === 'change' && <ChangeWebhookDialog webhook={webhook} close={close} />}
      {open === 'rotate' && <RotateSecretDialog webhook={webhook} close={close} />}
      {open === 'delete' && <DeleteDialog webhook={webhook} close={close} />}
    </div>
  );
}

function PauseButton({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('integrations');
  const notify = useNotify();
  const toggle = useSend(
    (active: boolean) => patch('/api/v1/webhooks/{id}', { path: { id: webhook.id }, body: { active } }),
    (_answer, active) => notify(t(active ? 'webhooks.resumed' : 'webhooks.paused')),
  );
  const isPaused = webhook.status === 'paused';
  return (
    <>
      <Button needs="webhooks:write" busy={toggle.isPending} onClick={() => toggle.mutate(isPaused)}>
        {t(isPaused ? 'webhooks.resume' : 'webhooks.pause')}
      </Button>
      {toggle.error && (
        <div className="order-last w-full">
          <ErrorNotice error={toggle.error} />
        </div>
      )}
    </>
  );
}

function DeleteDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useTranslation('integrations');
  const notify = useNotify();
  const [, navigate] = useLocation();
  const removal = useSend(
    async (id: string) => {
      await remove('/api/v1/webhooks/{id}', { path: { id } });
      // Leave the page before the list is read again: otherwise it would show "not found".
      navigate('/integrations/webhooks');
    },
    () => notify(t('webhooks.deleted')),
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('webhooks.deleteTitle')}
      about={t('webhooks.deleteText', { url: webhook.url })}
      action={t('webhooks.delete')}
      busy={removal.isPending}
      error={removal.error}
      onConfirm={() => removal.mutate(webhook.id)}
    />
  );
}
