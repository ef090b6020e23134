import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { put } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Card } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { AccountDetails } from './account-details.ts';
import { useChangedElsewhere } from './changed-elsewhere.ts';
import { PlanChoice } from './plan-choice.tsx';
import { TermFields, type Terms, TermsChange, type TermValues, termsOf, termValues } from './terms.tsx';

export function FeePlanCard({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const format = useFormat();
  const valuesOf = (from: Terms) => termValues(from, format);
  const [asked, setAsked] = useState<Terms | null>(null);
  const { id, name, fee_plan: plan } = account;
  const form = useApiForm<TermValues, unknown>({
    values: valuesOf(plan),
    send: (values) => {
      sending(termsOf(values));
      return put('/api/v1/admin/accounts/{id}/fee-plan', {
        path: { id },
        body: { ...termsOf(values), expected: plan },
      });
    },
    after: () => notify(t('feePlan.done', { name })),
  });
  const sending = useChangedElsewhere(plan, () => {
    form.reset(valuesOf(plan));
    setAsked(null);
  });
  const ask = form.handleSubmit((values) => setAsked(termsOf(values)));
  return (
    <Card title={t('feePlan.title')}>
      <PlanChoice account={account} />
      <form onSubmit={ask} noValidate className="grid gap-4">
        <TermFields form={form} />
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
          about={<TermsChange before={plan} after={asked} />}
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
