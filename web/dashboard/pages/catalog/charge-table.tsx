import { useTranslation } from 'react-i18next';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { ChargeBadge } from '../../kit/badge.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { Clipped } from './clipped.tsx';

type ListedCharge = Item<'/api/v1/charges'>;
type Method = 'PIX' | 'CREDIT_CARD' | 'BOLETO' | 'UNDEFINED';

/** The charges of one customer or one link. */
export function ChargeTable({
  label,
  of,
  empty,
}: {
  label: string;
  of: { customer_id: string } | { payment_link_id: string };
  empty: { title: string; text: string };
}) {
  const pages = usePages('charges', (query) => get('/api/v1/charges', { query }), of);
  return (
    <DataTable
      label={label}
      columns={useColumns('payment_link_id' in of)}
      pages={pages}
      idOf={(row) => row.id}
      hrefOf={(row) => `/charges/${row.id}`}
      empty={<EmptyState drawing="charge" {...empty} />}
    />
  );
}

/** Only on a link's page: a customer's page has a single payer. */
function useColumns(withCustomer: boolean): Columns<ListedCharge> {
  const { t } = useTranslation();
  return [
    {
      header: t('fields.created'),
      cell: ({ row }) => (
        <>
          <span className="max-md:text-small">
            <Instant at={row.original.created_at} />
          </span>
          <span className="block text-small text-quiet md:hidden">
            <Clipped text={(withCustomer && row.original.customer_name) || row.original.description || ''} />
          </span>
        </>
      ),
    },
    {
      header: t('fields.description'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <Clipped text={row.original.description || row.original.external_reference || t('fields.none')} />
      ),
    },
    ...(withCustomer
      ? [
          {
            header: t('fields.customer'),
            meta: { wideOnly: true },
            cell: ({ row }: { row: { original: ListedCharge } }) => (
              <Clipped text={row.original.customer_name ?? t('fields.none')} />
            ),
          },
        ]
      : []),
    {
      header: t('fields.method'),
      meta: { wideOnly: true },
      cell: ({ row }) => t(`billingType.${row.original.billing_type as Method}`),
    },
    {
      header: t('fields.status'),
      meta: { wideOnly: true },
      cell: ({ row }) => <ChargeBadge charge={row.original} />,
    },
    {
      header: t('fields.value'),
      meta: { align: 'right' },
      cell: ({ row }) => (
        <>
          <Money value={row.original.value} />
          <span className="block md:hidden">
            <ChargeBadge charge={row.original} />
          </span>
        </>
      ),
    },
  ];
}
