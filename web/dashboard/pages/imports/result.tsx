import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, addressOf, get, type Item, post } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { useMay } from '../../api/permissions.tsx';
import { useSend } from '../../api/send.ts';
import { useIsView } from '../../api/session.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { fieldRefusal } from '../../text/field-refusals.ts';
import { useLanguage } from '../../text/language.ts';
import type { Texts } from '../../text/portuguese/texts.ts';

type Import = Answer<'/api/v1/charge-imports/{id}'>;
type Row = Item<'/api/v1/charge-imports/{id}/rows'>;

const REFETCH_MS = 1_500;
const STATUSES = ['ready', 'refused', 'made', 'failed'] as const;
const TONES: Record<Row['status'], Tone> = { ready: 'info', refused: 'bad', made: 'good', failed: 'bad' };

export function Page({ params }: { params: Record<string, string> }) {
  const { t } = useTranslation('imports');
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['import', id],
    queryFn: () => get('/api/v1/charge-imports/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? REFETCH_MS : false),
  });
  const name = query.data?.file_name ?? '';
  return (
    <>
      <PageHeader
        title={name ? t('result', { name }) : t('title')}
        back={{ href: '/charges/import', label: t('title') }}
      />
      <Loaded query={query} lines={6}>
        {(made) => (
          <>
            <Summary made={made} />
            <Rows made={made} />
          </>
        )}
      </Loaded>
    </>
  );
}

function Summary({ made }: { made: Import }) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  const isView = useIsView();
  return (
    <Card>
      <Facts
        facts={[
          [t('statusTitle'), t(`status.${made.status}`)],
          [t('total'), made.rows_count],
          [t('ready'), made.ready_count],
          [t('refused'), made.refused_count],
          [t('value'), <Money key="value" value={made.value} />],
          [t('made'), made.confirmed_at && made.made_count],
          [t('failed'), made.failed_count > 0 ? made.failed_count : null],
        ]}
      />
      <NextStep made={made} />
      {!isView && (
        <div>
          <a
            href={addressOf('/api/v1/charge-imports/{id}/export', {
              path: { id: made.id },
              query: { language },
            })}
            download
            className="text-accent underline"
          >
            {t('export')}
          </a>
        </div>
      )}
    </Card>
  );
}

function NextStep({ made }: { made: Import }) {
  const { t } = useTranslation('imports');
  const may = useMay();
  const sending = useSend(() => post('/api/v1/charge-imports/{id}/confirm', { path: { id: made.id } }));
  if (made.status === 'expired') return <p className="text-quiet">{t('expired')}</p>;
  if (made.status === 'running') {
    const done = made.made_count + made.failed_count;
    return (
      <div className="grid gap-2">
        <progress aria-label={t('status.running')} value={done} max={made.ready_count} className="w-full" />
        <p role="status">{t('progress', { made: done, all: made.ready_count })}</p>
      </div>
    );
  }
  if (made.status === 'done' || made.ready_count === 0 || !may('charges:write')) return null;
  return (
    <div className="grid gap-2">
      {made.refused_count > 0 && (
        <p className="rounded-lg bg-note-ground p-3 text-note">
          {t('leftOut', { count: made.refused_count })}
        </p>
      )}
      {sending.error && <ErrorNotice error={sending.error} />}
      <div>
        <Button variant="primary" busy={sending.isPending} onClick={() => sending.mutate(undefined)}>
          {t('confirm', { count: made.ready_count })}
        </Button>
      </div>
      <p className="text-small text-quiet">{t('waits')}</p>
    </div>
  );
}

function Rows({ made }: { made: Import }) {
  const { t } = useTranslation('imports');
  const { values, set, active } = useFilters(['status']);
  const status = STATUSES.find((each) => each === values.status);
  const pages = usePages(
    `import-rows-${made.id}`,
    (query: { limit?: number; cursor?: string; status?: Row['status'] }) =>
      get('/api/v1/charge-imports/{id}/rows', { path: { id: made.id }, query }),
    { ...(status && { status }) },
    made.status === 'running' ? { refetchMs: REFETCH_MS } : {},
  );
  const { retry } = pages;
  const isSettled = made.status !== 'running';
  // Rows and import are read apart: once it has ended, the rows are read a last time.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it ends, and not when the page is drawn again
  useEffect(() => {
    if (isSettled) retry();
  }, [isSettled]);
  return (
    <>
      <Field label={t('filter')} className="max-w-xs">
        <Select value={values.status ?? ''} onChange={(event) => set({ status: event.target.value })}>
          <option value="">{t('all')}</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`rowStatus.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DataTable
        label={t('rows')}
        columns={useColumns()}
        pages={pages}
        idOf={(row) => String(row.line)}
        filtered={active}
        empty={null}
      />
    </>
  );
}

function useColumns(): Columns<Row> {
  const { t } = useTranslation('imports');
  return [
    { header: t('line'), cell: ({ row }) => row.original.line },
    {
      header: t('statusTitle'),
      cell: ({ row }) => (
        <Badge tone={TONES[row.original.status]}>{t(`rowStatus.${row.original.status}`)}</Badge>
      ),
    },
    {
      header: t('fields.value'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => row.original.value !== null && <Money value={row.original.value} />,
    },
    { header: t('message'), cell: ({ row }) => <Outcome row={row.original} /> },
  ];
}

type FieldName = keyof Texts['imports']['fields'];

function Outcome({ row }: { row: Row }) {
  const { t } = useTranslation('imports');
  const language = useLanguage();
  if (row.charge_id) {
    return (
      <Link href={`/charges/${row.charge_id}`} className="text-accent underline">
        {t('openCharge')}
      </Link>
    );
  }
  const nameOf = (field: string) => t(`fields.${(field.split('.').at(-1) ?? 'row') as FieldName}`);
  return row.errors.map(({ field, message }) => (
    <span key={field} className="block wrap-anywhere">
      <strong className="font-semibold">{nameOf(field)}:</strong> {fieldRefusal(language, message)}
    </span>
  ));
}
