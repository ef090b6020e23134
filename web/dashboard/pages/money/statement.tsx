import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { WHOLE_ROW } from '../../kit/table-row.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { ExportMenu } from './export-menu.tsx';
import { StatementFilters, useStatementFilters } from './statement-filters.tsx';

type Line = Item<'/api/v1/transactions'>;

const ID_END = 8;

export function Page() {
  const { t } = useTranslation('money');
  const filters = useStatementFilters();
  const pages = usePages('transactions', (query) => get('/api/v1/transactions', { query }), filters.query);
  return (
    <>
      <PageHeader title={t('statement.title')} about={t('statement.about')}>
        <ExportMenu from={filters.values.from} to={filters.values.to} />
      </PageHeader>
      <BalanceFigures />
      <StatementFilters filters={filters} />
      <DataTable
        label={t('statement.lines')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        filtered={filters.active}
        empty={
          <EmptyState
            drawing="money"
            title={t('statement.empty')}
            text={t('statement.emptyText')}
            action={<ButtonLink href="/charges/new">{t('statement.emptyAction')}</ButtonLink>}
          />
        }
      />
    </>
  );
}

function useColumns(): Columns<Line> {
  const { t } = useTranslation(['money', 'common']);
  return [
    {
      header: t('common:fields.date'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    {
      header: t('money:statement.line'),
      cell: ({ row }) => <LineText line={row.original} />,
    },
    {
      header: t('money:statement.category'),
      meta: { deskOnly: true },
      cell: ({ row }) => t(`money:categories.${row.original.category}`),
    },
    {
      id: 'amount',
      header: () => (
        <>
          {t('money:statement.amount')}
          <span className="block font-normal md:hidden">{t('money:statement.after')}</span>
        </>
      ),
      meta: { align: 'right' },
      cell: ({ row }) => (
        <>
          <SignedAmount line={row.original} />
          <span className="block text-small whitespace-nowrap text-quiet md:hidden">
            <span className="sr-only">{t('money:statement.after')} </span>
            <Money value={row.original.balance_after} />
          </span>
        </>
      ),
    },
    {
      header: t('money:statement.after'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.balance_after} />,
    },
  ];
}

/** The description, linked to its charge or withdrawal. */
function LineText({ line }: { line: Line }) {
  const { t } = useTranslation('money');
  const href = line.charge_id ? `/charges/${line.charge_id}` : line.withdrawal_id ? '/withdrawals' : null;
  const text = t(`sentences.${line.category}.${line.type}`);
  return (
    <>
      {href ? (
        <Link href={href} {...WHOLE_ROW}>
          <span className="text-accent">{text}</span>
        </Link>
      ) : (
        text
      )}
      {line.charge_id && <WhichCharge line={line} id={line.charge_id} />}
      <span className="block text-small text-quiet md:hidden">
        <Instant at={line.created_at} />
      </span>
    </>
  );
}

/** The seller's reference or description; otherwise the end of the id. */
function WhichCharge({ line, id }: { line: Line; id: string }) {
  const words = [line.charge_reference, line.charge_description].filter(Boolean).join(' · ');
  return (
    <span dir="auto" className="line-clamp-2 text-small text-quiet wrap-anywhere">
      {words || `…${id.slice(-ID_END)}`}
    </span>
  );
}

function SignedAmount({ line }: { line: Line }) {
  const isIn = line.type === 'credit';
  return (
    <span className={`whitespace-nowrap ${isIn ? 'text-good' : ''}`}>
      {isIn ? '+' : '−'}
      <Money value={line.amount} />
    </span>
  );
}
