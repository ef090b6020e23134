import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { WHOLE_ROW } from '../../kit/table-row.tsx';
import { SignedAmount, WhichCharge } from './statement-cells.tsx';

type Line = Item<'/api/v1/transactions'>;

/** The single lines of a type or of a category. */
export function StatementLines({
  query,
}: {
  query: Omit<Query<'/api/v1/transactions'>, 'limit' | 'cursor'>;
}) {
  const { t } = useTranslation('money');
  const pages = usePages('transactions', (page) => get('/api/v1/transactions', { query: page }), query);
  return (
    <DataTable
      label={t('statement.lines')}
      columns={useColumns()}
      pages={pages}
      idOf={(row) => row.id}
      filtered
      empty={null}
    />
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
          <SignedAmount value={row.original.type === 'credit' ? row.original.amount : -row.original.amount} />
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
      {line.charge_id && <WhichCharge of={line} id={line.charge_id} />}
      <span className="block text-small text-quiet md:hidden">
        <Instant at={line.created_at} />
      </span>
    </>
  );
}
