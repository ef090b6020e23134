import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { useNotify } from '../../kit/toast.tsx';
import type { Charge } from './charge.ts';

/** What is held on the card can be taken now. */
export function mayCapture({ status, authorization }: Charge): boolean {
  return status === 'PENDING' && authorization?.status === 'authorized';
}

/** Whole or in part, once. What the acquirer says later is shown on the page. */
export function CaptureDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation(['charges', 'common']);
  const format = useFormat();
  const notify = useNotify();
  const held = charge.authorization?.value ?? 0;
  const form = useApiForm<{ amount: number | null }, Charge>({
    values: { amount: held },
    send: ({ amount }) =>
      post('/api/v1/charges/{id}/capture', {
        path: { id: charge.id },
        body: amount === held ? {} : { amount: amount ?? 0 },
      }),
    after: ({ authorization, paid_value }) => {
      onClose();
      const became = authorization?.status === 'captured' ? 'done' : authorization?.status;
      const amount = format.money(paid_value ?? held);
      notify(t(`capture.${became === 'done' || became === 'capturing' ? became : 'refused'}`, { amount }));
    },
  });
  const amount = form.watch('amount');
  const check = (wanted: number | null) => {
    if (!wanted) return t('capture.amountRequired');
    return wanted <= held || t('capture.tooMuch', { held: format.money(held) });
  };
  return (
    <Dialog
      open
      onOpenChange={(wanted) => wanted || onClose()}
      title={t('capture.title')}
      about={t('capture.about')}
    >
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <Field
          label={t('capture.amount')}
          hint={t('capture.held', { held: format.money(held) })}
          error={form.errorOf('amount')}
        >
          <Controller
            control={form.control}
            name="amount"
            rules={{ validate: check, onChange: form.clearRefusal }}
            render={({ field }) => <MoneyInput {...field} />}
          />
        </Field>
        {form.refusal && !form.errorOf('amount') && <ErrorNotice error={form.refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:actions.back')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {amount ? t('capture.confirm', { amount: format.money(amount) }) : t('capture.open')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
