import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useMay } from '../../api/permissions.tsx';
import { useIsView } from '../../api/session.ts';
import { ChargeBadge } from '../../kit/badge.tsx';
import { ButtonLink } from '../../kit/button.tsx';
import { ColumnChoice, useHiddenColumns } from '../../kit/column-choice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { ListExport } from '../../kit/list-export.tsx';
import { Money } from '../../kit/money.tsx';
import { OneLine } from '../../kit/one-line.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import type { Method } from './charge.ts';
import { ListFilters, useChargeFilters } from './list-filters.tsx';
import { useSelection } from './selection.tsx';
import { StatusTabs } from './status-tabs.tsx';

const BulkActions = lazy(() =>
  import('./bulk-actions.tsx').then((loaded) => ({ default: loaded.BulkActions })),
);

type ListedCharge = Item<'/api/v1/charges'>;

const REFETCH_MS = 15_000;

export function Page() {
  const { t } = useTranslation(['charges', 'imports']);
  const may = useMay();
  const isView = useIsView();
  const filters = useChargeFilters();
  const pages = usePages('charges', (query) => get('/api/v1/charges', { query }), filters.query, {
    refetchMs: REFETCH_MS,
  });
  const selection = useSelection(pages.rows);
  const columns = useColumns();
  const { hidden, toggle } = useHiddenColumns('charges');
  const shown = columns.filter(({ id }) => !id || !hidden.includes(id));
  const create = (
    <ButtonLink href="/charges/new" variant="primary">
      {t('list.create')}
    </ButtonLink>
  );
  const isEmpty = pages.isEmpty && !filters.active;
  return (
    <>
      <PageHeader title={t('title')} about={t('list.about')}>
        {!isEmpty && (
          <>
            <ColumnChoice columns={choosable(columns)} hidden={hidden} onToggle={toggle} />
            <ListExport path="/api/v1/charges/export" query={filters.query} />
            {may('charges:write') && <ButtonLink href="/charges/import">{t('imports:open')}</ButtonLink>}
            {create}
          </>
        )}
      </PageHeader>
      {!isEmpty && (
        <StatusTabs status={filters.values.status} onChoose={(status) => filters.set({ status })} />
      )}
      {!isEmpty && <ListFilters filters={filters} />}
      <DataTable
        label={t('title')}
        columns={isView ? shown : [...shown, selection.column]}
        pages={pages}
        idOf={(charge) => charge.id}
        hrefOf={(charge) => `/charges/${charge.id}`}
        filtered={filters.active}
        empty={
          <EmptyState
            drawing="charge"
            title={t('list.emptyTitle')}
            text={t('list.emptyText')}
            action={create}
          />
        }
      />
      {selection.ids.length > 0 && (
        <Suspense fallback={null}>
          <BulkActions ids={selection.ids} onClear={selection.clear} />
        </Suspense>
      )}
    </>
  );
}

/** All but the first, which leads to the charge. */
function choosable([, ...columns]: Columns<ListedCharge>) {
  return columns.flatMap(({ id, header }) => (id ? [{ id, label: String(header) }] : []));
}

function useColumns(): Columns<ListedCharge> {
  const { t } = useTranslation(['charges', 'common']);
  return useMemo(() => {
    const methodOf = (charge: ListedCharge) => t(`common:billingType.${charge.billing_type as Method}`);
    return [
      {
        id: 'customer',
        header: t('common:fields.customer'),
        cell: ({ row }) => <Who charge={row.original} method={methodOf(row.original)} />,
      },
      {
        id: 'status',
        header: t('common:fields.status'),
        meta: { wideOnly: true },
        cell: ({ row }) => <ChargeBadge charge={row.original} />,
      },
      {
        id: 'method',
        header: t('common:fields.method'),
        meta: { deskOnly: true },
        cell: ({ row }) => <span className="whitespace-nowrap">{methodOf(row.original)}</span>,
      },
      {
        id: 'created',
        header: t('common:fields.created'),
        meta: { wideOnly: true },
        cell: ({ row }) => <Instant at={row.original.created_at} />,
      },
      {
        id: 'value',
        header: t('common:fields.value'),
        meta: { align: 'right' },
        cell: ({ row }) => (
          <>
            <span className="font-medium">
              <Money value={row.original.value} />
            </span>
            <span className="block pt-0.5 md:hidden">
              <ChargeBadge charge={row.original} />
            </span>
          </>
        ),
      },
    ];
  }, [t]);
}

/** The customer, or what the charge is for; below it the rest. */
function Who({ charge, method }: { charge: ListedCharge; method: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { customer_name: name, description, external_reference: reference } = charge;
  const first = name ?? description ?? reference ?? t('fields.noCustomer');
  const second = [name && description, (name || description) && reference].filter(Boolean).join(' · ');
  return (
    <>
      <OneLine text={first} className="max-w-44 font-medium md:max-w-72" />
      {/* The row's link must say which of many it is. */}
      <span className="sr-only">{format.money(charge.value)}</span>
      {second && <OneLine text={second} className="hidden max-w-72 text-small text-quiet xl:grid" />}
      <OneLine
        text={[method, second].filter(Boolean).join(' · ')}
        className="max-w-44 text-small text-quiet md:max-w-72 xl:hidden"
      />
      <span className="block text-small text-quiet md:hidden">
        <Instant at={charge.created_at} />
      </span>
    </>
  );
}
