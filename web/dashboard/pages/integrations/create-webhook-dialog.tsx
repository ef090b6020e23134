import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { type Answer, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { ShownOnce } from './shown-once.tsx';
import { registerEvents, WebhookFields, type WebhookValues } from './webhook-form.tsx';

type Made = Answer<'/api/v1/webhooks', 'post'>;

export function CreateWebhookDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('integrations');
  const [, navigate] = useLocation();
  const [made, setMade] = useState<Made['webhook'] | null>(null);
  const finish = () => {
    if (made) navigate(`/integrations/webhooks/${made.id}`);
    close();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && finish()}
      title={t(made ? 'webhooks.madeTitle' : 'webhooks.createTitle')}
      about={made ? made.url : t('webhooks.createText')}
      dismissible={!made}
    >
      {made ? (
        <ShownOnce
          label={t('webhooks.secret')}
          text={made.secret}
          warning={t('webhooks.onceWarning')}
          onSaved={finish}
        />
      ) : (
        <CreationForm close={close} onMade={({ webhook }) => setMade(webhook)} />
      )}
    </Dialog>
  );
}

function CreationForm({ close, onMade }: { close: () => void; onMade: (made: Made) => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const form = useApiForm<WebhookValues, Made>({
    values: { url: '', events: ['charge.paid'], secret: '', retry_policy: 'standard' },
    send: ({ secret, url, ...rest }) =>
      post('/api/v1/webhooks', {
        body: { ...rest, url: url.trim(), ...(secret && { secret }) },
      }),
    after: onMade,
  });
  registerEvents(form, t('webhooks.eventsRequired'));
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <WebhookFields form={form} isNew />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{t('common:actions.cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('webhooks.create')}
        </Button>
      </div>
    </form>
  );
}
