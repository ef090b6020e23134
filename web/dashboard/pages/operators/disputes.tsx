import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { ABOVE_ROW } from '../../kit/table-row.tsx';
import { CloseDialog, type Outcome } from './close-dispute.tsx';
import { ShortId } from './short-id.tsx';
import { TwoLines } from './two-lines.tsx';

export type Dispute = Item<'/api/v1/admin/disputes'>;
type DisputeQuery = Query<'/api/v1/admin/disputes'>;

const STATUSES = ['open', 'won', 'lost'] as const;
const TONES = { open: 'note', won: 'good', lost: 'bad' } as const;

export function Page() {
  const { t } = useTranslation(['operators', 'common']);
  const { values, set } = useFilters(['status']);
  const [asked, setAsked] = useState<{ outcome: Outcome; dispute: Dispute } | null>(null);
  const status = STATUSES.find((each) => each === values.status);
  const pages = usePages(
    'disputes',
    (query: DisputeQuery) => get('/api/v1/admin/disputes', { query }),
    status ? { status } : {},
  );
  const columns = useColumns((outcome, dispute) => setAsked({ outcome, dispute }));
  return (
    <>
      <PageHeader title={t('disputes.title')} about={t('disputes.about')} />
      <Field label={t('common:fields.status')} className="max-w-52">
        <Select value={status ?? ''} onChange={(event) => set({ status: event.target.value })}>
          <option value="">{t('common:fields.all')}</option>
          {STATUSES.map((each) => (
            <option key={each} value={each}>
              {t(`disputes.status.${each}`)}
            </option>
          ))}
        </Select>
      </Field>
      <DataTable
        label={t('disputes.title')}
        columns={columns}
        pages={pages}
        idOf={(dispute) => dispute.id}
        hrefOf={(dispute) => `/admin/disputes/${dispute.id}`}
        filtered={status !== undefined}
        empty={<EmptyState title={t('disputes.emptyTitle')} text={t('disputes.emptyText')} />}
      />
      {asked && <CloseDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(onClose: (outcome: Outcome, dispute: Dispute) => void): Columns<Dispute> {
  const { t } = useTranslation(['operators', 'common']);
  return [
    { header: t('disputes.kindLabel'), cell: ({ row }) => <What dispute={row.original} /> },
    {
      header: t('common:fields.account'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <Link
          href={`/admin/accounts/${row.original.account_id}`}
          className={`font-medium wrap-anywhere text-accent hover:underline ${ABOVE_ROW}`}
        >
          {row.original.account_name}
        </Link>
      ),
    },
    {
      header: t('disputes.charge'),
      meta: { wideOnly: true },
      cell: ({ row }) => (
        <Link
          href={`/admin/search/charges/${row.original.charge_id}`}
          className="text-accent hover:underline"
        >
          <ShortId id={row.original.charge_id} />
        </Link>
      ),
    },
    {
      header: t('common:fields.value'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Money value={row.original.amount} />,
    },
    {
      header: t('common:fields.status'),
      cell: ({ row }) => <State dispute={row.original} onClose={onClose} />,
    },
    {
      header: t('disputes.decision'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Decide dispute={row.original} onClose={onClose} />,
    },
  ];
}

/** On phones this cell also shows the amount. */
function What({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('operators');
  return (
    <div className="grid">
      <TwoLines first={t(`disputes.kind.${dispute.kind}`)} second={dispute.reason} />
      <span className="grid md:hidden">
        <span className="wrap-anywhere">{dispute.account_name}</span>
        <Money value={dispute.amount} />
      </span>
      <span className="text-small text-quiet">
        <Instant at={dispute.created_at} />
      </span>
    </div>
  );
}

type Deciding = { dispute: Dispute; onClose: (outcome: Outcome, dispute: Dispute) => void };

/** On phones this cell also has the decision. */
function State({ dispute, onClose }: Deciding) {
  const { t } = useTranslation('operators');
  return (
    <div className="grid justify-items-start gap-2">
      <Badge tone={TONES[dispute.status]}>{t(`disputes.status.${dispute.status}`)}</Badge>
      {dispute.status === 'open' && dispute.answer && <Badge tone="info">{t('disputes.answered')}</Badge>}
      {dispute.closed_at && (
        <span className="text-small text-quiet">
          <Instant at={dispute.closed_at} />
        </span>
      )}
      <div className="md:hidden">
        <Decide dispute={dispute} onClose={onClose} />
      </div>
    </div>
  );
}

function Decide({ dispute, onClose }: Deciding) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  if (dispute.status !== 'open') return null;
  const words = { amount: format.money(dispute.amount), account: dispute.account_name };
  return (
    <div className={`grid justify-items-start gap-2 whitespace-nowrap lg:flex ${ABOVE_ROW}`}>
      <Button aria-label={t('disputes.winOf', words)} onClick={() => onClose('won', dispute)}>
        {t('disputes.win')}
      </Button>
      <Button aria-label={t('disputes.loseOf', words)} onClick={() => onClose('lost', dispute)}>
        {t('disputes.lose')}
      </Button>
    </div>
  );
}
