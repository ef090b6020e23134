import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scope } from '../../../../server/src/kit/permissions.ts';
import { patch } from '../../api/client.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useNotify } from '../../kit/toast.tsx';
import { limitsBody, valuesOf } from './key-limits.ts';
import type { Key } from './key-limits-cell.tsx';
import { type KeyValues, PlaceAndEnd, ScopesField } from './limit-fields.tsx';

export function ChangeKeyDialog({ apiKey, close }: { apiKey: Key; close: () => void }) {
  const { t } = useTranslation(['team', 'integrations']);
  const notify = useNotify();
  const { id } = apiKey;
  const [scopes, setScopes] = useState<Scope[] | null>(apiKey.scopes);
  const [isAsked, setAsked] = useState(false);
  const form = useApiForm<KeyValues, { name: string }>({
    values: { name: apiKey.name, ...valuesOf(apiKey) },
    send: ({ name, ...limits }) => {
      const { expires_at: end, ...body } = limitsBody(limits, scopes);
      // An end within a day stays what it is until another day is chosen.
      const changed = limits.until === valuesOf(apiKey).until ? {} : { expires_at: end };
      return patch('/api/v1/keys/{id}', { path: { id }, body: { name: name.trim(), ...body, ...changed } });
    },
    names: { allowed_ips: 'ips', expires_at: 'until' },
    after: ({ name }) => {
      close();
      notify(t('keys.saved', { name }));
    },
  });
  const isMissing = scopes?.length === 0;
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={t('keys.editTitle')}
      about={t('keys.editAbout')}
      action={t('keys.save')}
      variant="primary"
      busy={form.busy}
      error={form.refusal}
      onConfirm={() => {
        setAsked(true);
        if (!isMissing) void form.submit();
      }}
    >
      <Field label={t('integrations:keys.name')} error={form.errorOf('name')}>
        <Input autoComplete="off" maxLength={100} {...form.register('name', { required: true })} />
      </Field>
      <ScopesField
        chosen={scopes}
        onChange={setScopes}
        error={isAsked && isMissing ? t('keys.chooseOne') : null}
      />
      <PlaceAndEnd form={form} />
    </ConfirmDialog>
  );
}
