import { useTranslation } from 'react-i18next';
import { patch } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { Button } from '../../kit/button.tsx';
import { DateInput } from '../../kit/date-input.tsx';
import { useDayRule } from '../../kit/day-rule.ts';
import { dayFrom } from '../../kit/days.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { useNotify } from '../../kit/toast.tsx';
import type { Charge } from './charge.ts';

/** Only of a pending boleto that has been registered, one change at a time. */
export function mayChangeDueDate({ status, boleto }: Charge): boolean {
  return (
    status === 'PENDING' && boleto?.status === 'registered' && boleto.due_date_change?.status !== 'pending'
  );
}

/** What the bank says is shown on the page, also when it says it later. */
export function DueDateDialog({ charge, onClose }: { charge: Charge; onClose: () => void }) {
  const { t } = useTranslation(['charges', 'common']);
  const format = useFormat();
  const now = useNow();
  const isDay = useDayRule();
  const notify = useNotify();
  const form = useApiForm<{ due_date: string }, Charge>({
    values: { due_date: charge.boleto?.due_date ?? '' },
    send: ({ due_date }) => patch('/api/v1/charges/{id}', { path: { id: charge.id }, body: { due_date } }),
    after: ({ boleto }) => {
      onClose();
      const became = boleto?.due_date_change?.status ?? 'done';
      notify(t(`dueDate.${became}`, { day: format.day(boleto?.due_date ?? '') }));
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(wanted) => wanted || onClose()}
      title={t('dueDate.title')}
      about={t('dueDate.about')}
    >
      <form className="grid gap-4" onSubmit={form.submit} noValidate>
        <Field label={t('dueDate.field')} error={form.errorOf('due_date')}>
          <DateInput
            min={dayFrom(now())}
            {...form.register('due_date', { required: true, validate: isDay, onChange: form.clearRefusal })}
          />
        </Field>
        {form.refusal && !form.errorOf('due_date') && <ErrorNotice error={form.refusal} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('common:actions.back')}</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {t('dueDate.confirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
