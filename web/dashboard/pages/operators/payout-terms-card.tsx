import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { type Answer, get, put } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { AccountDetails } from './account-details.ts';

type Terms = Answer<'/api/v1/admin/accounts/{id}/payout-terms'>;
type Values = {
  payout_to: 'gateway' | 'own' | 'any';
  automatic_up_to: number | null;
  automatic_per_day: number | null;
};

const AMOUNTS = ['automatic_up_to', 'automatic_per_day'] as const;

/** To whose keys banks pay the withdrawals of an account, and what they pay without approval. */
export function PayoutTermsCard({ account }: { account: AccountDetails }) {
  const { t } = useTranslation('operatorWork');
  const { id } = account;
  const query = useQuery({
    queryKey: ['payout-terms', id],
    queryFn: () => get('/api/v1/admin/accounts/{id}/payout-terms', { path: { id } }),
  });
  return (
    <Card title={t('payoutTerms.title')}>
      <Loaded query={query} lines={5}>
        {(terms) => <Form key={JSON.stringify(terms)} account={account} terms={terms} />}
      </Loaded>
    </Card>
  );
}

function Form({ account: { id, name }, terms }: { account: AccountDetails; terms: Terms }) {
  const { t } = useTranslation('operatorWork');
  const notify = useNotify();
  const { payout_to, automatic_up_to, automatic_per_day } = terms;
  const form = useApiForm<Values, Terms>({
    values: { payout_to: payout_to ?? 'gateway', automatic_up_to, automatic_per_day },
    send: (values) =>
      put('/api/v1/admin/accounts/{id}/payout-terms', {
        path: { id },
        body: {
          payout_to: values.payout_to === 'gateway' ? null : values.payout_to,
          automatic_up_to: values.automatic_up_to,
          automatic_per_day: values.automatic_per_day,
          expected: { payout_to, automatic_up_to, automatic_per_day },
        },
      }),
    after: () => notify(t('payoutTerms.done', { name })),
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <Field label={t('payoutTerms.to')} error={form.errorOf('payout_to')}>
        <Select {...form.register('payout_to')}>
          <option value="gateway">{t('payoutTerms.gateway')}</option>
          <option value="own">{t('payoutTerms.own')}</option>
          <option value="any">{t('payoutTerms.any')}</option>
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {AMOUNTS.map((each) => (
          <Field key={each} label={t(`payoutTerms.${each}`)} error={form.errorOf(each)}>
            <Controller
              control={form.control}
              name={each}
              render={({ field }) => <MoneyInput {...field} placeholder={t('payoutTerms.gatewayAmount')} />}
            />
          </Field>
        ))}
      </div>
      <InForce terms={terms} />
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div>
        <Button type="submit" busy={form.busy}>
          {t('payoutTerms.save')}
        </Button>
      </div>
    </form>
  );
}

function InForce({ terms: { in_force: now } }: { terms: Terms }) {
  const { t } = useTranslation('operatorWork');
  const format = useFormat();
  const { automatic_up_to: upTo, automatic_per_day: perDay } = now;
  return (
    <p className="text-small text-quiet">
      {t(now.payout_to === 'any' ? 'payoutTerms.nowAny' : 'payoutTerms.nowOwn')}{' '}
      {upTo === null || perDay === null
        ? t('payoutTerms.nowNone')
        : t('payoutTerms.nowUpTo', { amount: format.money(upTo), day: format.money(perDay) })}
    </p>
  );
}
