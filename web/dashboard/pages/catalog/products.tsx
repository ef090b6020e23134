import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { ActiveFilter, activeOf } from './active-filter.tsx';
import { Clipped } from './clipped.tsx';
import { NewProductForm } from './product-form.tsx';

type Product = Item<'/api/v1/products'>;

export function Page() {
  const { t } = useTranslation('catalog');
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const filters = useFilters(['active']);
  const pages = usePages(
    'products',
    (query) => get('/api/v1/products', { query }),
    activeOf(filters.values.active),
  );
  const isNew = pages.isEmpty && !filters.active;
  const create = (
    <Button variant="primary" needs="products:write" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" size={16} />
      {t('products.submit')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('products.title')} about={t('products.about')}>
        {!isNew && create}
      </PageHeader>
      {!isNew && (
        <ActiveFilter
          value={filters.values.active}
          names={{ yes: t('products.active'), no: t('products.inactive') }}
          onChange={(active) => filters.set({ active })}
        />
      )}
      <DataTable
        label={t('products.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        hrefOf={(row) => `/products/${row.id}`}
        filtered={filters.active}
        empty={
          <EmptyState
            drawing="product"
            title={t('products.empty')}
            text={t('products.emptyText')}
            action={create}
          />
        }
      />
      <Dialog open={isCreating} onOpenChange={setCreating} title={t('products.create')}>
        <NewProductForm after={({ id }) => navigate(`/products/${id}`)} />
      </Dialog>
    </>
  );
}

function useColumns(): Columns<Product> {
  const { t } = useTranslation(['catalog', 'common']);
  return [
    {
      header: t('common:fields.name'),
      cell: ({ row }) => <Clipped text={row.original.name} isStrong />,
    },
    {
      header: t('common:fields.status'),
      cell: ({ row }) => <ActiveBadge active={row.original.active} />,
    },
    {
      header: t('catalog:products.stock'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Stock stock={row.original.stock} />,
    },
    {
      header: t('catalog:products.price'),
      meta: { align: 'right' },
      cell: ({ row }) => <Money value={row.original.price} />,
    },
    {
      header: t('catalog:createdAt'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}

export function ActiveBadge({ active }: { active: boolean }) {
  const { t } = useTranslation('catalog');
  return (
    <Badge tone={active ? 'good' : 'plain'}>{active ? t('products.active') : t('products.inactive')}</Badge>
  );
}

function Stock({ stock }: { stock: number | null }) {
  const { t } = useTranslation('catalog');
  const format = useFormat();
  if (stock === null) return <span className="whitespace-nowrap text-quiet">{t('products.unlimited')}</span>;
  if (stock === 0) return <Badge tone="bad">{t('products.soldOut')}</Badge>;
  return <span className="tabular-nums">{format.number(stock)}</span>;
}
