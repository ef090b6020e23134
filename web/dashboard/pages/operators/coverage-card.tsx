import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { get, type Item, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts } from '../../kit/page.tsx';
import { useProviderName } from './provider-state.tsx';
import { useProviders } from './providers-query.ts';

type Day = Item<'/api/v1/admin/coverage'>;

const DAYS = 14;

/** Bank balances against what sellers may withdraw. Without a bank that pays there is nothing to compare. */
export function CoverageCard() {
  const { t } = useTranslation('operatorWork');
  const hasBank = useProviders().data?.payout.some(({ since }) => since !== null) ?? false;
  const query = useQuery({
    queryKey: ['coverage'],
    queryFn: () => get('/api/v1/admin/coverage', { query: { days: DAYS } }),
  });
  const measure = useSend((_: null) => post('/api/v1/admin/coverage'));
  if (!hasBank) return null;
  const last = query.data?.data[0];
  return (
    <Card title={t('coverage.title')} action={last && <Verdict day={last} />}>
      <p>{t('coverage.about')}</p>
      <Loaded query={query} lines={5}>
        {({ data }) =>
          data[0] ? <Days days={data} /> : <p className="text-quiet">{t('coverage.notYet')}</p>
        }
      </Loaded>
      {measure.error && <ErrorNotice error={measure.error} />}
      <div>
        <Button busy={measure.isPending} onClick={() => measure.mutate(null)}>
          {t('coverage.measure')}
        </Button>
      </div>
    </Card>
  );
}

function Verdict({ day: { covered } }: { day: Day }) {
  const { t } = useTranslation('operatorWork');
  if (covered === null) return <Badge tone="note">{t('coverage.unknown')}</Badge>;
  return <Badge tone={covered ? 'good' : 'bad'}>{t(covered ? 'coverage.covered' : 'coverage.short')}</Badge>;
}

function Days({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation('operatorWork');
  const format = useFormat();
  const [last, ...earlier] = days;
  if (!last) return null;
  return (
    <>
      <Facts
        facts={[
          [t('coverage.at'), <Instant key="at" at={last.measured_at} />],
          [t('coverage.owed'), <Money key="owed" value={last.owed} />],
          [t('coverage.sending'), <Money key="sending" value={last.sending} />],
          [t('coverage.reserved'), <Money key="reserved" value={last.reserved} />],
          ...last.banks.map(
            (bank) => [`${bank.provider}`, <Bank key={bank.provider} bank={bank} />] as const,
          ),
        ]}
      />
      {earlier.length > 0 && (
        <ul className="grid gap-1 text-small">
          {earlier.map((day) => (
            <li key={day.day} className="flex flex-wrap items-center gap-2">
              <span className="tabular-nums">{format.day(day.day)}</span>
              <Verdict day={day} />
              <span className="text-quiet">
                {t('coverage.line', {
                  owed: format.money(day.owed),
                  bank: day.bank_balance === null ? t('coverage.unread') : format.money(day.bank_balance),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Bank({ bank }: { bank: Day['banks'][number] }) {
  const { t } = useTranslation('operatorWork');
  const nameOf = useProviderName();
  if (bank.available !== null) return <Money value={bank.available} />;
  return (
    <>
      <span className={bank.unread_for_a_day ? 'text-bad' : 'text-note'}>
        {t('coverage.unreadOf', { name: nameOf(bank.provider) })}
      </span>
      <span dir="auto" lang="en" className="block text-small text-quiet wrap-anywhere">
        {bank.reason}
      </span>
    </>
  );
}
