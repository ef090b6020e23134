import type { Path } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, Input } from '../../kit/field.tsx';
import type { ApiForm } from '../../kit/form.ts';
import { Select } from '../../kit/select.tsx';
import { EventsField } from './events-field.tsx';

export type WebhookValues = {
  url: string;
  events: string[];
  secret: string;
  retry_policy: 'standard' | 'extended';
};

/** The fields of a webhook. The secret can be set only on creation. */
export function WebhookFields({ form, isNew }: { form: ApiForm<WebhookValues>; isNew: boolean }) {
  const { t } = useTranslation('integrations');
  const events: Path<WebhookValues> = 'events';
  return (
    <>
      <Field label={t('webhooks.url')} hint={t('webhooks.urlHint')} error={form.errorOf('url')}>
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          placeholder="https://"
          maxLength={2048}
          {...form.register('url', { required: true })}
        />
      </Field>
      <EventsField
        chosen={form.watch(events) as string[]}
        onChange={(chosen) => form.setValue(events, chosen, { shouldValidate: form.formState.isSubmitted })}
        error={form.errorOf(events)}
      />
      <Field label={t('webhooks.retry')} hint={t('webhooks.retryHint')}>
        <Select {...form.register('retry_policy')}>
          <option value="standard">{t('webhooks.retries.standard')}</option>
          <option value="extended">{t('webhooks.retries.extended')}</option>
        </Select>
      </Field>
      {isNew && (
        <Field
          label={t('webhooks.secret')}
          optional
          hint={t('webhooks.secretHint')}
          error={form.errorOf('secret')}
        >
          <Input autoComplete="off" spellCheck={false} maxLength={128} {...form.register('secret')} />
        </Field>
      )}
    </>
  );
}

/** A webhook needs at least one event; checked before sending. */
export function registerEvents(form: ApiForm<WebhookValues>, message: string): void {
  form.register('events', { validate: (chosen) => chosen.length > 0 || message });
}
