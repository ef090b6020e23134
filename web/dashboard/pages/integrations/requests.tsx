import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge } from '../../kit/badge.tsx';
import { ButtonLink } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, Facts, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { LOG_MS } from './follow.ts';

type Call = Item<'/api/v1/requests'>;
const FIRST_REFUSAL = 400;

export function Page() {
  const { t } = useTranslation(['integrations', 'common']);
  const { values, set, active } = useFilters(['outcome']);
  const outcome = (['ok', 'error'] as const).find((each) => each === values.outcome);
  const pages = usePages(
    'requests',
    (query: Query<'/api/v1/requests'>) => get('/api/v1/requests', { query }),
    outcome ? { outcome } : {},
    { refetchMs: LOG_MS },
  );
  return (
    <>
      <PageHeader title={t('requests.title')} about={t('requests.about')} />
      <Field label={t('requests.outcome')} className="w-full sm:w-56">
        <Select value={outcome ?? ''} onChange={({ target }) => set({ outcome: target.value })}>
          <option value="">{t('requests.all')}</option>
          <option value="error">{t('requests.errors')}</option>
          <option value="ok">{t('requests.ok')}</option>
        </Select>
      </Field>
      <DataTable
        label={t('requests.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(call) => call.id}
        detailsOf={(call) => <CallFacts call={call} />}
        filtered={active}
        empty={
          <EmptyState
            drawing="code"
            title={t('requests.emptyTitle')}
            text={t('requests.emptyText')}
            action={<ButtonLink href="/integrations/try">{t('keys.tryIt')}</ButtonLink>}
          />
        }
      />
    </>
  );
}

function useColumns(): Columns<Call> {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  return [
    {
      header: t('requests.call'),
      cell: ({ row: { original: call } }) => (
        <code className="font-mono text-small wrap-anywhere">
          <strong>{call.method}</strong> {call.path}
        </code>
      ),
    },
    {
      header: t('requests.status'),
      cell: ({ row: { original: call } }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Badge tone={call.status < FIRST_REFUSAL ? 'good' : 'bad'}>{call.status}</Badge>
          {call.code && <code className="hidden font-mono text-small md:inline">{call.code}</code>}
        </span>
      ),
    },
    {
      header: t('requests.duration'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => (
        <span className="whitespace-nowrap tabular-nums">{format.number(row.original.duration_ms)} ms</span>
      ),
    },
    {
      header: t('requests.via'),
      meta: { wideOnly: true },
      cell: ({ row: { original: call } }) => (
        <span className="wrap-anywhere">
          {call.via === 'jwt' ? t('requests.jwt') : (call.key_name ?? t('requests.key'))}
        </span>
      ),
    },
    {
      header: t('requests.when'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Instant at={row.original.created_at} />,
    },
  ];
}

function CallFacts({ call }: { call: Call }) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  return (
    <Facts
      facts={[
        [t('requests.when'), format.exact(call.created_at)],
        [t('requests.code'), call.code && <code key="code">{call.code}</code>],
        [t('requests.id'), <Copyable key="id" text={call.id} label={t('requests.id')} />],
        [t('requests.duration'), `${format.number(call.duration_ms)} ms`],
        [t('requests.via'), call.via === 'jwt' ? t('requests.jwt') : (call.key_name ?? t('requests.key'))],
        [t('requests.address'), call.address],
        [t('requests.program'), call.user_agent],
      ]}
    />
  );
}
