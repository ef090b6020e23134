import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { ABOVE_ROW, WHOLE_ROW } from '../../kit/table-row.tsx';
import { BalanceFigures } from './balance-figures.tsx';
import { ExportMenu } from './export-menu.tsx';
import { AmountAndBalance, AmountHeader, Sentence, SignedAmount } from './statement-cells.tsx';
import { StatementFilters, useStatementFilters } from './statement-filters.tsx';
import { StatementLines } from './statement-lines.tsx';

type Entry = Item<'/api/v1/balance/statement'>;

/** One line for each sale; a filter by type or category shows the single lines instead. */
export function Page() {
  const { t } = useTranslation('money');
  const filters = useStatementFilters();
  const { type, category, ...span } = filters.query;
  return (
    <>
      <PageHeader title={t('statement.title')} about={t('statement.about')}>
        <ExportMenu from={filters.values.from} to={filters.values.to} />
      </PageHeader>
      <BalanceFigures />
      <StatementFilters filters={filters} />
      {type || category ? (
        <StatementLines query={filters.query} />
      ) : (
        <Entries query={span} filtered={filters.active} />
      )}
    </>
  );
}

type Span = Omit<Query<'/api/v1/balance/statement'>, 'limit' | 'cursor'>;

function Entries({ query, filtered }: { query: Span; filtered: boolean }) {
  const { t } = useTranslation('money');
  const pages = usePages('statement', (page) => get('/api/v1/balance/statement', { query: page }), query);
  return (
    <DataTable
      label={t('statement.lines')}
      columns={useColumns()}
      pages={pages}
      idOf={(entry) => entry.id}
      detailsOf={(entry) => entry.lines.length > 1 && <Parts entry={entry} />}
      detailsBelow
      filtered={filtered}
      empty={
        <EmptyState
          drawing="money"
          title={t('statement.empty')}
          text={t('statement.emptyText')}
          action={<ButtonLink href="/charges/new">{t('statement.emptyAction')}</ButtonLink>}
        />
      }
    />
  );
}

function useColumns(): Columns<Entry> {
  const { t } = useTranslation(['money', 'common']);
  return [
    {
      header: t('common:fields.date'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    {
      header: t('money:statement.line'),
      // A click elsewhere on a row with parts opens them.
      cell: ({ row: { original: entry } }) => (
        <Sentence of={entry} place={entry.lines.length > 1 ? { className: ABOVE_ROW } : WHOLE_ROW} />
      ),
    },
    {
      header: t('money:statement.gross'),
      meta: { align: 'right', deskOnly: true },
      cell: ({ row }) => <Gross entry={row.original} />,
    },
    {
      id: 'net',
      header: () => <AmountHeader text={t('money:statement.net')} />,
      meta: { align: 'right' },
      cell: ({ row: { original: entry } }) => (
        <AmountAndBalance amount={entry.net_amount} after={entry.balance_after} />
      ),
    },
    {
      header: t('money:statement.after'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.balance_after} />,
    },
  ];
}

/** The whole amount, and below it what is taken from it before it reaches the balance. */
function Gross({ entry }: { entry: Entry }) {
  const { t } = useTranslation('money');
  const parts = (['fee', 'split', 'reserve'] as const).filter((part) => entry[`${part}_amount`] !== 0);
  return (
    <>
      <Money value={entry.gross_amount} />
      {parts.map((part) => (
        <span key={part} className="block text-small whitespace-nowrap text-quiet">
          {t(`statement.${part}`)} <Money value={-entry[`${part}_amount`]} />
        </span>
      ))}
    </>
  );
}

/** The lines that make up the entry, with their sum. */
function Parts({ entry }: { entry: Entry }) {
  const { t } = useTranslation('money');
  return (
    <table className="w-full max-w-lg text-left">
      <caption className="pb-1 text-left text-small font-semibold">{t('statement.parts')}</caption>
      <tbody>
        {entry.lines.map((line) => (
          <tr key={line.id} className="border-t">
            <th scope="row" className="py-1 pr-4 font-normal">
              {t(`sentences.${line.category}.${line.type}`)}
            </th>
            <td className="py-1 text-right">
              <SignedAmount value={line.type === 'credit' ? line.amount : -line.amount} />
            </td>
          </tr>
        ))}
        <tr className="border-t font-semibold">
          <th scope="row" className="py-1 pr-4">
            {t('statement.net')}
          </th>
          <td className="py-1 text-right">
            <SignedAmount value={entry.net_amount} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
