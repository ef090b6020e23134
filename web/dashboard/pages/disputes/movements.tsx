import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Card } from '../../kit/page.tsx';
import { SignedAmount } from '../money/statement-cells.tsx';
import type { Dispute } from './badge.tsx';

type Posting = Answer<'/api/v1/charges/{id}/ledger'>['postings'][number];

/** The postings of this dispute in the charge's ledger. */
export function Movements({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  const ledger = useQuery({
    queryKey: ['charge', dispute.charge_id, 'ledger'],
    queryFn: () => get('/api/v1/charges/{id}/ledger', { path: { id: dispute.charge_id } }),
  });
  return (
    <Card title={t('taken')}>
      <Loaded query={ledger} lines={2}>
        {({ postings }) => (
          <MovementTable
            postings={postings.filter(({ fact }) => fact.startsWith(`dispute:${dispute.id}:`))}
          />
        )}
      </Loaded>
    </Card>
  );
}

/** Each with its sign for the available balance, and what they come to. */
function MovementTable({ postings }: { postings: readonly Posting[] }) {
  const { t } = useTranslation('disputes');
  const rows = postings.map((posting) => ({
    key: posting.sequence,
    name: t(`movements.${movementOf(posting)}`),
    amount: onBalance(posting),
  }));
  const sum = rows.reduce((cents, { amount }) => cents + Math.round((amount ?? 0) * 100), 0) / 100;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{t('taken')}</caption>
      <tbody>
        {rows.map(({ key, name, amount }) => (
          <tr key={key} className="border-t first:border-0">
            <th scope="row" className="py-1.5 pr-4 font-normal">
              {name}
            </th>
            <td className="py-1.5 text-right align-top">
              {amount !== null && <SignedAmount value={amount} />}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t font-semibold">
          <th scope="row" className="py-1.5 pr-4">
            {t('movements.sum')}
          </th>
          <td className="py-1.5 text-right align-top">
            <SignedAmount value={sum} />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Null: the available balance does not change. */
function onBalance({ from, to, amount }: Posting): number | null {
  if (to === 'available') return amount;
  return from === 'available' ? -amount : null;
}

function movementOf({ from, to }: Posting): 'reserved' | 'reservedAgain' | 'available' | 'won' | 'lost' {
  if (to === 'reserved') return 'reservedAgain';
  if (from === 'reserved') return 'reserved';
  if (from === 'available') return 'available';
  return to === 'available' ? 'won' : 'lost';
}
