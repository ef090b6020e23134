import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { post } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { useBalance } from './balance-figures.tsx';

type Values = { amount: number | null; keyFrom: 'registered' | 'other'; pix_key: string };

export function WithdrawalForm({ after }: { after: () => void }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const notify = useNotify();
  const registered = useSession().account.payout_pix_key;
  const form = useApiForm<Values, { amount: number }>({
    values: { amount: null, keyFrom: registered ? 'registered' : 'other', pix_key: '' },
    // The registered key is sent too: it may have changed since the page was loaded.
    send: ({ amount, keyFrom, pix_key: key }) =>
      post('/api/v1/withdrawals', {
        body: {
          amount: amount ?? 0,
          pix_key: registered && keyFrom === 'registered' ? registered : key.trim(),
        },
      }),
    after: ({ amount }) => {
      notify(t('withdrawals.done', { amount: format.money(amount) }));
      after();
    },
  });
  const amount = form.watch('amount');
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <AmountField form={form} />
      <KeyFields form={form} registered={registered} />
      <p className="rounded-lg bg-hover p-3 text-small">{t('withdrawals.arrives')}</p>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy}>
          {amount ? t('withdrawals.submitAmount', { amount: format.money(amount) }) : t('withdrawals.submit')}
        </Button>
      </div>
    </form>
  );
}

function AmountField({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const available = useBalance().data?.available;
  return (
    <div className="grid gap-2">
      <Field
        label={t('withdrawals.amount')}
        error={form.errorOf('amount')}
        hint={
          available === undefined
            ? undefined
            : t('withdrawals.available', { amount: format.money(available) })
        }
      >
        <Controller
          control={form.control}
          name="amount"
          rules={{ validate: (value) => (value ?? 0) > 0 || t('withdrawals.amountRequired') }}
          render={({ field }) => <MoneyInput {...field} />}
        />
      </Field>
      {available !== undefined && available > 0 && (
        <Button
          className="justify-self-start"
          onClick={() => form.setValue('amount', available, { shouldValidate: true })}
        >
          {t('withdrawals.all')}
        </Button>
      )}
    </div>
  );
}

function KeyFields({ form, registered }: { form: ApiForm<Values>; registered: string | null }) {
  const { t } = useTranslation('money');
  const usesOther = !registered || form.watch('keyFrom') === 'other';
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-small font-semibold">{t('withdrawals.whereTo')}</legend>
      {registered ? (
        <>
          <Choice form={form} value="registered" label={t('withdrawals.registered')} detail={registered} />
          <Choice form={form} value="other" label={t('withdrawals.other')} />
        </>
      ) : (
        <p className="text-small text-quiet">
          {t('withdrawals.noKey')}{' '}
          <Link href="/settings" className="text-accent underline">
            {t('withdrawals.register')}
          </Link>
        </p>
      )}
      {usesOther && (
        <Field label={t('withdrawals.key')} hint={t('withdrawals.keyHint')} error={form.errorOf('pix_key')}>
          <Input {...form.register('pix_key', { required: true })} autoComplete="off" maxLength={100} />
        </Field>
      )}
    </fieldset>
  );
}

function Choice({
  form,
  value,
  label,
  detail,
}: {
  form: ApiForm<Values>;
  value: Values['keyFrom'];
  label: string;
  detail?: string;
}) {
  return (
    <label className="flex items-start gap-2">
      <input
        type="radio"
        value={value}
        {...form.register('keyFrom')}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span>
        {label}
        {detail && <span className="block font-mono text-small text-quiet wrap-anywhere">{detail}</span>}
      </span>
    </label>
  );
}
