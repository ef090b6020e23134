import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSandbox } from '../../api/session.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Closed, useClosedReason } from '../../kit/closed.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { ListExport } from '../../kit/list-export.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { AutomaticWithdrawals } from './automatic-withdrawals.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';
import { ReturnTool, WithdrawalTools } from './withdrawal-tools.tsx';

type Withdrawal = Item<'/api/v1/withdrawals'>;

const STATUSES = ['pending', 'approved', 'rejected'] as const;
const TONES: Record<Withdrawal['status'], Tone> = { pending: 'note', approved: 'good', rejected: 'bad' };
/** Decisions are made elsewhere: the page polls for them. */
const REFRESH_MS = 10_000;

export function Page() {
  const { t } = useTranslation(['money', 'common']);
  const [isAsking, setAsking] = useState(false);
  const reason = useClosedReason();
  const filters = useFilters(['status']);
  const status = STATUSES.find((each) => each === filters.values.status);
  const pages = usePages(
    'withdrawals',
    (query) => get('/api/v1/withdrawals', { query }),
    status ? { status } : {},
    { refetchMs: REFRESH_MS },
  );
  const isNew = pages.isEmpty && !filters.active;
  return (
    <>
      <PageHeader title={t('money:withdrawals.title')} about={t('money:withdrawals.about')}>
        {!isNew && <ListExport path="/api/v1/withdrawals/export" query={{ status }} />}
        {reason === null && (
          <Button variant="primary" needs="withdrawals:write" onClick={() => setAsking(true)}>
            {t('money:withdrawals.request')}
          </Button>
        )}
      </PageHeader>
      {reason !== null && <Closed title={t('money:withdrawals.closed')} reason={reason} />}
      <BalanceFigures />
      {!isNew && (
        <Field label={t('common:fields.status')} className="w-48">
          <Select value={status ?? ''} onChange={(event) => filters.set({ status: event.target.value })}>
            <option value="">{t('common:fields.all')}</option>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {t(`money:withdrawals.status.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <DataTable
        label={t('money:withdrawals.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        filtered={filters.active}
        empty={
          <EmptyState
            drawing="money"
            title={t('money:withdrawals.empty')}
            text={t('money:withdrawals.emptyText')}
          />
        }
      />
      <AutomaticWithdrawals />
      <Dialog open={isAsking} onOpenChange={setAsking} title={t('money:withdrawals.request')}>
        <WithdrawalForm after={() => setAsking(false)} />
      </Dialog>
    </>
  );
}

function useColumns(): Columns<Withdrawal> {
  const { t } = useTranslation(['money', 'common']);
  return [
    {
      header: t('money:withdrawals.requested'),
      cell: ({ row }) => (
        <div className="max-md:min-w-36">
          <span className="block font-medium md:hidden">
            <Money value={row.original.amount} />
          </span>
          <Instant at={row.original.created_at} />
          <span className="block text-small text-quiet wrap-anywhere md:hidden">{row.original.pix_key}</span>
        </div>
      ),
    },
    {
      header: t('money:withdrawals.key'),
      meta: { wideOnly: true },
      cell: ({ row }) => <span className="wrap-anywhere">{row.original.pix_key}</span>,
    },
    {
      header: t('common:fields.status'),
      cell: ({ row }) => <Status withdrawal={row.original} />,
    },
    {
      header: t('common:fields.value'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.amount} />,
    },
  ];
}

function Status({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('money');
  const isSandbox = useSandbox();
  const { status, reason } = withdrawal;
  return (
    <div className="grid justify-items-start gap-1">
      <Badge tone={TONES[status]}>{t(`withdrawals.status.${status}`)}</Badge>
      {status === 'rejected' && (
        <div className="text-small text-quiet wrap-anywhere">
          {reason && <p>{t('withdrawals.rejectedBecause', { reason })}</p>}
          <p>{t('withdrawals.backInBalance')}</p>
        </div>
      )}
      <AtBank withdrawal={withdrawal} />
      {isSandbox && status === 'pending' && withdrawal.payout_state === null && (
        <WithdrawalTools id={withdrawal.id} amount={withdrawal.amount} />
      )}
      {isSandbox && status === 'approved' && withdrawal.returned_amount < withdrawal.amount && (
        <ReturnTool
          id={withdrawal.id}
          left={Math.round((withdrawal.amount - withdrawal.returned_amount) * 100) / 100}
        />
      )}
    </div>
  );
}

/** Where it is at the bank, the id of its payment, and what came back. */
function AtBank({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('money');
  const format = useFormat();
  const { status, payout_state: state, end_to_end_id: id, returned_amount: returned } = withdrawal;
  return (
    <>
      {status === 'pending' && (state === 'sending' || state === 'awaiting_approval') && (
        <p className="text-small text-quiet">{t(`withdrawals.atBank.${state}`)}</p>
      )}
      {id && <p className="text-small text-quiet wrap-anywhere">{t('withdrawals.endToEnd', { id })}</p>}
      {returned > 0 && (
        <p className="text-small text-note">
          {t('withdrawals.returned', { amount: format.money(returned) })}
        </p>
      )}
    </>
  );
}
