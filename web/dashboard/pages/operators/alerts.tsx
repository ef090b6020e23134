import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get, type Item, post, type Query } from '../../api/client.ts';
import { usePages } from '../../api/pages.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Field } from '../../kit/field.tsx';
import { useFilters } from '../../kit/filters.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { EmptyState, PageHeader } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { type Columns, DataTable } from '../../kit/table.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { TwoLines } from './two-lines.tsx';

type Alert = Item<'/api/v1/admin/alerts'>;
type AlertQuery = Query<'/api/v1/admin/alerts'>;
type AlertProps = { alert: Alert };

const STATES = ['open', 'resolved'] as const;
const REFRESH_MS = 15_000;

/** What banks say that does not fit the books, until an operator says what it was. */
export function Page() {
  const { t } = useTranslation(['alerts', 'common']);
  const { values, set } = useFilters(['state']);
  const [asked, setAsked] = useState<Alert | null>(null);
  const state = values.state === 'all' ? undefined : (STATES.find((each) => each === values.state) ?? 'open');
  const pages = usePages(
    'alerts',
    (query: AlertQuery) => get('/api/v1/admin/alerts', { query }),
    state ? { state } : {},
    { refetchMs: REFRESH_MS },
  );
  return (
    <>
      <PageHeader title={t('title')} about={t('about')} />
      <Field label={t('show')} className="max-w-52">
        <Select value={state ?? 'all'} onChange={(event) => set({ state: event.target.value })}>
          {STATES.map((each) => (
            <option key={each} value={each}>
              {t(`state.${each}`)}
            </option>
          ))}
          <option value="all">{t('common:fields.all')}</option>
        </Select>
      </Field>
      <DataTable
        label={t('title')}
        columns={useColumns(setAsked)}
        pages={pages}
        idOf={({ id }) => id}
        filtered={state === 'resolved'}
        empty={<EmptyState title={t('emptyTitle')} text={t('emptyText')} />}
      />
      {asked && <ResolveDialog alert={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function useColumns(onResolve: (alert: Alert) => void): Columns<Alert> {
  const { t } = useTranslation('alerts');
  return [
    { header: t('what'), cell: ({ row }) => <What alert={row.original} /> },
    {
      header: t('amount'),
      meta: { align: 'right', wideOnly: true },
      cell: ({ row }) => <Amount alert={row.original} />,
    },
    { header: t('of'), meta: { wideOnly: true }, cell: ({ row }) => <Of alert={row.original} /> },
    { header: t('result'), cell: ({ row }) => <State alert={row.original} onResolve={onResolve} /> },
  ];
}

/** On a phone amount and account stand here too. */
function What({ alert }: AlertProps) {
  const { t } = useTranslation('alerts');
  return (
    <div className="grid max-w-96 gap-1">
      <TwoLines
        first={<span className="font-medium">{t(`kinds.${alert.kind}.title`)}</span>}
        second={t(`kinds.${alert.kind}.about`)}
      />
      {alert.detail && (
        <span className="text-small wrap-anywhere">{t('detail', { detail: alert.detail })}</span>
      )}
      <span className="text-small text-quiet">
        <Instant at={alert.raised_at} />
      </span>
      <span className="grid gap-1 text-small md:hidden">
        <Amount alert={alert} />
        <Of alert={alert} />
      </span>
    </div>
  );
}

function Amount({ alert: { amount } }: AlertProps) {
  return amount === null ? '–' : <Money value={amount} />;
}

function Of({ alert }: AlertProps) {
  const { t } = useTranslation('alerts');
  const { account_id: accountId, charge_id: chargeId, withdrawal_id: withdrawalId, provider } = alert;
  const link = 'text-accent hover:underline';
  return (
    <span className="grid gap-0.5 text-small">
      {accountId && (
        <Link href={`/admin/accounts/${accountId}`} className={link}>
          {alert.account_name ?? accountId}
        </Link>
      )}
      {chargeId && (
        <Link href={`/admin/search/charges/${chargeId}`} className={link}>
          {t('charge')}
        </Link>
      )}
      {withdrawalId && (
        <span className="wrap-anywhere">
          {t('withdrawal')} <code className="font-mono">{withdrawalId}</code>
        </span>
      )}
      {alert.kind === 'coverage_low' && (
        <Link href="/admin/ledger" className={link}>
          {t('coverage')}
        </Link>
      )}
      {provider && <span className="text-quiet">{provider}</span>}
    </span>
  );
}

function State({ alert, onResolve }: AlertProps & { onResolve: (alert: Alert) => void }) {
  const { t } = useTranslation('alerts');
  const what = t(`kinds.${alert.kind}.title`);
  if (alert.state === 'open') {
    return (
      <Button aria-label={t('resolveOf', { what })} onClick={() => onResolve(alert)}>
        {t('resolve')}
      </Button>
    );
  }
  const said =
    alert.resolved_by === 'operator'
      ? t('byOperator', { email: alert.resolver_email ?? '' })
      : t('byGateway');
  return (
    <div className="grid max-w-64 justify-items-start gap-1 text-small">
      <TwoLines first={said} second={alert.note} />
      {alert.over_at && alert.resolved_by === 'operator' && <Badge tone="good">{t('over')}</Badge>}
    </div>
  );
}

function ResolveDialog({ alert, onClose }: AlertProps & { onClose: () => void }) {
  const { t } = useTranslation('alerts');
  const notify = useNotify();
  return (
    <ReasonDialog
      title={t('resolveTitle')}
      about={t('resolveAbout')}
      action={t('resolve')}
      label={t('note')}
      hint={t('noteHint')}
      variant="primary"
      send={(note) => post('/api/v1/admin/alerts/{id}/resolve', { path: { id: alert.id }, body: { note } })}
      after={() => notify(t('resolved'))}
      onClose={onClose}
    />
  );
}
