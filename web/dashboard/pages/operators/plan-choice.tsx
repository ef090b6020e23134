import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, put } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field } from '../../kit/field.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { AccountDetails } from './account-details.ts';

const MAX_PLANS = 100;

/** The named plan of an account; an account may have fees of its own and stay with its plan. */
export function PlanChoice({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operatorWork');
  const current = account.named_fee_plan;
  const plans = useQuery({
    queryKey: ['fee-plans', 'all'],
    queryFn: () => get('/api/v1/admin/fee-plans', { query: { limit: MAX_PLANS } }),
  });
  const [asked, setAsked] = useState<string | null>(null);
  const known = plans.data?.data ?? [];
  if (known.length === 0) return null;
  return (
    <div className="grid gap-2 border-b pb-4">
      <div className="flex flex-wrap items-end gap-2">
        <Field label={t('plans.ofAccount')} className="min-w-52 grow">
          <Select value={current?.id ?? ''} onChange={(event) => setAsked(event.target.value)}>
            <option value="">{t('plans.none')}</option>
            {known.map((plan) => (
              <option key={plan.id} value={plan.id}>
                {plan.name}
              </option>
            ))}
          </Select>
        </Field>
        {current?.has_own_fees && <Button onClick={() => setAsked(current.id)}>{t('plans.back')}</Button>}
      </div>
      {current?.has_own_fees && (
        <p className="flex flex-wrap items-center gap-2 text-small text-quiet">
          <Badge tone="note">{t('plans.own')}</Badge>
          {t('plans.ownText', { name: current.name })}
        </p>
      )}
      {asked !== null && (
        <AssignDialog
          account={account}
          planId={asked || null}
          planName={known.find(({ id }) => id === asked)?.name ?? ''}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function AssignDialog({
  account: { id, name },
  planId,
  planName,
  onClose,
}: {
  account: AccountDetails;
  planId: string | null;
  planName: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('operatorWork');
  const notify = useNotify();
  const assign = useSend(
    () => put('/api/v1/admin/accounts/{id}/named-fee-plan', { path: { id }, body: { fee_plan_id: planId } }),
    () => {
      onClose();
      notify(t('plans.assigned', { name }));
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('plans.assignTitle', { name })}
      about={planId === null ? t('plans.leaveAbout') : t('plans.assignAbout', { plan: planName })}
      action={t('plans.assign')}
      variant="primary"
      busy={assign.isPending}
      error={assign.error}
      onConfirm={() => assign.mutate(undefined)}
    />
  );
}
