import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, post, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { EmptyState } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import type { Day } from './reconciliation.tsx';
import { TwoLines } from './two-lines.tsx';

type Difference = Item<'/api/v1/admin/reconciliation/{id}/differences'>;
type DifferenceQuery = Query<'/api/v1/admin/reconciliation/{id}/differences'>;

const STATES = ['open', 'resolved'] as const;
const TONES: Record<Difference['verdict'], Tone> = {
  missing_here: 'note',
  missing_there: 'bad',
  amount_differs: 'bad',
  unknown: 'plain',
};

/** What does not match on a day. */
export function DifferenceList({ day }: { day: Day }) {
  const { t } = useTranslation('reconciliation');
  const { values, set } = useFilters(['state']);
  const [asked, setAsked] = useState<Difference | null>(null);
  const state = STATES.find((each) => each === values.state);
  const pages = usePages(
    `reconciliation-${day.id}-${day.runs}`,
    (query: DifferenceQuery) =>
      get('/api/v1/admin/reconciliation/{id}/differences', { path: { id: day.id }, query }),
    state ? { state } : {},
  );
  return (
    <section className="grid min-w-0 gap-4" aria-label={t('differences')}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="text-title font-semibold">{t('differences')}</h2>
        <Field label={t('show')} className="w-44">
          <Select value={state ?? ''} onChange={(event) => set({ state: event.target.value })}>
            <option value="">{t('everyDifference')}</option>
            {STATES.map((each) => (
              <option key={each} value={each}>
                {t(`state.${each}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <DataTable
        label={t('differences')}
        columns={useColumns(setAsked)}
        pages={pages}
        idOf={({ id }) => id}
        filtered={state !== undefined}
        empty={<EmptyState title={t('noDifferences')} text={t('noDifferencesText')} />}
      />
      {asked && <ResolveDialog difference={asked} onClose={() => setAsked(null)} />}
    </section>
  );
}

function useColumns(onResolve: (difference: Difference) => void): Columns<Difference> {
  const { t } = useTranslation('reconciliation');
  return [
    { header: t('item'), cell: ({ row }) => <What difference={row.original} /> },
    {
      header: t('verdictLabel'),
      meta: { wideOnly: true },
      cell: ({ row }) => <Verdict difference={row.original} />,
    },
    {
      header: t('listed'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Amounts difference={row.original} of="listed" />,
    },
    {
      header: t('booked'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Amounts difference={row.original} of="booked" />,
    },
    { header: t('result'), cell: ({ row }) => <State difference={row.original} onResolve={onResolve} /> },
  ];
}

function useAmount(): (value: number | null) => string {
  const { t } = useTranslation('reconciliation');
  const format = useFormat();
  return (value) => (value === null ? t('nothing') : format.money(value));
}

/** On a phone verdict and amounts stand here too. */
function What({ difference }: { difference: Difference }) {
  const { t } = useTranslation('reconciliation');
  const amount = useAmount();
  const { reference, account_id: accountId, charge_id: chargeId } = difference;
  return (
    <div className="grid gap-1">
      <TwoLines
        first={<code className="font-mono text-small wrap-anywhere">{reference}</code>}
        second={<Instant at={difference.occurred_at} />}
      />
      {accountId && (
        <span className="text-small">
          <Link href={`/admin/accounts/${accountId}`} className="text-accent hover:underline">
            {difference.account_name ?? accountId}
          </Link>
          {chargeId && (
            <>
              {' · '}
              <Link href={`/admin/search/charges/${chargeId}`} className="text-accent hover:underline">
                {t('charge')}
              </Link>
            </>
          )}
          {difference.withdrawal_id && ` · ${t('withdrawal')}`}
        </span>
      )}
      <span className="grid gap-1 md:hidden">
        <Verdict difference={difference} />
        <span className="text-small">
          {t('listed')}: {amount(difference.listed)}
        </span>
        <span className="text-small">
          {t('booked')}: {amount(difference.booked)}
        </span>
      </span>
    </div>
  );
}

function Verdict({ difference: { verdict, listed_returned, booked_returned } }: { difference: Difference }) {
  const { t } = useTranslation('reconciliation');
  const amount = useAmount();
  const isOfReturns = verdict === 'amount_differs' && listed_returned !== booked_returned;
  return (
    <span className="grid max-w-72 justify-items-start gap-1">
      <Badge tone={TONES[verdict]}>{t(`verdict.${verdict}`)}</Badge>
      <span className="text-small text-quiet">
        {isOfReturns
          ? t('returnedOf', { listed: amount(listed_returned), booked: amount(booked_returned) })
          : t(`meaning.${verdict}`)}
      </span>
    </span>
  );
}

function Amounts({ difference, of }: { difference: Difference; of: 'listed' | 'booked' }) {
  const amount = useAmount();
  return <span className="whitespace-nowrap">{amount(difference[of])}</span>;
}

function State({
  difference,
  onResolve,
}: {
  difference: Difference;
  onResolve: (difference: Difference) => void;
}) {
  const { t } = useTranslation('reconciliation');
  const { state, reference, resolved_by: by, resolver_email: email, note } = difference;
  if (state === 'open') {
    return (
      <Button aria-label={t('resolveOf', { reference })} onClick={() => onResolve(difference)}>
        {t('resolve')}
      </Button>
    );
  }
  const said = by === 'operator' ? t('byOperator', { email: email ?? '' }) : t('byComparison');
  return (
    <div className="max-w-64 text-small">
      <TwoLines first={said} second={note} />
    </div>
  );
}

function ResolveDialog({ difference, onClose }: { difference: Difference; onClose: () => void }) {
  const { t } = useTranslation('reconciliation');
  const notify = useNotify();
  return (
    <ReasonDialog
      title={t('resolveTitle')}
      about={t('resolveAbout')}
      action={t('resolve')}
      label={t('note')}
      hint={t('noteHint')}
      variant="primary"
      send={(note) =>
        post('/api/v1/admin/reconciliation/differences/{id}/resolve', {
          path: { id: difference.id },
          body: { note },
        })
      }
      after={() => notify(t('resolved'))}
      onClose={onClose}
    />
  );
}
