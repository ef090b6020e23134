import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { AUDIT_ACTIONS } from '../../kit/audit-actions.ts';
import { type AuditLine, AuditTable, useActionText } from '../../kit/audit-table.tsx';
import { DayRange } from '../../kit/day-range.tsx';
import { endOfDay, startOfDay } from '../../kit/days.ts';
import { Field } from '../../kit/field.tsx';
import { FilterPanel } from '../../kit/filter-panel.tsx';
import { useFilters } from '../../kit/filters.ts';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { SearchField } from '../../kit/search-field.tsx';
import { Select } from '../../kit/select.tsx';
import type { Columns } from '../../kit/table.tsx';
import { ABOVE_ROW } from '../../kit/table-row.tsx';
import { ShortId } from './short-id.tsx';

type LogQuery = Query<'/api/v1/admin/audit-log'>;

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A user's id or complete e-mail; incomplete input is not sent. */
function isActor(text: string | undefined): text is string {
  return text !== undefined && (ID.test(text) || /^[^@\s]+@[^@\s]+$/.test(text));
}

/** The filter applies once the input is a complete id. */
function useLogFilters() {
  const { values, ...rest } = useFilters(['account_id', 'action', 'actor', 'from', 'to']);
  const typed = values.account_id;
  const accountId = typed && ID.test(typed) ? typed.toLowerCase() : undefined;
  const action = AUDIT_ACTIONS.find((each) => each === values.action);
  const createdFrom = startOfDay(values.from);
  const createdTo = endOfDay(values.to);
  const query = {
    ...(accountId && { account_id: accountId }),
    ...(action && { action }),
    ...(isActor(values.actor) && { actor: values.actor }),
    ...(createdFrom && { created_from: createdFrom }),
    ...(createdTo && { created_to: createdTo }),
  };
  return { ...rest, values, typed, accountId, action, query };
}

export function Page() {
  const { t } = useTranslation(['operators', 'common']);
  const { query: asked, active } = useLogFilters();
  const pages = usePages(
    'every-audit-log',
    (query: LogQuery) => get('/api/v1/admin/audit-log', { query }),
    asked,
  );
  const account: Columns<AuditLine>[number] = {
    header: t('common:fields.account'),
    meta: { wideOnly: true },
    cell: ({ row }) => (
      <Link
        href={`/admin/accounts/${row.original.account_id}`}
        className={`text-accent wrap-anywhere hover:underline ${ABOVE_ROW}`}
      >
        {row.original.account_name ?? <ShortId id={row.original.account_id} />}
      </Link>
    ),
  };
  return (
    <>
      <PageHeader title={t('auditLog.title')} about={t('auditLog.about')} />
      <Filters />
      <AuditTable
        label={t('auditLog.title')}
        pages={pages}
        more={[account]}
        filtered={active}
        empty={<EmptyState title={t('auditLog.emptyTitle')} text={t('auditLog.emptyText')} />}
      />
    </>
  );
}

function Filters() {
  const { t } = useTranslation(['operators', 'common']);
  const { values, typed, accountId, action, set, clear, count } = useLogFilters();
  const name = useAccountName(accountId);
  const isWrong = typed !== undefined && accountId === undefined;
  const hint = isWrong ? t('auditLog.badAccount') : name && t('auditLog.of', { name });
  const actionText = useActionText();
  return (
    <FilterPanel count={count} onClear={clear}>
      <SearchField
        longest={254}
        label={t('auditLog.account')}
        value={typed}
        onSearch={(id) => set({ account_id: id })}
        className="col-span-2"
        {...(hint && { hint })}
      />
      <SearchField
        longest={254}
        label={t('auditLog.actor')}
        value={values.actor}
        onSearch={(actor) => set({ actor })}
        className="col-span-2"
        {...(values.actor && !isActor(values.actor) && { hint: t('auditLog.badActor') })}
      />
      <Field label={t('auditLog.action')} className="col-span-2">
        <Select value={action ?? ''} onChange={(event) => set({ action: event.target.value })}>
          <option value="">{t('common:fields.every')}</option>
          {AUDIT_ACTIONS.map((each) => (
            <option key={each} value={each}>
              {actionText(each)}
            </option>
          ))}
        </Select>
      </Field>
      <DayRange from={values.from} to={values.to} onChange={set} />
    </FilterPanel>
  );
}

function useAccountName(id: string | undefined): string | undefined {
  const { data } = useQuery({
    queryKey: ['account', id],
    queryFn: () => get('/api/v1/admin/accounts/{id}', { path: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  return data?.name;
}
