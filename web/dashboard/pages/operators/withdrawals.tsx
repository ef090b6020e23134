import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/session.ts';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { PaidDialog } from './paid-dialog.tsx';
import { PayerRefundsCard } from './payer-refunds-card.tsx';
import { usePaidByHand } from './providers-query.ts';
import { AccountCell, Approvals, AtBank, Decide, type Decision, Key, Receipt } from './withdrawal-cells.tsx';
import { ApproveDialog, RejectDialog } from './withdrawal-dialogs.tsx';

export type Withdrawal = Item<'/api/v1/admin/withdrawals'>;
type WithdrawalQuery = Query<'/api/v1/admin/withdrawals'>;

const STATUSES = ['pending', 'approved', 'rejected'] as const;
const REFRESH_MS = 15_000;

export function Page() {
  const { t } = useTranslation(['operators', 'common']);
  const { values, set } = useFilters(['status']);
  const [asked, setAsked] = useState<{ decision: Decision; withdrawal: Withdrawal } | null>(null);
  const status = STATUSES.find((each) => each === values.status) ?? 'pending';
  const pages = usePages(
    'withdrawals',
    (query: WithdrawalQuery) => get('/api/v1/admin/withdrawals', { query }),
    { status },
    { refetchMs: REFRESH_MS },
  );
  const columns = useColumns(status, (decision, withdrawal) => {
    setAsked({ decision, withdrawal });
    pages.retry();
  });
  // The current state: another operator may approve it while the dialog is open.
  const withdrawal = pages.rows?.find(({ id }) => id === asked?.withdrawal.id) ?? asked?.withdrawal;
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader title={t('withdrawals.title')} about={<About />} />
      <PayerRefundsCard />
      <Field label={t('common:fields.status')} className="max-w-52">
        <Select value={status} onChange={(event) => set({ status: event.target.value })}>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`withdrawals.status.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DataTable
        label={t('withdrawals.title')}
        columns={columns}
        pages={pages}
        idOf={(withdrawal) => withdrawal.id}
        filtered={status !== 'pending'}
        empty={
          <EmptyState drawing="money" title={t('withdrawals.emptyTitle')} text={t('withdrawals.emptyText')} />
        }
      />
      {withdrawal && asked && <DecisionDialog {...asked} withdrawal={withdrawal} onClose={close} />}
    </>
  );
}

const DIALOGS = { approve: ApproveDialog, pay: PaidDialog, reject: RejectDialog };

function DecisionDialog({
  decision,
  ...props
}: {
  decision: Decision;
  withdrawal: Withdrawal;
  onClose: () => void;
}) {
  const Dialog = DIALOGS[decision];
  return <Dialog {...props} />;
}

function About() {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const { two_person_above: bound } = useSession();
  const byHand = usePaidByHand();
  return (
    <>
      <p>{t(byHand ? 'withdrawals.aboutByHand' : 'withdrawals.about')}</p>
      {bound !== null && <p>{t('withdrawals.twoPeople', { amount: format.money(bound) })}</p>}
    </>
  );
}

function useColumns(
  status: (typeof STATUSES)[number],
  onDecide: (decision: Decision, withdrawal: Withdrawal) => void,
): Columns<Withdrawal> {
  const { t } = useTranslation(['operators', 'common']);
  const columns: Columns<Withdrawal> = [
    { header: t('common:fields.account'), cell: ({ row }) => <AccountCell withdrawal={row.original} /> },
    {
      header: t('withdrawals.amount'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.amount} />,
    },
    {
      header: t('withdrawals.key'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Key withdrawal={row.original} />,
    },
  ];
  if (status === 'rejected') {
    const cell = ({ row }: { row: { original: Withdrawal } }) => (
      <span className="wrap-anywhere">{row.original.reason}</span>
    );
    return [...columns, { header: t('withdrawals.reason'), cell }];
  }
  const approvals: Columns<Withdrawal>[number] = {
    header: t('withdrawals.approvals'),
    meta: { wideOnly: status === 'pending' },
    cell: ({ row }) => (
      <>
        <Approvals withdrawal={row.original} />
        <Receipt withdrawal={row.original} />
        {status !== 'pending' && <AtBank withdrawal={row.original} />}
      </>
    ),
  };
  if (status === 'approved') return [...columns, approvals];
  const decide: Columns<Withdrawal>[number] = {
    header: t('withdrawals.decide'),
    cell: ({ row }) => <Decide withdrawal={row.original} onDecide={onDecide} />,
  };
  return [...columns, approvals, decide];
}
