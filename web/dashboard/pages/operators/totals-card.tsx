import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { Badge } from '../../kit/badge.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';

type Totals = Answer<'/api/v1/admin/ledger/totals'>;

const SUM_LINES = 9;

/** The platform's money as a sum. Every figure, and whether it balances, comes from the ledger. */
export function TotalsCard() {
  const { t } = useTranslation('operators');
  const totals = useQuery({
    queryKey: ['ledger-totals'],
    queryFn: () => get('/api/v1/admin/ledger/totals'),
  });
  const { data } = totals;
  return (
    <Card title={t('totals.title')} action={data && <Verdict addsUp={data.adds_up} />}>
      <Loaded query={totals} lines={SUM_LINES}>
        {(loaded) => <Sum totals={loaded} />}
      </Loaded>
    </Card>
  );
}

function Verdict({ addsUp }: { addsUp: boolean }) {
  const { t } = useTranslation('operators');
  return (
    <Badge tone={addsUp ? 'good' : 'bad'}>{addsUp ? t('totals.addsUp') : t('totals.doesNotAddUp')}</Badge>
  );
}

function Sum({ totals }: { totals: Totals }) {
  const { t } = useTranslation(['operators', 'operatorWork']);
  const { accounts, external, receivable, transfers } = totals;
  return (
    <div className="grid min-w-0 gap-x-12 gap-y-4 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)]">
      {!totals.adds_up && (
        <p role="alert" className="rounded-lg xl:col-span-2 bg-bad-ground p-4 text-bad">
          {t('totals.doesNotAddUpText')}
        </p>
      )}
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{t('totals.title')}</caption>
        <tbody>
          <Line name={t('totals.available')} value={totals.available} />
          <Line sign="+" name={t('totals.reserved')} value={totals.held_in_reserve} />
          <Line sign="=" name={t('totals.owed')} value={totals.owed} isSum />
          <Line sign="+" name={t('totals.fees')} value={totals.fees_earned} />
          <Line sign="+" name={t('totals.refunds')} value={totals.in_refunds} />
          <Line sign="+" name={t('totals.withdrawals')} value={totals.in_withdrawals} />
          <Line sign="+" name={t('totals.disputes')} value={totals.in_disputes} />
          {transfers !== 0 && <Line sign="+" name={t('totals.transfers')} value={transfers} />}
          {/* The external account is the opposite of what the platform holds, and of what it waits for. */}
          <Line sign="=" name={t('totals.held')} value={heldOf(external, receivable)} isSum />
          {receivable !== 0 && <Line name={t('operatorWork:cardTerms.toCome')} value={receivable} />}
        </tbody>
      </table>
      <div className="grid content-end gap-2 pb-2 text-small text-quiet">
        <p>{t('totals.books', { count: accounts })}</p>
      </div>
    </div>
  );
}

/** In whole cents: two amounts in reais may add up to a part of one. */
function heldOf(external: number, receivable: number): number {
  return Math.round((0 - external - receivable) * 100) / 100;
}

function Line({
  sign,
  name,
  value,
  isSum = false,
}: {
  sign?: '+' | '=';
  name: string;
  value: number;
  isSum?: boolean;
}) {
  return (
    <tr className={isSum ? 'border-y bg-ground font-semibold' : ''}>
      <td className="w-8 py-2 text-center text-quiet">{sign}</td>
      <th scope="row" className={`py-2 ${isSum ? 'font-semibold' : 'font-normal'}`}>
        {name}
      </th>
      <td className="py-2 pr-2 pl-3 text-right">
        <Money value={value} />
      </td>
    </tr>
  );
}
