import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { ConfirmDialog, Dialog } from '../../kit/dialog.tsx';
import type { Webhook } from './find-webhook.ts';
import { ShownOnce } from './shown-once.tsx';

export function RotateSecretDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useTranslation('integrations');
  const [secret, setSecret] = useState<string | null>(null);
  const rotate = useSend(
    (id: string) => post('/api/v1/webhooks/{id}/rotate-secret', { path: { id } }),
    ({ webhook: rotated }) => setSecret(rotated.secret),
  );
  if (secret !== null) {
    return (
      <Dialog
        open
        onOpenChange={(open) => !open && close()}
        title={t('webhooks.rotatedTitle')}
        about={webhook.url}
        dismissible={false}
      >
        <ShownOnce
          label={t('webhooks.secret')}
          text={secret}
          warning={t('webhooks.onceWarning')}
          onSaved={close}
        />
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('webhooks.rotateTitle')}
      about={t('webhooks.rotateText')}
      action={t('webhooks.rotate')}
      variant="primary"
      busy={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate(webhook.id)}
    />
  );
}
