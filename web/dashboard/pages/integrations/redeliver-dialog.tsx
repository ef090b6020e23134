import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { useSend } from '../../api/send.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { dayFrom, endOfDay, startOfDay } from '../../kit/days.ts';
import { ConfirmDialog } from '../../kit/dialog.tsx';
import { Field } from '../../kit/field.tsx';
import { Select } from '../../kit/select.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { useWebhooks } from './find-webhook.ts';

type Range = { from: string; to: string; webhook_id: string };

/** The API resends a batch per call and says whether more are left. */
async function redeliverAll({ from, to, webhook_id: webhookId }: Range, onCount: (count: number) => void) {
  const body = {
    from: startOfDay(from) ?? '',
    to: endOfDay(to) ?? null,
    webhook_id: webhookId || null,
  };
  let total = 0;
  for (let more = true; more; ) {
    const answer = await post('/api/v1/deliveries/redeliver', { body });
    total += answer.redelivered;
    more = answer.has_more;
    onCount(total);
  }
  return total;
}

export function RedeliverDialog({ close }: { close: () => void }) {
  const { t } = useTranslation(['integrations', 'common']);
  const notify = useNotify();
  const webhooks = useWebhooks();
  const now = useNow();
  const [range, setRange] = useState<Range>({ from: dayFrom(now(), -7), to: dayFrom(now()), webhook_id: '' });
  const [count, setCount] = useState(0);
  const change = (part: Partial<Range>) => setRange({ ...range, ...part });
  const redeliver = useSend(
    (wanted: Range) => redeliverAll(wanted, setCount),
    (total) => {
      notify(t('redeliver.done', { count: total }));
      close();
    },
  );
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('redeliver.manyTitle')}
      about={t('redeliver.manyText')}
      action={t('redeliver.many')}
      variant="primary"
      busy={redeliver.isPending}
      error={redeliver.error}
      onConfirm={() => redeliver.mutate(range)}
    >
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('common:fields.from')}>
          <DateInput value={range.from} onChange={({ target }) => change({ from: target.value })} />
        </Field>
        <Field label={t('common:fields.to')}>
          <DateInput
            min={range.from}
            value={range.to}
            onChange={({ target }) => change({ to: target.value })}
          />
        </Field>
      </div>
      <Field label={t('webhooks.one')}>
        <Select value={range.webhook_id} onChange={({ target }) => change({ webhook_id: target.value })}>
          <option value="">{t('redeliver.everyTarget')}</option>
          {webhooks.data?.map(({ id, url }) => (
            <option key={id} value={id}>
              {url}
            </option>
          ))}
        </Select>
      </Field>
      {redeliver.isPending && <p role="status">{t('redeliver.progress', { count })}</p>}
    </ConfirmDialog>
  );
}
