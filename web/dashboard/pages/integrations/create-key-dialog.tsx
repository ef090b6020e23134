import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../server/src/kit/permissions.ts';
import { type Answer, post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { limitsBody } from './key-limits.ts';
import { type KeyValues, PlaceAndEnd, ScopesField, useGivable } from './limit-fields.tsx';
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
        <KeyForm close={close} onMade={setMade} />
      )}
    </Dialog>
  );
}

function KeyForm({ close, onMade }: { close: () => void; onMade: (made: Made) => void }) {
  const { t } = useTranslation(['integrations', 'common', 'team']);
  const { isEverything } = useGivable();
  const [scopes, setScopes] = useState<Scope[] | null>(isEverything ? null : []);
  const [isAsked, setAsked] = useState(false);
  const isMissing = scopes?.length === 0;
  const form = useApiForm<KeyValues, Made>({
    values: { name: '', ips: '', until: '' },
    send: ({ name, ...limits }) =>
      post('/api/v1/keys', { body: { name: name.trim(), ...limitsBody(limits, scopes) } }),
    names: { allowed_ips: 'ips', expires_at: 'until' },
    after: onMade,
  });
  const submit = (event: React.FormEvent) => {
    setAsked(true);
    if (!isMissing) return form.submit(event);
    event.preventDefault();
  };
  return (
    <form className="grid gap-4" onSubmit={submit} noValidate>
      <Field label={t('keys.name')} hint={t('keys.nameHint')} error={form.errorOf('name')}>
        <Input autoComplete="off" maxLength={100} {...form.register('name', { required: true })} />
      </Field>
      <ScopesField
        chosen={scopes}
        onChange={setScopes}
        error={isAsked && isMissing ? t('team:keys.chooseOne') : null}
      />
      <PlaceAndEnd form={form} />
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
