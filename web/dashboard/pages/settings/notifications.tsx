import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get, patch } from '../../api/client.ts';
import { useMay } from '../../api/permissions.tsx';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Checkbox, Field, Input } from '../../kit/field.tsx';
import { type ApiForm, useApiForm } from '../../kit/form.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';

type Settings = Answer<'/api/v1/account/notifications'>;
type SwitchName = Extract<keyof Settings, `${string}_to_${string}`>;
type Values = Record<SwitchName, boolean> & {
  reminder_days: string[];
  sender_name: string;
  reply_to: string;
};

/** Of the days that the API knows, those that sellers ask for. */
const DAYS = [-7, -3, -1, 0, 1, 3, 7, 15] as const;

export function Page() {
  const { t } = useTranslation('notifications');
  const { mail } = useSession();
  const query = useQuery({
    queryKey: ['notification-settings'],
    queryFn: () => get('/api/v1/account/notifications'),
  });
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      {mail === 'off' && (
        <p role="status" className="rounded-lg bg-note-ground p-4 text-note">
          {t('off')}
        </p>
      )}
      <Loaded query={query}>{(settings) => <SettingsForm settings={settings} />}</Loaded>
      <p>
        <Link href="/outbox" className="text-accent underline underline-offset-4">
          {t('log.all')}
        </Link>
      </p>
    </>
  );
}

function valuesOf({ sender_name, reply_to, reminder_days, ...rest }: Settings): Values {
  const { object: _, sent_as, replies_to, ...switches } = rest;
  return {
    ...switches,
    reminder_days: reminder_days.map(String),
    sender_name: sender_name ?? '',
    reply_to: reply_to ?? '',
  };
}

function SettingsForm({ settings }: { settings: Settings }) {
  const { t } = useTranslation('notifications');
  const notify = useNotify();
  const may = useMay();
  const hidden = settings.reminder_days.filter((day) => !DAYS.some((each) => each === day));
  const form = useApiForm<Values, Settings>({
    values: valuesOf(settings),
    send: ({ reminder_days: days, sender_name: name, reply_to: replyTo, ...switches }) =>
      patch('/api/v1/account/notifications', {
        body: {
          ...switches,
          // Days that a program chose and this page does not show stay.
          reminder_days: [...days.map(Number), ...hidden],
          sender_name: name.trim() || null,
          reply_to: replyTo.trim() || null,
        },
      }),
    after: () => notify(t('saved')),
  });
  return (
    <form className="grid min-w-0 gap-6" onSubmit={form.submit} noValidate>
      <fieldset disabled={!may('account:write')} className="grid min-w-0 items-start gap-6 xl:grid-cols-2">
        <PayerCard form={form} />
        <div className="grid min-w-0 gap-6">
          <SellerCard form={form} />
          <SenderCard form={form} settings={settings} />
        </div>
      </fieldset>
      {form.refusal && <ErrorNotice error={form.refusal} />}
      <div>
        <Button needs="account:write" type="submit" variant="primary" busy={form.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function PayerCard({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation('notifications');
  const isReminding = form.watch('reminders_to_payer');
  return (
    <Card title={t('payer.title')}>
      <p className="text-quiet">{t('payer.about')}</p>
      <Checkbox
        label={t('payer.boleto_to_payer')}
        hint={t('payer.boletoHint')}
        {...form.register('boleto_to_payer')}
      />
      <Checkbox
        label={t('payer.charge_to_payer')}
        hint={t('payer.chargeHint')}
        {...form.register('charge_to_payer')}
      />
      <Checkbox
        label={t('payer.receipt_to_payer')}
        hint={t('payer.receiptHint')}
        {...form.register('receipt_to_payer')}
      />
      <Checkbox
        label={t('payer.refund_to_payer')}
        hint={t('payer.refundHint')}
        {...form.register('refund_to_payer')}
      />
      <Checkbox
        label={t('payer.reminders_to_payer')}
        hint={t('payer.remindersHint')}
        {...form.register('reminders_to_payer')}
      />
      {/* Hidden, not left out: the chosen days stay chosen. */}
      <fieldset className="ms-6 grid gap-2" hidden={!isReminding}>
        <legend className="mb-2 font-medium">{t('payer.days')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {DAYS.map((day) => (
            <Checkbox
              key={day}
              value={String(day)}
              label={
                day === 0
                  ? t('payer.onDay')
                  : t(day < 0 ? 'payer.before' : 'payer.after', { count: Math.abs(day) })
              }
              {...form.register('reminder_days')}
            />
          ))}
        </div>
      </fieldset>
    </Card>
  );
}

function SellerCard({ form }: { form: ApiForm<Values> }) {
  const { t } = useTranslation('notifications');
  const { account } = useSession();
  return (
    <Card title={t('seller.title')}>
      <p className="text-quiet wrap-anywhere">{t('seller.about', { email: account.email })}</p>
      <Checkbox
        label={t('seller.payments_to_seller')}
        hint={t('seller.paymentsHint')}
        {...form.register('payments_to_seller')}
      />
      <Checkbox label={t('seller.refunds_to_seller')} {...form.register('refunds_to_seller')} />
      <Checkbox
        label={t('seller.disputes_to_seller')}
        hint={t('seller.disputesHint')}
        {...form.register('disputes_to_seller')}
      />
      <Checkbox label={t('seller.withdrawals_to_seller')} {...form.register('withdrawals_to_seller')} />
    </Card>
  );
}

function SenderCard({ form, settings }: { form: ApiForm<Values>; settings: Settings }) {
  const { t } = useTranslation('notifications');
  const { account } = useSession();
  const name = form.watch('sender_name').trim();
  const shown = name
    ? `${name} via Guichê`
    : settings.sender_name
      ? `${account.page_name ?? account.name} via Guichê`
      : settings.sent_as;
  return (
    <Card title={t('sender.title')}>
      <p className="text-quiet wrap-anywhere">{t('sender.about', { name: shown })}</p>
      <Field
        label={t('sender.name')}
        optional
        hint={t('sender.nameHint')}
        error={form.errorOf('sender_name')}
      >
        <Input maxLength={60} autoComplete="organization" {...form.register('sender_name')} />
      </Field>
      <Field
        label={t('sender.replyTo')}
        optional
        hint={t('sender.replyToHint', { email: account.email })}
        error={form.errorOf('reply_to')}
      >
        <Input type="email" autoComplete="email" {...form.register('reply_to')} />
      </Field>
    </Card>
  );
}
