import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge } from '../../kit/badge.tsx';
import { Day } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, EmptyState } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';

type Installment = Item<'/api/v1/receivables'>;

/** What is still to come of payments by card in a month, each installment with its charge. */
export function CardInstallments({ from, to }: { from: string; to: string }) {
  const { t } = useTranslation('money');
  const pages = usePages('receivables', (query) => get('/api/v1/receivables', { query }), { from, to });
  const columns = useColumns();
  return (
    <Card title={t('installments.title')}>
      <DataTable
        label={t('installments.title')}
        columns={columns}
        pages={pages}
        idOf={(row) => row.id}
        empty={<EmptyState title={t('installments.empty')} text={t('installments.emptyText')} />}
      />
    </Card>
  );
}

const TONES = { expected: 'note', anticipated: 'info', settled: 'good', cancelled: 'plain' } as const;

function useColumns(): Columns<Installment> {
  const { t } = useTranslation(['money', 'common']);
  return [
    {
      header: t('common:fields.date'),
      cell: ({ row: { original } }) => <Day date={original.expected_on} />,
    },
    {
      header: t('installments.charge'),
      cell: ({ row: { original } }) => (
        <>
          <Part of={original} />
          <span className="block md:hidden">
            <Status of={original} />
          </span>
        </>
      ),
    },
    {
      header: t('common:fields.status'),
      meta: { wideOnly: true },
      cell: ({ row: { original } }) => <Status of={original} />,
    },
    {
      header: t('installments.net'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row: { original } }) => <Money value={original.net_amount} />,
    },
    {
      header: t('installments.outstanding'),
      meta: { align: 'right' },
      cell: ({ row: { original } }) => <Money value={original.outstanding_amount} />,
    },
  ];
}

/** The sale of another account cannot be opened. */
function Part({
  of: { charge_id: charge, installment, installments, is_split: isSplit },
}: {
  of: Installment;
}) {
  const { t } = useTranslation('money');
  const name = t('installments.of', { number: installment, count: installments });
  if (isSplit) return <>{name}</>;
  return (
    <Link href={`/charges/${charge}`} className="text-accent underline underline-offset-2">
      {name}
    </Link>
  );
}

function Status({ of: { status, confirmed_by: by } }: { of: Installment }) {
  const { t } = useTranslation('money');
  const isByCalendar = status === 'expected' && by === 'calendar';
  return (
    <Badge tone={TONES[status]}>
      {t(isByCalendar ? 'installments.status.byCalendar' : `installments.status.${status}`)}
    </Badge>
  );
}
