import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { ShownOnce } from './shown-once.tsx';

type Made = Answer<'/api/v1/keys', 'post'>;

/** The key is shown only in this dialog and is not kept. */
export function CreateKeyDialog({ close }: { close: () => void }) {
  const { t } = useTranslation('integrations');
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t(made ? 'keys.madeTitle' : 'keys.createTitle')}
      about={made ? made.name : t('keys.createText')}
      dismissible={!made}
    >
      {made ? (
        <ShownOnce
          label={t('keys.key')}
          text={made.api_key}
          warning={t('keys.onceWarning')}
          onSaved={close}
        />
      ) : (
        <NameForm close={close} onMade={setMade} />
      )}
    </Dialog>
  );
}

function NameForm({ close, onMade }: { close: () => void; onMade: (made: Made) => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const form = useApiForm<{ name: string }, Made>({
    values: { name: '' },
    send: ({ name }) => post('/api/v1/keys', { body: { name: name.trim() } }),
    after: onMade,
  });
  return (
    <form className="grid gap-4" onSubmit={form.submit} noValidate>
      <Field label={t('keys.name')} hint={t('keys.nameHint')} error={form.errorOf('name')}>
        <Input autoComplete="off" maxLength={100} {...form.register('name', { required: true })} />
      </Field>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{t('common:actions.cancel')}</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          {t('keys.create')}
        </Button>
      </div>
    </form>
  );
}
