import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { shownDocument } from '../../kit/written-document.ts';
import { ACCOUNT_STATUSES, AccountBadge } from './account-badge.tsx';
import { TwoLines } from './two-lines.tsx';

type Account = Item<'/api/v1/admin/accounts'>;
type AccountQuery = Query<'/api/v1/admin/accounts'>;

const MAX_LETTERS = 120;

export function Page() {
  const { t } = useTranslation(['operators', 'common']);
  const { values, active } = useFilters(['q', 'status']);
  const status = ACCOUNT_STATUSES.find((each) => each === values.status);
  const search = values.q?.slice(0, MAX_LETTERS);
  const pages = usePages('accounts', (query: AccountQuery) => get('/api/v1/admin/accounts', { query }), {
    ...(search && { q: search }),
    ...(status && { status }),
  });
  return (
    <>
      <PageHeader title={t('accounts.title')} about={t('accounts.about')} />
      <Filters />
      <DataTable
        label={t('accounts.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(account) => account.id}
        hrefOf={(account) => `/admin/accounts/${account.id}`}
        filtered={active}
        empty={
          <EmptyState drawing="people" title={t('accounts.emptyTitle')} text={t('accounts.emptyText')} />
        }
      />
    </>
  );
}

function Filters() {
  const { t } = useTranslation(['operators', 'common']);
  const { values, set, clear, active } = useFilters(['q', 'status']);
  return (
    <div className="flex flex-wrap items-end gap-4">
      <SearchField
        longest={120}
        label={t('accounts.search')}
        value={values.q}
        onSearch={(q) => set({ q })}
        className="min-w-0 grow sm:max-w-96"
      />
      <Field label={t('common:fields.status')}>
        <Select value={values.status ?? ''} onChange={(event) => set({ status: event.target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {ACCOUNT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {t(`accounts.status.${status}`)}
            </option>
          ))}
        </Select>
      </Field>
      {active && <Button onClick={clear}>{t('common:actions.clearFilters')}</Button>}
    </div>
  );
}

function useColumns(): Columns<Account> {
  const { t } = useTranslation(['operators', 'common']);
  return [
    {
      header: t('common:fields.name'),
      cell: ({ row }) => <TwoLines first={row.original.name} second={row.original.email} />,
    },
    {
      header: t('common:fields.document'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <span className="whitespace-nowrap tabular-nums">{shownDocument(row.original.document)}</span>
      ),
    },
    {
      header: t('common:fields.status'),
      cell: ({ row }) => <AccountBadge status={row.original.account_status} />,
    },
    {
      header: t('common:fields.created'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}
