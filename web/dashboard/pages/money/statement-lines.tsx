import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { WHOLE_ROW } from '../../kit/table-row.tsx';
import { AmountAndBalance, AmountHeader, Sentence } from './statement-cells.tsx';

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
      cell: ({ row }) => <Sentence of={row.original} place={WHOLE_ROW} />,
    },
    {
      header: t('money:statement.category'),
      meta: { deskOnly: true },
      cell: ({ row }) => t(`money:categories.${row.original.category}`),
    },
    {
      id: 'amount',
      header: () => <AmountHeader text={t('money:statement.amount')} />,
      meta: { align: 'right' },
      cell: ({ row: { original: line } }) => (
        <AmountAndBalance
          amount={line.type === 'credit' ? line.amount : -line.amount}
          after={line.balance_after}
        />
      ),
    },
    {
      header: t('money:statement.after'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.balance_after} />,
    },
  ];
}
