import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get, type Item } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import { CoverageCard } from './coverage-card.tsx';
import { ShortId } from './short-id.tsx';
import { TotalsCard } from './totals-card.tsx';

type Audit = Answer<'/api/v1/admin/ledger/audit'>;

export function Page() {
  const { t } = useTranslation('operators');
  const audit = useSend((_: null) => get('/api/v1/admin/ledger/audit'));
  return (
    <>
      <PageHeader title={t('ledger.title')} about={t('ledger.about')}>
        <Button variant="primary" busy={audit.isPending} onClick={() => audit.mutate(null)}>
          {t('ledger.run')}
        </Button>
      </PageHeader>
      <Card title={t('ledger.audit')} action={audit.data && <Verdict audit={audit.data} />}>
        <div role="status" className="grid min-w-0 gap-4">
          {audit.isPending && <SkeletonLines count={3} />}
          {audit.error && <ErrorNotice error={audit.error} retry={() => audit.mutate(null)} />}
          {audit.data && <Result audit={audit.data} />}
          {audit.isIdle && <LastRun />}
        </div>
        <p className="text-small text-quiet">{t('ledger.cost')}</p>
      </Card>
      <TotalsCard />
      <CoverageCard />
    </>
  );
}

/** The latest run in the audit log, by any operator. */
function LastRun() {
  const { t } = useTranslation('operators');
  const query = useQuery({
    queryKey: ['every-audit-log', 'last-audit'],
    queryFn: () => get('/api/v1/admin/audit-log', { query: { action: 'ledger.audited', limit: 1 } }),
  });
  return (
    <Loaded query={query} lines={3}>
      {({ data: [line] }) =>
        line ? <PastRun line={line} /> : <p className="text-quiet">{t('ledger.notYet')}</p>
      }
    </Loaded>
  );
}

function PastRun({ line }: { line: Item<'/api/v1/admin/audit-log'> }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  const { ok, differences, duration_ms: duration } = line.details;
  const count = Number(differences ?? 0);
  return (
    <Facts
      facts={[
        [
          t('ledger.lastResult'),
          <Badge key="result" tone={ok === true ? 'good' : 'bad'}>
            {ok === true ? t('ledger.proven') : t('ledger.differ', { count })}
          </Badge>,
        ],
        [t('ledger.at'), format.exact(line.created_at)],
        [t('ledger.took'), t('ledger.milliseconds', { count: Number(duration ?? 0) })],
        [t('ledger.by'), line.actor.email],
      ]}
    />
  );
}

function Verdict({ audit }: { audit: Audit }) {
  const { t } = useTranslation('operators');
  const count = audit.differences.length;
  return audit.ok ? (
    <Badge tone="good">{t('ledger.proven')}</Badge>
  ) : (
    <Badge tone="bad">{t('ledger.differ', { count })}</Badge>
  );
}

function Result({ audit }: { audit: Audit }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  return (
    <>
      <p>{audit.ok ? t('ledger.provenText') : t('ledger.differText')}</p>
      <Facts
        facts={[
          [t('ledger.at'), format.exact(audit.checked_at)],
          [t('ledger.took'), t('ledger.milliseconds', { count: audit.duration_ms })],
        ]}
      />
      {!audit.ok && <Differences differences={audit.differences} />}
    </>
  );
}

const CELL = 'px-3 py-2 align-top';

function Differences({ differences }: { differences: Audit['differences'] }) {
  const { t } = useTranslation(['operators', 'common']);
  const names = [
    t('ledger.rule'),
    t('common:fields.account'),
    t('ledger.subject'),
    t('ledger.expected'),
    t('ledger.actual'),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section aria-label={t('ledger.audit')} tabIndex={0} className="max-h-96 overflow-auto rounded-lg border">
      <table className="w-full border-collapse text-left">
        <thead>
          <tr className="border-b text-small text-quiet">
            {names.map((name) => (
              <th key={name} scope="col" className={`${CELL} font-semibold`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <Difference key={Object.values(difference).join(' ')} difference={difference} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Difference({ difference }: { difference: Audit['differences'][number] }) {
  const { check, account_id: accountId, subject, expected, actual } = difference;
  return (
    <tr className="border-b last:border-0">
      <td className={CELL}>{check}</td>
      <td className={CELL}>
        <Link href={`/admin/accounts/${accountId}`} className="text-accent hover:underline">
          <ShortId id={accountId} />
        </Link>
      </td>
      <td className={`${CELL} wrap-anywhere`}>{subject}</td>
      <td className={`${CELL} text-right tabular-nums`}>{expected}</td>
      <td className={`${CELL} text-right text-bad tabular-nums`}>{actual}</td>
    </tr>
  );
}
