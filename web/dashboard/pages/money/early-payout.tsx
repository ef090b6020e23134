import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { useDebounced } from '../../kit/debounce.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useApiForm } from '../../kit/form.ts';
import { useFormat } from '../../kit/format.ts';
import { MoneyInput } from '../../kit/money-input.tsx';
import { Facts } from '../../kit/page.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useNotify } from '../../kit/toast.tsx';

type Values = { amount: number | null };

const body = (amount: number | null) => (amount === null ? {} : { amount });

/** Installments paid out now for a fee. The price is shown before, and is the most that is taken. */
export function EarlyPayout() {
  const { t } = useTranslation('money');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button needs="withdrawals:write" onClick={() => setOpen(true)}>
        {t('early.open')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('early.title')} about={t('early.about')}>
        <EarlyPayoutForm after={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function EarlyPayoutForm({ after }: { after: () => void }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const notify = useNotify();
  const [amount, setAmount] = useState<number | null>(null);
  const asked = useDebounced(amount);
  const quote = useQuery({
    queryKey: ['early-payout', asked],
    queryFn: () => post('/api/v1/receivables/anticipations/quote', { body: body(asked), isQuestion: true }),
    retry: false,
  });
  const form = useApiForm<Values, { net_amount: number }>({
    values: { amount: null },
    send: () =>
      post('/api/v1/receivables/anticipations', {
        body: { ...body(asked), ...(quote.data && { max_fee: quote.data.fee }) },
      }),
    after: ({ net_amount: net }) => {
      notify(t('early.done', { amount: format.money(net) }));
      after();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate className="grid gap-4">
      <Field label={t('early.amount')} hint={t('early.amountHint')} error={form.errorOf('amount')} optional>
        <MoneyInput value={amount} onChange={setAmount} />
      </Field>
      {quote.error ? (
        <ErrorNotice
          error={quote.error}
          words={{ VALIDATION_ERROR: t('early.tooMuch'), INVALID_STATE: t('early.none') }}
        />
      ) : quote.data ? (
        <Facts
          facts={[
            [t('early.installments'), format.number(quote.data.installments_count)],
            [t('early.gross'), format.money(quote.data.amount)],
            [
              t('early.fee', { percent: format.percent(quote.data.monthly_percent / 100) }),
              format.money(-quote.data.fee),
            ],
            [t('early.reserve'), quote.data.reserve_amount > 0 && format.money(-quote.data.reserve_amount)],
            [t('early.net'), format.money(quote.data.net_amount)],
          ]}
        />
      ) : (
        <Skeleton width="100%" />
      )}
      {form.refusal && <ErrorNotice error={form.refusal} words={{ VALIDATION_ERROR: t('early.changed') }} />}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={form.busy} disabled={!quote.data || asked !== amount}>
          {quote.data ? t('early.confirm', { amount: format.money(quote.data.net_amount) }) : t('early.open')}
        </Button>
      </div>
    </form>
  );
}
