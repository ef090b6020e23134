import { useTranslation } from 'react-i18next';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { shownDocument } from '../../kit/written-document.ts';
import { TwoLines } from './two-lines.tsx';

export type Submission = Item<'/api/v1/admin/identities'>;
type IdentityQuery = Query<'/api/v1/admin/identities'>;

const STATUSES = ['submitted', 'in_review', 'approved', 'refused', 'replaced'] as const;
const TONES: Record<Submission['status'], Tone> = {
  submitted: 'info',
  in_review: 'note',
  approved: 'good',
  refused: 'bad',
  replaced: 'plain',
};
const REFRESH_MS = 15_000;

export function Page() {
  const { t } = useTranslation(['identityReview', 'common']);
  const { values, set } = useFilters(['status']);
  const status = STATUSES.find((each) => each === values.status);
  const pages = usePages(
    'identities',
    (query: IdentityQuery) => get('/api/v1/admin/identities', { query }),
    status ? { status } : {},
    { refetchMs: REFRESH_MS },
  );
  const columns = useColumns();
  return (
    <>
      <PageHeader title={t('identityReview:title')} about={t('identityReview:about')} />
      <Field label={t('common:fields.status')} className="max-w-52">
        <Select value={status ?? ''} onChange={(event) => set({ status: event.target.value })}>
          <option value="">{t('identityReview:waiting')}</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`identityReview:status.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DataTable
        label={t('identityReview:title')}
        columns={columns}
        pages={pages}
        idOf={({ id }) => id}
        hrefOf={({ id }) => `/admin/identities/${id}`}
        filtered={status !== undefined}
        empty={
          <EmptyState
            drawing="people"
            title={t('identityReview:emptyTitle')}
            text={t('identityReview:emptyText')}
          />
        }
      />
    </>
  );
}

function useColumns(): Columns<Submission> {
  const { t } = useTranslation(['identityReview', 'common']);
  return [
    {
      header: t('identityReview:account'),
      cell: ({ row: { original } }) => (
        <div className="grid">
          <TwoLines first={original.account.name} second={shownDocument(original.account.document)} />
          <span className="text-small text-quiet md:hidden">
            <Instant at={original.submitted_at} />
          </span>
        </div>
      ),
    },
    {
      header: t('identityReview:fields.type'),
      meta: { wideOnly: true },
      cell: ({ row: { original } }) => t(`identityReview:personType.${original.account.person_type}`),
    },
    {
      header: t('identityReview:sentAt'),
      meta: { wideOnly: true },
      cell: ({ row: { original } }) => (
        <div className="grid">
          <Instant at={original.submitted_at} />
          <span className="text-small text-quiet">
            {t('identityReview:earlier', { count: original.earlier })}
          </span>
        </div>
      ),
    },
    {
      header: t('common:fields.status'),
      cell: ({ row: { original } }) => <SubmissionBadge submission={original} />,
    },
  ];
}

/** What waits for a second person says so. */
export function SubmissionBadge({ submission: { status, proposal } }: { submission: Submission }) {
  const { t } = useTranslation('identityReview');
  return (
    <Badge tone={TONES[status]}>
      {proposal?.counts ? t(`proposed.${proposal.decision}`) : t(`status.${status}`)}
    </Badge>
  );
}
