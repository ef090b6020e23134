import { CircleDot } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../kit/format.ts';
import { Card } from '../../kit/page.tsx';
import type { Dispute } from './badge.tsx';

type Moment = 'opened' | 'answered' | 'accepted' | 'won' | 'lost';

/** What happened, in its order. `you` is the seller, unless an operator reads it. */
export function Timeline({ dispute, to = 'seller' }: { dispute: Dispute; to?: 'seller' | 'operator' }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const moments: (readonly [Moment, string | null | undefined])[] = [
    ['opened', dispute.created_at],
    ['answered', dispute.answer?.answered_at],
    ['accepted', dispute.accepted_at],
    [dispute.status === 'won' ? 'won' : 'lost', dispute.closed_at],
  ];
  const textOf = (moment: Moment) =>
    to === 'operator' && (moment === 'accepted' || moment === 'won')
      ? t(`timelineOfSeller.${moment}`)
      : t(`timeline.${moment}`);
  return (
    <Card title={t('timeline.title')}>
      <ol className="grid gap-3">
        {moments.map(
          ([moment, at]) =>
            at && (
              <li key={moment} className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2">
                <CircleDot aria-hidden="true" size={16} className="mt-1 ml-[0.1875rem] text-quiet" />
                <div className="grid">
                  <span className="font-medium">{textOf(moment)}</span>
                  <time dateTime={at} className="text-small text-quiet tabular-nums">
                    {format.exact(at)}
                  </time>
                </div>
              </li>
            ),
        )}
      </ol>
    </Card>
  );
}
