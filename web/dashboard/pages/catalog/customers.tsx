import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Instant } from '../../kit/instant.tsx';
import { ListExport } from '../../kit/list-export.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { shownPhone } from '../../kit/written-contact.ts';
import { shownDocument } from '../../kit/written-document.ts';
import { Clipped } from './clipped.tsx';
import { CustomerForm } from './customer-form.tsx';

type Customer = Item<'/api/v1/customers'>;

export function Page() {
  const { t } = useTranslation('catalog');
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const filters = useFilters(['search']);
  const pages = usePages('customers', (query) => get('/api/v1/customers', { query }), filters.values);
  const isNew = pages.isEmpty && !filters.active;
  const create = (
    <Button variant="primary" needs="customers:write" onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" size={16} />
      {t('customers.submit')}
    </Button>
  );
  return (
    <>
      <PageHeader title={t('customers.title')} about={t('customers.about')}>
        {!isNew && (
          <>
            <ListExport path="/api/v1/customers/export" query={filters.values} />
            {create}
          </>
        )}
      </PageHeader>
      {!isNew && (
        <SearchField
          longest={254}
          label={t('customers.search')}
          hint={t('customers.searchHint')}
          value={filters.values.search}
          onSearch={(search) => filters.set({ search })}
          className="max-w-md"
        />
      )}
      <DataTable
        label={t('customers.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        hrefOf={(row) => `/customers/${row.id}`}
        filtered={filters.active}
        empty={
          <EmptyState
            drawing="people"
            title={t('customers.empty')}
            text={t('customers.emptyText')}
            action={create}
          />
        }
      />
      <Dialog
        open={isCreating}
        onOpenChange={setCreating}
        title={t('customers.create')}
        about={t('customers.createAbout')}
      >
        <CustomerForm after={({ id }) => navigate(`/customers/${id}`)} />
      </Dialog>
    </>
  );
}

function useColumns(): Columns<Customer> {
  const { t } = useTranslation(['catalog', 'common']);
  return [
    {
      header: t('common:fields.name'),
      cell: ({ row }) => (
        <>
          <Clipped text={row.original.name} isStrong />
          <span className="block text-small text-quiet wrap-anywhere md:hidden">{row.original.email}</span>
        </>
      ),
    },
    {
      header: t('common:fields.email'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <div className="min-w-40">
          <Clipped text={row.original.email ?? t('common:fields.none')} />
        </div>
      ),
    },
    {
      header: t('common:fields.document'),
      cell: ({ row }) => (
        <span className="whitespace-nowrap tabular-nums">
          {row.original.cpf_cnpj ? shownDocument(row.original.cpf_cnpj) : t('common:fields.none')}
        </span>
      ),
    },
    {
      header: t('common:fields.phone'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Clipped text={shownPhone(row.original.phone ?? t('common:fields.none'))} />,
    },
    {
      header: t('catalog:customers.since'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}
