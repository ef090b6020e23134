import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge } from '../../kit/badge.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { TwoLines } from './two-lines.tsx';

export type Day = Item<'/api/v1/admin/reconciliation'>;
type DayQuery = Query<'/api/v1/admin/reconciliation'>;

const KINDS = ['pix', 'boleto', 'payout'] as const;
const DIFFERENCES = ['missing_here', 'missing_there', 'amount_differs', 'unknown'] as const;
const REFRESH_MS = 15_000;

export function Page() {
  const { t } = useTranslation(['reconciliation', 'common']);
  const { values, set } = useFilters(['kind', 'open']);
  const kind = KINDS.find((each) => each === values.kind);
  const onlyOpen = values.open === 'true';
  const pages = usePages(
    'reconciliation',
    (query: DayQuery) => get('/api/v1/admin/reconciliation', { query }),
    { ...(kind ? { kind } : {}), ...(onlyOpen ? { open: true } : {}) },
    { refetchMs: REFRESH_MS },
  );
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <div className="grid gap-4 sm:flex">
        <Field label={t('kindLabel')} className="sm:w-44">
          <Select value={kind ?? ''} onChange={(event) => set({ kind: event.target.value })}>
            <option value="">{t('common:fields.all')}</option>
            {KINDS.map((each) => (
              <option key={each} value={each}>
                {t(`kind.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('show')} className="sm:w-64">
          <Select value={onlyOpen ? 'true' : ''} onChange={(event) => set({ open: event.target.value })}>
            <option value="">{t('everyDay')}</option>
            <option value="true">{t('onlyOpen')}</option>
          </Select>
        </Field>
      </div>
      <DataTable
        label={t('title')}
        columns={useColumns()}
        pages={pages}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/admin/reconciliation/${id}`}
        filtered={kind !== undefined || onlyOpen}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      />
    </>
  );
}

function useColumns(): Columns<Day> {
  const { t } = useTranslation('reconciliation');
  const format = useFormat();
  return [
    {
      header: t('day'),
      cell: ({ row: { original: day } }) => (
        <TwoLines first={format.day(day.day)} second={`${t(`kind.${day.kind}`)} · ${day.provider}`} />
      ),
    },
    {
      header: t('listed'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Amount value={row.original.listed} />,
    },
    {
      header: t('booked'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Amount value={row.original.booked} />,
    },
    { header: t('result'), cell: ({ row }) => <Result day={row.original} /> },
  ];
}

function Amount({ value }: { value: number | null }) {
  return value === null ? '–' : <Money value={value} />;
}

/** On a phone the two sums stand here. */
function Result({ day }: { day: Day }) {
  const { t } = useTranslation('reconciliation');
  return (
    <div className="grid justify-items-start gap-1">
      <ResultBadge day={day} />
      {day.listed !== null && (
        <span className="grid text-small text-quiet md:hidden">
          <span>
            {t('listed')}: <Amount value={day.listed} />
          </span>
          <span>
            {t('booked')}: <Amount value={day.booked} />
          </span>
        </span>
      )}
    </div>
  );
}

export function ResultBadge({ day: { state, totals, open_differences: count } }: { day: Day }) {
  const { t } = useTranslation('reconciliation');
  const isCompared = state === 'complete' && totals !== null;
  const isWaiting = isCompared && totals.waiting.count > 0;
  const differs = isCompared && DIFFERENCES.some((verdict) => totals[verdict].count > 0);
  return (
    <span className="flex flex-wrap gap-1">
      {state !== 'complete' && <Badge tone={state === 'pending' ? 'plain' : 'note'}>{t(state)}</Badge>}
      {count > 0 && <Badge tone="bad">{t('open', { count })}</Badge>}
      {isWaiting && <Badge tone="info">{t('verdict.waiting')}</Badge>}
      {isCompared && count === 0 && differs && <Badge>{t('noneOpen')}</Badge>}
      {isCompared && !isWaiting && !differs && <Badge tone="good">{t('allMatches')}</Badge>}
    </span>
  );
}
