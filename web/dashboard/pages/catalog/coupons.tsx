import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { ButtonLink } from '../../kit/button.tsx';
import { useFilters } from '../../kit/filters.ts';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { ActiveFilter, activeOf } from './active-filter.tsx';
import { type Coupon, CouponBadge, Uses, useDiscount, useValidity } from './coupon-status.tsx';

const MAX_CODE_LENGTH = 40;

export function Page() {
  const { t } = useTranslation(['coupons', 'lists']);
  const filters = useFilters(['active', 'search']);
  const { search } = filters.values;
  const query = { ...activeOf(filters.values.active), ...(search && { search }) };
  const pages = usePages('coupons', (asked) => get('/api/v1/coupons', { query: asked }), query);
  const isNew = pages.isEmpty && !filters.active;
  const create = (
    <ButtonLink variant="primary" href="/coupons/new">
      <Plus aria-hidden="true" size={16} />
      {t('coupons:submit')}
    </ButtonLink>
  );
  return (
    <>
      <PageHeader title={t('coupons:title')} about={t('coupons:about')}>
        {!isNew && create}
      </PageHeader>
      {!isNew && (
        <div className="grid gap-3 sm:grid-cols-2">
          <SearchField
            longest={MAX_CODE_LENGTH}
            label={t('lists:search.button')}
            hint={t('coupons:searchHint')}
            value={search}
            onSearch={(text) => filters.set({ search: text })}
          />
          <ActiveFilter
            value={filters.values.active}
            names={{ yes: t('coupons:on'), no: t('coupons:off') }}
            onChange={(active) => filters.set({ active })}
          />
        </div>
      )}
      <DataTable
        label={t('coupons:title')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        hrefOf={(row) => `/coupons/${row.id}`}
        filtered={filters.active}
        empty={
          <EmptyState
            drawing="list"
            title={t('coupons:empty')}
            text={t('coupons:emptyText')}
            action={create}
          />
        }
      />
    </>
  );
}

function useColumns(): Columns<Coupon> {
  const { t } = useTranslation(['coupons', 'common']);
  const discountOf = useDiscount();
  const validityOf = useValidity();
  return [
    {
      header: t('coupons:code'),
      cell: ({ row }) => (
        <>
          <span className="font-mono font-semibold wrap-anywhere">{row.original.code}</span>
          <span className="block text-small text-quiet tabular-nums md:hidden">
            {discountOf(row.original)} · {validityOf(row.original)}
            <Uses coupon={row.original} isNamed />
          </span>
        </>
      ),
    },
    {
      header: t('coupons:discount'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <span className="whitespace-nowrap tabular-nums">{discountOf(row.original)}</span>,
    },
    { header: t('common:fields.status'), cell: ({ row }) => <CouponBadge coupon={row.original} /> },
    {
      header: t('coupons:uses'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Uses coupon={row.original} />,
    },
    {
      header: t('coupons:validity'),
      meta: { wideOnly: true },
      cell: ({ row }) => <span className="tabular-nums">{validityOf(row.original)}</span>,
    },
    {
      header: t('coupons:where'),
      meta: { wideOnly: true },
      cell: ({ row }) =>
        row.original.payment_link_id === null ? t('coupons:everyLink') : t('coupons:oneLink'),
    },
  ];
}
