import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../api/session.ts';
import { Button } from '../../kit/button.tsx';
import { Instant } from '../../kit/instant.tsx';
import { Card } from '../../kit/page.tsx';
import type { Submission } from './identities.tsx';
import { type Asked, IdentityDialog } from './identity-dialogs.tsx';

type Proposal = NonNullable<Submission['proposal']>;

/** What can be done now: propose, or confirm what another operator proposed. */
export function DecisionCard({ submission }: { submission: Submission }) {
  const { t } = useTranslation('identityReview');
  const [asked, setAsked] = useState<Asked | null>(null);
  const { status, proposal } = submission;
  const isOpen = status === 'submitted' || status === 'in_review';
  return (
    <Card title={t('decision')}>
      {!isOpen && <p>{t(`decided.${status}`)}</p>}
      {!isOpen && <Reasons reasons={submission.reasons ?? []} />}
      {isOpen && proposal?.counts && <Waiting proposal={proposal} onAsk={setAsked} />}
      {isOpen && !proposal?.counts && (
        <>
          <p className="text-quiet">{t(proposal ? 'lapsed' : 'nothingYet')}</p>
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => setAsked('approve')}>
              {t('approve')}
            </Button>
            <Button onClick={() => setAsked('refuse')}>{t('refuse')}</Button>
          </div>
        </>
      )}
      {asked && <IdentityDialog asked={asked} submission={submission} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function Waiting({ proposal, onAsk }: { proposal: Proposal; onAsk: (asked: Asked) => void }) {
  const { t } = useTranslation('identityReview');
  const { user } = useSession();
  const isOwn = proposal.operator_email === user.email;
  const isApproval = proposal.decision === 'approve';
  return (
    <>
      <div className={`grid gap-2 rounded-lg p-4 ${isApproval ? 'bg-good-ground' : 'bg-bad-ground'}`}>
        <p className={`font-semibold ${isApproval ? 'text-good' : 'text-bad'}`}>
          {t(isApproval ? 'proposalApprove' : 'proposalRefuse')}
        </p>
        <Said review={proposal} />
      </div>
      {isOwn && <p className="text-quiet">{t('yours')}</p>}
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button variant={isApproval ? 'primary' : 'danger'} onClick={() => onAsk('confirm')}>
            {t(`confirm.${proposal.decision}`)}
          </Button>
        )}
        <Button onClick={() => onAsk('sendBack')}>{t(isOwn ? 'takeBack' : 'sendBack')}</Button>
      </div>
    </>
  );
}

type Review = Pick<Proposal, 'operator_email' | 'created_at' | 'reasons' | 'note'>;

function Said({ review }: { review: Review }) {
  const { t } = useTranslation('identityReview');
  return (
    <>
      <Reasons reasons={review.reasons} />
      {review.note && (
        <p className="text-small wrap-anywhere whitespace-pre-line">
          {t('note')}: {review.note}
        </p>
      )}
      <p className="text-small wrap-anywhere">
        {t('by', { email: review.operator_email })} <Instant at={review.created_at} />
      </p>
    </>
  );
}

function Reasons({ reasons }: { reasons: Proposal['reasons'] }) {
  const { t } = useTranslation(['identityReview', 'identity']);
  if (reasons.length === 0) return null;
  return (
    <ul className="grid list-disc gap-1 pl-5">
      {reasons.map(({ kind, code }) => (
        <li key={kind}>
          {t(`identity:kinds.${kind}`)}: {t(`identityReview:codes.${code}`)}
        </li>
      ))}
    </ul>
  );
}

/** What operators said before. */
export function HistoryCard({ submission: { history } }: { submission: Submission }) {
  const { t } = useTranslation('identityReview');
  if (history.length === 0) return null;
  return (
    <Card title={t('history')}>
      <ol className="grid gap-4">
        {history.map((review) => (
          <li key={review.id} className="grid gap-1 border-t pt-4 first:border-0 first:pt-0">
            <p className="font-medium">
              {t(review.decision === 'approve' ? 'proposalApprove' : 'proposalRefuse')},{' '}
              {t(`ended.${review.ended_as}`, { email: review.ended_by_email ?? '' })}
            </p>
            <Said review={review} />
            {review.end_note && (
              <p className="text-small wrap-anywhere whitespace-pre-line">{review.end_note}</p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
