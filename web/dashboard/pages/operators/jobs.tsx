import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, post, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useSend } from '../../api/send.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ShortId } from './short-id.tsx';
import { TwoLines } from './two-lines.tsx';

type Job = Item<'/api/v1/admin/jobs'>;
type JobQuery = Query<'/api/v1/admin/jobs'>;

const STATUSES = ['failed', 'pending'] as const;

export function Page() {
  const { t } = useTranslation(['operators', 'common']);
  const { values, set } = useFilters(['status']);
  const status = STATUSES.find((each) => each === values.status) ?? 'failed';
  const pages = usePages('jobs', (query: JobQuery) => get('/api/v1/admin/jobs', { query }), { status });
  return (
    <>
      <PageHeader title={t('jobs.title')} about={t('jobs.about')} />
      <Field label={t('common:fields.status')} className="max-w-52">
        <Select value={status} onChange={(event) => set({ status: event.target.value })}>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`jobs.status.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DataTable
        label={t('jobs.title')}
        columns={useColumns()}
        pages={pages}
        idOf={(job) => job.id}
        filtered={false}
        empty={<EmptyState title={t(`jobs.empty.${status}`)} text={t('jobs.emptyText')} />}
      />
    </>
  );
}

function useColumns(): Columns<Job> {
  const { t } = useTranslation(['operators', 'common']);
  const format = useFormat();
  return [
    { header: t('jobs.kind'), cell: ({ row }) => <What job={row.original} /> },
    {
      header: t('common:fields.account'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Account job={row.original} />,
    },
    {
      header: t('jobs.subject'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Subject job={row.original} />,
    },
    {
      header: t('jobs.attempts'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => format.number(row.original.attempts),
    },
    { header: t('common:fields.status'), cell: ({ row }) => <State job={row.original} /> },
  ];
}

/** On a phone the account stands here too: the columns left are few. */
function What({ job }: { job: Job }) {
  return (
    <div className="grid">
      <TwoLines first={<code className="font-mono">{job.kind}</code>} second={job.last_error} />
      <span className="md:hidden">
        <Account job={job} />
      </span>
    </div>
  );
}

function Account({ job }: { job: Job }) {
  return (
    <Link
      href={`/admin/accounts/${job.account_id}`}
      className="font-medium wrap-anywhere text-accent hover:underline"
    >
      {job.account_name ?? job.account_id}
    </Link>
  );
}

/** The first id of the payload: the charge, refund or withdrawal that the job works on. */
function Subject({ job }: { job: Job }) {
  const [name, id] = Object.entries(job.payload).find(([, value]) => typeof value === 'string') ?? [];
  return (
    <TwoLines first={<ShortId id={typeof id === 'string' ? id : job.id} />} second={name ?? job.object} />
  );
}

function State({ job }: { job: Job }) {
  const { t } = useTranslation('operators');
  const at = job.failed_at ?? job.run_at;
  return (
    <div className="grid justify-items-start gap-2">
      <Badge tone={job.status === 'failed' ? 'bad' : 'note'}>{t(`jobs.status.${job.status}`)}</Badge>
      {at && (
        <span className="text-small text-quiet">
          {t(job.failed_at ? 'jobs.failedAt' : 'jobs.nextAt')} <Instant at={at} />
        </span>
      )}
      {job.status === 'failed' && <Retry job={job} />}
    </div>
  );
}

function Retry({ job }: { job: Job }) {
  const { t } = useTranslation('operators');
  const notify = useNotify();
  const { account_id, id, kind } = job;
  const words = { kind, account: job.account_name ?? account_id };
  const retry = useSend(
    (_input: null) => post('/api/v1/admin/jobs/{account_id}/{id}/retry', { path: { account_id, id } }),
    () => notify(t('jobs.retried', words)),
  );
  return (
    <>
      <Button aria-label={t('jobs.retryOf', words)} busy={retry.isPending} onClick={() => retry.mutate(null)}>
        <RotateCw aria-hidden="true" size={16} />
        {t('jobs.retry')}
      </Button>
      {retry.error && <ErrorNotice error={retry.error} />}
    </>
  );
}
