import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get, put } from '../../api/client.ts';
import { useMay } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Card } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';

type Automatic = Answer<'/api/v1/account/automatic-withdrawals'>;
type Frequency = Automatic['frequency'];
type Weekday = NonNullable<Automatic['weekday']>;
type Values = {
  frequency: Frequency;
  weekday: Weekday;
  above_amount: number | null;
  keep_amount: number | null;
};

const FREQUENCIES: readonly Frequency[] = ['off', 'daily', 'weekly', 'above'];
const WEEKDAYS: readonly Weekday[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const),
];

/** Withdrawals that the gateway asks for by itself, to the registered key. */
export function AutomaticWithdrawals() {
  const { t } = useTranslation('money');
  const query = useQuery({
    queryKey: ['automatic-withdrawals'],
    queryFn: () => get('/api/v1/account/automatic-withdrawals'),
  });
  return (
    <Card title={t('automatic.title')}>
      <Loaded query={query} lines={4}>
        {(automatic) => <Settings key={JSON.stringify(automatic)} automatic={automatic} />}
      </Loaded>
    </Card>
  );
}

function Settings({ automatic }: { automatic: Automatic }) {
  const { t } = useTranslation('money');
  const key = useSession().account.payout_pix_key;
  const may = useMay();
  return (
    <>
      <p>{key ? t('automatic.about', { key }) : t('automatic.needsKey')}</p>
      {!key && (
        <Link href="/settings" className="text-accent underline">
          {t('withdrawals.register')}
        </Link>
      )}
      <State automatic={automatic} />
      {(key || automatic.frequency !== 'off') && may('withdrawals:write') && <Form automatic={automatic} />}
    </>
  );
}

function State({ automatic: { next_at: next, last } }: { automatic: Automatic }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  return (
    <>
      {next && <p className="text-small">{t('automatic.next', { at: format.instant(next) })}</p>}
      {last && (
        <p className="text-small text-quiet">
          {t('automatic.last', {
            day: format.day(last.day),
            outcome: t(`automatic.outcome.${last.outcome}`),
          })}
        </p>
      )}
    </>
  );
}

function Form({ automatic }: { automatic: Automatic }) {
  const { t } = useTranslation('money');
  const notify = useNotify();
  const form = useApiForm<Values, Automatic>({
    values: {
      frequency: automatic.frequency,
      weekday: automatic.weekday ?? 'monday',
      above_amount: automatic.above_amount,
      keep_amount: automatic.keep_amount || null,
    },
    send: ({ frequency, weekday, above_amount, keep_amount }) =>
      put('/api/v1/account/automatic-withdrawals', {
        body: {
          ...{ frequency, keep_amount },
          ...(frequency === 'weekly' && { weekday }),
          ...(frequency === 'above' && { above_amount }),
        },
      }),
    after: () => notify(t('automatic.done')),
  });
  const frequency = form.watch('frequency');
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={t('automatic.when')} error={form.errorOf('frequency')}>
          <Select {...form.register('frequency')}>
            {FREQUENCIES.map((each) => (
              <option key={each} value={each}>
                {t(`automatic.frequency.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        {frequency === 'weekly' && (
          <Field label={t('automatic.weekday')} error={form.errorOf('weekday')}>
            <Select {...form.register('weekday')}>
              {WEEKDAYS.map((each) => (
                <option key={each} value={each}>
                  {t(`automatic.weekdays.${each}`)}
                </option>
              ))}
            </Select>
          </Field>
        )}
        {frequency === 'above' && <Amount form={form} name="above_amount" />}
        {frequency !== 'off' && <Amount form={form} name="keep_amount" />}
      </div>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div>
        <Button type="submit" busy={form.busy}>
          {t('automatic.save')}
        </Button>
      </div>
    </form>
  );
}

function Amount({ form, name }: { form: ApiForm<Values>; name: 'above_amount' | 'keep_amount' }) {
  const { t } = useTranslation('money');
  const rules =
    name === 'above_amount'
      ? { validate: (value: number | null) => (value ?? 0) > 0 || t('automatic.aboveRequired') }
      : {};
  return (
    <Field label={t(`automatic.${name}`)} hint={t(`automatic.${name}_hint`)} error={form.errorOf(name)}>
      <Controller
        control={form.control}
        name={name}
        rules={rules}
        render={({ field }) => <MoneyInput {...field} />}
      />
    </Field>
  );
}
