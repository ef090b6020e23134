import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { CopyIcon } from '../../kit/copy.tsx';
import { FilterPanel } from '../../kit/filter-panel.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Instant } from '../../kit/instant.tsx';
import { ListExport } from '../../kit/list-export.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { ActiveFilter, activeOf } from './active-filter.tsx';
import { Clipped } from './clipped.tsx';
import { LinkBadge, type PaymentLink, PaymentsCount } from './link-status.tsx';

export function Page() {
  const { t } = useTranslation(['catalog', 'lists']);
  const filters = useFilters(['active', 'search']);
  const { search } = filters.values;
  const query = { ...activeOf(filters.values.active), ...(search && { search }) };
  const pages = usePages('payment-links', (asked) => get('/api/v1/payment-links', { query: asked }), query);
  const isNew = pages.isEmpty && !filters.active;
  const create = (
    <ButtonLink variant="primary" href="/links/new">
      <Plus aria-hidden="true" size={16} />
      {t('links.submit')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t('links.title')} about={t('links.about')}>
        {!isNew && (
          <>
            <ListExport path="/api/v1/payment-links/export" query={query} />
            {create}
          </>
        )}
      </PageHeader>
      {!isNew && (
        <FilterPanel
          count={filters.count}
          onClear={filters.clear}
          always={
            <SearchField
              longest={255}
              label={t('lists:search.button')}
              hint={t('lists:search.linksHint')}
              value={search}
              onSearch={(text) => filters.set({ search: text })}
            />
          }
        >
          <ActiveFilter
            value={filters.values.active}
            names={{ yes: t('links.status.open'), no: t('links.status.inactive') }}
            onChange={(active) => filters.set({ active })}
          />
        </FilterPanel>
      )}
      <DataTable
        label={t('links.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        hrefOf={(row) => `/links/${row.id}`}
        filtered={filters.active}
        empty={
          <EmptyState drawing="link" title={t('links.empty')} text={t('links.emptyText')} action={create} />
        }
      />
    </>
  );
}

function useColumns(): Columns<PaymentLink> {
  const { t } = useTranslation(['catalog', 'common']);
  return [
    {
      header: t('common:fields.name'),
      cell: ({ row }) => (
        <>
          <Clipped text={row.original.name} isStrong />
          <span className="block text-small text-quiet md:hidden">
            <LinkValue link={row.original} />
          </span>
        </>
      ),
    },
    {
      header: t('common:fields.value'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <LinkValue link={row.original} />,
    },
    {
      header: t('common:fields.status'),
      cell: ({ row }) => <LinkBadge link={row.original} />,
    },
    {
      header: t('catalog:links.payments'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <PaymentsCount link={row.original} />,
    },
    {
      header: t('catalog:createdAt'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
    {
      id: 'copy',
      header: () => <span className="sr-only">{t('common:actions.copy')}</span>,
      meta: { align: 'right' },
      // Above the row's link.
      cell: ({ row }) => (
        <span className="relative z-10 -my-1 inline-block">
          <CopyIcon text={row.original.url} label={t('catalog:links.copy', { name: row.original.name })} />
        </span>
      ),
    },
  ];
}

function LinkValue({ link }: { link: PaymentLink }) {
  const { t } = useTranslation('catalog');
  return link.value === null ? (
    <span className="whitespace-nowrap text-quiet">{t('links.payerTypes')}</span>
  ) : (
    <Money value={link.value} />
  );
}
