import { useState } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { put } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Card } from '../../kit/page.tsx';
import { PercentField } from '../../kit/percent-input.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { readPercent } from '../../kit/written-percent.ts';
import type { AccountDetails } from './account-details.ts';
import { useChangedElsewhere } from './changed-elsewhere.ts';

type FeePlan = AccountDetails['fee_plan'];
type Values = { percent: string; fixed: number | null; reserve_percent: string; reserve_days: string };

const MAX_DAYS = 3_650;

/** The form's values as the API accepts them; the form has validated them. */
function planOf(values: Values): FeePlan {
  return {
    percent: readPercent(values.percent) ?? 0,
    fixed: values.fixed ?? 0,
    reserve_percent: readPercent(values.reserve_percent) ?? 0,
    reserve_days: Number(values.reserve_days),
  };
}

export function FeePlanCard({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const format = useFormat();
  const valuesOf = (from: FeePlan): Values => ({
    percent: format.number(from.percent),
    fixed: from.fixed,
    reserve_percent: format.number(from.reserve_percent),
    reserve_days: String(from.reserve_days),
  });
  const [asked, setAsked] = useState<FeePlan | null>(null);
  const { id, name, fee_plan: plan } = account;
  const form = useApiForm<Values, unknown>({
    values: valuesOf(plan),
    send: (values) => {
      sending(planOf(values));
      return put('/api/v1/admin/accounts/{id}/fee-plan', {
        path: { id },
        body: { ...planOf(values), expected: plan },
      });
    },
    after: () => notify(t('feePlan.done', { name })),
  });
  const sending = useChangedElsewhere(plan, () => {
    form.reset(valuesOf(plan));
    setAsked(null);
  });
  const ask = form.handleSubmit((values) => setAsked(planOf(values)));
  return (
    <Card title={t('feePlan.title')}>
      <form onSubmit={ask} noValidate className="grid gap-4">
        <FeePlanFields form={form} />
        <p className="text-small text-quiet">{t('feePlan.note')}</p>
        {form.refusal && <ErrorNotice error={form.refusal} />}
        <div>
          <Button type="submit">{t('feePlan.save')}</Button>
        </div>
      </form>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={t('feePlan.ask', { name })}
          about={<PlanChange before={plan} after={asked} />}
          action={t('feePlan.save')}
          variant="primary"
          busy={form.busy}
          error={null}
          onConfirm={() => void form.submit().then(() => setAsked(null))}
        />
      )}
    </Card>
  );
}

function FeePlanFields({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation('operators');
  const isDays = (text: string) =>
    (/^\d{1,4}$/.test(text.trim()) && Number(text) <= MAX_DAYS) || t('feePlan.badDays');
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PercentField form={form} name="percent" label={t('feePlan.percent')} />
      <Field label={t('feePlan.fixed')} error={form.errorOf('fixed')}>
        <Controller
          control={form.control}
          name="fixed"
          render={({ field: { value, onChange, onBlur, ref } }) => (
            <MoneyInput value={value} onChange={onChange} onBlur={onBlur} ref={ref} />
          )}
        />
      </Field>
      <PercentField form={form} name="reserve_percent" label={t('feePlan.reservePercent')} />
      <Field label={t('feePlan.reserveDays')} error={form.errorOf('reserve_days')}>
        <Input inputMode="numeric" {...form.register('reserve_days', { validate: isDays })} />
      </Field>
    </div>
  );
}

function PlanChange({ before, after }: { before: FeePlan; after: FeePlan }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const written = (plan: FeePlan) =>
    t('feePlan.plan', {
      percent: format.percent(plan.percent / 100),
      fixed: format.money(plan.fixed),
      reserve: format.percent(plan.reserve_percent / 100),
      days: t('feePlan.days', { count: plan.reserve_days }),
    });
  return (
    <div className="grid gap-2">
      <p>{t('feePlan.now', { plan: written(before) })}</p>
      <p className="font-medium text-text">{t('feePlan.after', { plan: written(after) })}</p>
      <p>{t('feePlan.note')}</p>
    </div>
  );
}
