import { useTranslation } from 'react-i18next';
import { get } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { dayFrom } from '../../kit/days.ts';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Day, Instant } from '../../kit/instant.tsx';
import { ListExport } from '../../kit/list-export.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { DaysLeft, type Dispute, DisputeBadge } from './badge.tsx';

const STATUSES = ['open', 'won', 'lost'] as const;

export function Page() {
  const { t } = useTranslation(['disputes', 'common']);
  const filters = useFilters(['status']);
  const status = STATUSES.find((each) => each === filters.values.status);
  const pages = usePages('disputes', (query) => get('/api/v1/disputes', { query }), status ? { status } : {});
  const isEmpty = pages.isEmpty && !filters.active;
  return (
    <>
      <PageHeader title={t('disputes:title')} about={t('disputes:about')}>
        {!isEmpty && <ListExport path="/api/v1/disputes/export" query={{ status }} />}
      </PageHeader>
      {!isEmpty && (
        <Field label={t('common:fields.status')} className="w-48">
          <Select value={status ?? ''} onChange={(event) => filters.set({ status: event.target.value })}>
            <option value="">{t('common:fields.all')}</option>
            {STATUSES.map((each) => (
              <option key={each} value={each}>
                {t(`disputes:status.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <DataTable
        label={t('disputes:title')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        hrefOf={(row) => `/disputes/${row.id}`}
        filtered={filters.active}
        empty={<EmptyState drawing="shield" title={t('disputes:empty')} text={t('disputes:emptyText')} />}
      />
      <Meaning />
    </>
  );
}

function Meaning() {
  const { t } = useTranslation('disputes');
  return (
    <Card title={t('meaning')}>
      <div className="grid gap-x-12 gap-y-2 md:grid-cols-2">
        <ul className="grid list-disc content-start gap-1 pl-5">
          <li>{t('opened')}</li>
          <li>{t('answeredMeaning')}</li>
          <li>{t('won')}</li>
          <li>{t('lost')}</li>
        </ul>
        <ul className="grid list-disc content-start gap-1 pl-5 text-quiet">
          <li>{t('chargebackMeaning')}</li>
          <li>{t('medMeaning')}</li>
        </ul>
      </div>
    </Card>
  );
}

function useColumns(): Columns<Dispute> {
  const { t } = useTranslation(['disputes', 'common']);
  return [
    {
      header: t('disputes:dispute'),
      cell: ({ row: { original: dispute } }) => (
        <span className="grid">
          <span className="font-medium">
            <Money value={dispute.amount} />
          </span>
          <span className="text-small text-quiet">{t(`disputes:kinds.${dispute.kind}`)}</span>
        </span>
      ),
    },
    {
      header: t('common:fields.status'),
      cell: ({ row }) => (
        <span className="grid justify-items-start gap-1">
          <DisputeBadge dispute={row.original} />
          <span className="text-small md:hidden">
            <DaysLeft dispute={row.original} />
          </span>
        </span>
      ),
    },
    {
      header: t('disputes:answerBy'),
      meta: { wideOnly: true },
      cell: ({ row: { original: dispute } }) => (
        <span className="grid">
          <Day date={dayFrom(Date.parse(dispute.answer_by))} />
          <span className="text-small">
            <DaysLeft dispute={dispute} />
          </span>
        </span>
      ),
    },
    {
      header: t('common:fields.reason'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <span title={row.original.reason ?? undefined} className="line-clamp-2 wrap-anywhere">
          {row.original.reason ?? t('common:fields.none')}
        </span>
      ),
    },
    {
      header: t('disputes:opening'),
      meta: { deskOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}
