import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Answer, get } from '../../api/client.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card } from '../../kit/page.tsx';
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
          <table className="w-full text-left">
            <caption className="sr-only">{t('taken')}</caption>
            <tbody>
              {postings
                .filter(({ fact }) => fact.startsWith(`dispute:${dispute.id}:`))
                .map((posting) => (
                  <tr key={posting.sequence} className="border-t first:border-0">
                    <th scope="row" className="py-1.5 pr-4 font-normal">
                      {t(`movements.${movementOf(posting)}`)}
                    </th>
                    <td className="py-1.5 text-right align-top">
                      <Money value={posting.amount} />
                    </td>
                  </tr>
                ))}
            </tbody>
          </table>
        )}
      </Loaded>
    </Card>
  );
}

function movementOf({ from, to }: Posting): 'reserved' | 'available' | 'won' | 'lost' {
  if (from === 'reserved') return 'reserved';
  if (from === 'available') return 'available';
  return to === 'available' ? 'won' : 'lost';
}
