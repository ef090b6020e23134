import { useTranslation } from 'react-i18next';
import { get, type Item } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Instant } from '../../kit/instant.tsx';
import { ListExport } from '../../kit/list-export.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { DisputeDetails } from './dispute-details.tsx';

export type Dispute = Item<'/api/v1/disputes'>;

const STATUSES = ['open', 'won', 'lost'] as const;
const TONES: Record<Dispute['status'], Tone> = { open: 'note', won: 'good', lost: 'bad' };

export function Page() {
  const { t } = useTranslation(['money', 'common']);
  const filters = useFilters(['status']);
  const status = STATUSES.find((each) => each === filters.values.status);
  const pages = usePages('disputes', (query) => get('/api/v1/disputes', { query }), status ? { status } : {});
  return (
    <>
      <PageHeader title={t('money:disputes.title')} about={t('money:disputes.about')}>
        <ListExport path="/api/v1/disputes/export" query={{ status }} />
      </PageHeader>
      <Meaning />
      <Field label={t('common:fields.status')} className="w-48">
        <Select value={status ?? ''} onChange={(event) => filters.set({ status: event.target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`money:disputes.status.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DataTable
        label={t('money:disputes.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => row.id}
        detailsOf={(row) => <DisputeDetails dispute={row} />}
        filtered={filters.active}
        empty={<EmptyState title={t('money:disputes.empty')} text={t('money:disputes.emptyText')} />}
      />
    </>
  );
}

function Meaning() {
  const { t } = useTranslation('money');
  return (
    <Card title={t('disputes.meaning')}>
      <div className="grid gap-x-12 gap-y-2 md:grid-cols-2">
        <ul className="grid list-disc content-start gap-1 pl-5">
          <li>{t('disputes.opened')}</li>
          <li>{t('disputes.won')}</li>
          <li>{t('disputes.lost')}</li>
        </ul>
        <ul className="grid list-disc content-start gap-1 pl-5 text-quiet">
          <li>{t('disputes.chargebackMeaning')}</li>
          <li>{t('disputes.medMeaning')}</li>
        </ul>
      </div>
    </Card>
  );
}

function useColumns(): Columns<Dispute> {
  const { t } = useTranslation(['money', 'common']);
  return [
    {
      header: t('money:disputes.opening'),
      cell: ({ row }) => (
        <>
          <span className="block font-medium md:hidden">
            <Money value={row.original.amount} />
          </span>
          <Instant at={row.original.created_at} />
        </>
      ),
    },
    {
      header: t('money:disputes.kind'),
      meta: { wideOnly: true },
      cell: ({ row }) => t(`money:disputes.kinds.${row.original.kind}`),
    },
    {
      header: t('common:fields.status'),
      cell: ({ row }) => (
        <Badge tone={TONES[row.original.status]}>{t(`money:disputes.status.${row.original.status}`)}</Badge>
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
      header: t('money:disputes.amount'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.amount} />,
    },
  ];
}
