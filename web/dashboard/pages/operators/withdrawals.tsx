import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { Field, Select } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { ApproveDialog, RejectDialog } from './withdrawal-dialogs.tsx';

export type Withdrawal = Item<'/api/v1/admin/withdrawals'>;
type WithdrawalQuery = Query<'/api/v1/admin/withdrawals'>;
type Decision = 'approve' | 'reject';

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
  const columns = useColumns(status, (decision, withdrawal) => setAsked({ decision, withdrawal }));
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader title={t('withdrawals.title')} about={<About />} />
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
        empty={<EmptyState title={t('withdrawals.emptyTitle')} text={t('withdrawals.emptyText')} />}
      />
      {asked?.decision === 'approve' && <ApproveDialog withdrawal={asked.withdrawal} onClose={close} />}
      {asked?.decision === 'reject' && <RejectDialog withdrawal={asked.withdrawal} onClose={close} />}
    </>
  );
}

function About() {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const { two_person_above: bound } = useSession();
  return (
    <>
      <p>{t('withdrawals.about')}</p>
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
      cell: ({ row }) => (
        <code className="block min-w-40 font-mono text-small wrap-anywhere">{row.original.pix_key}</code>
      ),
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
    cell: ({ row }) => <Approvals withdrawal={row.original} />,
  };
  if (status === 'approved') return [...columns, approvals];
  const decide: Columns<Withdrawal>[number] = {
    header: t('withdrawals.decide'),
    cell: ({ row }) => <Decide withdrawal={row.original} onDecide={onDecide} />,
  };
  return [...columns, approvals, decide];
}

/** On a phone the amount stands here too: the columns left are few. */
function AccountCell({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <div className="grid gap-0.5">
      <Link
        href={`/admin/accounts/${withdrawal.account_id}`}
        className="font-medium wrap-anywhere hover:underline"
      >
        {withdrawal.account_name}
      </Link>
      <span className="md:hidden">
        <Money value={withdrawal.amount} />
      </span>
      <span className="text-small text-quiet">
        <Instant at={withdrawal.created_at} />
      </span>
    </div>
  );
}

function Approvals({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(['operators', 'common']);
  const format = useFormat();
  const { approvals, approvals_needed: needed, status } = withdrawal;
  if (approvals.length === 0 && (status !== 'pending' || needed === 1)) return t('common:fields.none');
  return (
    <div className="grid min-w-36 gap-0.5">
      {status === 'pending' && (
        <span className="font-medium">{t('withdrawals.count', { given: approvals.length, needed })}</span>
      )}
      {approvals.map(({ operator_email: email, at }) => (
        <span key={email} className="text-small text-quiet wrap-anywhere">
          {t('withdrawals.by', { email, at: format.instant(at) })}
        </span>
      ))}
    </div>
  );
}

function Decide({
  withdrawal,
  onDecide,
}: {
  withdrawal: Withdrawal;
  onDecide: (decision: Decision, withdrawal: Withdrawal) => void;
}) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const { user } = useSession();
  const words = { amount: format.money(withdrawal.amount), account: withdrawal.account_name };
  const isMine = withdrawal.approvals.some(({ operator_email: email }) => email === user.email);
  return (
    <div className="grid w-30 gap-2 md:w-60 md:grid-cols-2">
      {isMine ? (
        <p className="text-small text-note">{t('withdrawals.mine')}</p>
      ) : (
        <Button
          aria-label={t('withdrawals.approveOf', words)}
          onClick={() => onDecide('approve', withdrawal)}
        >
          {t('withdrawals.approve')}
        </Button>
      )}
      <Button
        look="quiet"
        aria-label={t('withdrawals.rejectOf', words)}
        onClick={() => onDecide('reject', withdrawal)}
      >
        {t('withdrawals.reject')}
      </Button>
    </div>
  );
}
