import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { AccountDetails } from './account-details.ts';
import { useChangedElsewhere } from './changed-elsewhere.ts';

type Limits = AccountDetails['limits'];
const NAMES = ['general', 'charges', 'webhooks'] as const;
type Values = Record<(typeof NAMES)[number], string>;

const MAX_PER_MINUTE = 1_000_000;

/** An empty field is the gateway's default. */
function limitOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function limitsOf(values: Values): Limits {
  return {
    general: limitOf(values.general),
    charges: limitOf(values.charges),
    webhooks: limitOf(values.webhooks),
  };
}

function valuesOf(limits: Limits): Values {
  return {
    general: String(limits.general ?? ''),
    charges: String(limits.charges ?? ''),
    webhooks: String(limits.webhooks ?? ''),
  };
}

export function LimitsCard({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const [asked, setAsked] = useState<Limits | null>(null);
  const { id, name, limits } = account;
  const form = useApiForm<Values, unknown>({
    values: valuesOf(limits),
    send: (values) => {
      sending(limitsOf(values));
      return put('/api/v1/admin/accounts/{id}/limits', {
        path: { id },
        body: { ...limitsOf(values), expected: limits },
      });
    },
    after: () => notify(t('limits.done', { name })),
  });
  const sending = useChangedElsewhere(limits, () => {
    form.reset(valuesOf(limits));
    setAsked(null);
  });
  const isLimit = (text: string) =>
    (/^\d{0,7}$/.test(text.trim()) && Number(text) <= MAX_PER_MINUTE) || t('limits.bad');
  const ask = form.handleSubmit((values) => setAsked(limitsOf(values)));
  return (
    <Card title={t('limits.title')}>
      <form onSubmit={ask} noValidate className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-3">
          {NAMES.map((each) => (
            <Field key={each} label={t(`limits.${each}`)} error={form.errorOf(each)}>
              <Input
                inputMode="numeric"
                placeholder={t('limits.own')}
                {...form.register(each, { validate: isLimit })}
              />
            </Field>
          ))}
        </div>
        <p className="text-small text-quiet">{t('limits.note')}</p>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div>
          <Button type="submit">{t('limits.save')}</Button>
        </div>
      </form>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={t('limits.ask', { name })}
          about={<LimitsChange before={limits} after={asked} />}
          action={t('limits.save')}
          variant="primary"
          busy={form.busy}
          error={null}
          onConfirm={() => void form.submit().then(() => setAsked(null))}
        />
      )}
    </Card>
  );
}

function LimitsChange({ before, after }: { before: Limits; after: Limits }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const written = (limit: number | null) => {
    if (limit === null) return t('limits.own');
    return limit === 0 ? t('limits.none') : format.number(limit);
  };
  const changed = NAMES.filter((name) => before[name] !== after[name]);
  if (changed.length === 0) return <p>{t('limits.unchanged')}</p>;
  return (
    <div className="grid gap-2">
      {changed.map((name) => (
        <p key={name} className="font-medium text-text">
          {t('limits.line', {
            name: t(`limits.${name}`),
            before: written(before[name]),
            after: written(after[name]),
          })}
        </p>
      ))}
      <p>{t('limits.when')}</p>
    </div>
  );
}
