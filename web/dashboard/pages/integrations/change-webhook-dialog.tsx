import { useTranslation } from 'react-i18next';
import { patch } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';
import type { Webhook } from './find-webhook.ts';
import { registerEvents, WebhookFields, type WebhookValues } from './webhook-form.tsx';

export function ChangeWebhookDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const notify = useNotify();
  const form = useApiForm<WebhookValues, unknown>({
    values: { url: webhook.url, events: webhook.events, secret: '', retry_policy: webhook.retry_policy },
    send: ({ url, events, retry_policy }) =>
      patch('/api/v1/webhooks/{id}', {
        path: { id: webhook.id },
        // A new address needs a proof of who asks; one that stays is not sent.
        body: { ...(url.trim() !== webhook.url && { url: url.trim() }), events, retry_policy },
      }),
    after: () => {
      notify(t('webhooks.changed'));
      close();
    },
  });
  registerEvents(form, t('webhooks.eventsRequired'));
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={t('webhooks.changeTitle')}>
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <WebhookFields form={form} isNew={false} />
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={close}>{t('common:actions.cancel')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('common:actions.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
