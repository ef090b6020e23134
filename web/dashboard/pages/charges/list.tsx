import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { ChargeBadge, type ChargeStatus } from '../../kit/badge.tsx';
import { ButtonLink } from '../../kit/button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { OneLine } from '../../kit/one-line.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import type { Method } from './charge.ts';
import { ListFilters, useChargeFilters } from './list-filters.tsx';

type ListedCharge = Item<'/api/v1/charges'>;

const REFETCH_MS = 15_000;

export function Page() {
  const { t } = useTranslation('charges');
  const filters = useChargeFilters();
  const pages = usePages('charges', (query) => get('/api/v1/charges', { query }), filters.query, {
    refetchMs: REFETCH_MS,
  });
  const columns = useColumns();
  const create = (
    <ButtonLink href="/charges/new" variant="primary">
      {t('list.create')}
    </ButtonLink>
  );
  const isEmpty = pages.rows?.length === 0 && pages.isFirst && !filters.active;
  return (
    <>
      <PageHeader title={t('title')} about={t('list.about')}>
        {!isEmpty && create}
      </PageHeader>
      {!isEmpty && <ListFilters filters={filters} />}
      <DataTable
        label={t('title')}
        columns={columns}
        pages={pages}
        idOf={(charge) => charge.id}
        hrefOf={(charge) => `/charges/${charge.id}`}
        filtered={filters.active}
        empty={<EmptyState title={t('list.emptyTitle')} text={t('list.emptyText')} action={create} />}
      />
    </>
  );
}

function useColumns(): Columns<ListedCharge> {
  const { t } = useTranslation(['charges', 'common']);
  return useMemo(() => {
    const methodOf = (charge: ListedCharge) => t(`common:billingType.${charge.billing_type as Method}`);
    return [
      {
        id: 'value',
        header: t('common:fields.value'),
        cell: ({ row }) => (
          <>
            <span className="font-medium">
              <Money value={row.original.value} />
            </span>
            <span className="block text-small text-quiet xl:hidden">{methodOf(row.original)}</span>
            <OneLine
              text={row.original.description ?? row.original.external_reference ?? ''}
              className="max-w-36 text-small text-quiet md:hidden"
            />
          </>
        ),
      },
      {
        id: 'status',
        header: t('common:fields.status'),
        cell: ({ row }) => (
          <>
            <ChargeBadge status={row.original.status as ChargeStatus} />
            <span className="block pt-0.5 text-small text-quiet md:hidden">
              <Instant at={row.original.created_at} />
            </span>
          </>
        ),
      },
      {
        id: 'method',
        header: t('common:fields.method'),
        meta: { deskOnly: true },
        cell: ({ row }) => <span className="whitespace-nowrap">{methodOf(row.original)}</span>,
      },
      {
        id: 'description',
        header: t('common:fields.description'),
        meta: { wideOnly: true },
        cell: ({ row }) => <About charge={row.original} />,
      },
      {
        id: 'customer',
        header: t('common:fields.customer'),
        meta: { wideOnly: true },
        cell: ({ row }) => <OneLine text={row.original.customer_name ?? '—'} className="max-w-56" />,
      },
      {
        id: 'created',
        header: t('common:fields.created'),
        meta: { align: 'right', wideOnly: true },
        cell: ({ row }) => <Instant at={row.original.created_at} />,
      },
    ];
  }, [t]);
}

function About({ charge }: { charge: ListedCharge }) {
  const { description, external_reference: reference } = charge;
  return (
    <>
      {(description || !reference) && <OneLine text={description ?? '—'} className="max-w-64" />}
      {reference && <OneLine text={reference} className="max-w-64 text-small text-quiet" />}
    </>
  );
}
