import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { Button } from '../../kit/button.tsx';
import { dayFrom } from '../../kit/days.ts';
import { useFormat } from '../../kit/format.ts';
import { Day, Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { DaysLeft, DisputeBadge } from '../disputes/badge.tsx';
import { SentDocuments } from '../disputes/documents-field.tsx';
import { stateOf } from '../disputes/state.ts';
import { Timeline } from '../disputes/timeline.tsx';
import { CloseDialog, type Outcome } from './close-dispute.tsx';
import type { Dispute } from './disputes.tsx';
import { SellerLink } from './seller-link.tsx';

/** What the seller answered, and the decision. */
export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['admin-dispute', id],
    queryFn: () => get('/api/v1/admin/disputes/{id}', { path: { id } }),
  });
  return (
    <Loaded query={query} lines={10}>
      {(dispute) => <DisputePage dispute={dispute} />}
    </Loaded>
  );
}

function DisputePage({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('operators');
  const format = useFormat();
  return (
    <>
      <PageHeader
        title={t('disputes.titleOf', {
          amount: format.money(dispute.amount),
          account: dispute.account_name,
        })}
        back={{ href: '/admin/disputes', label: t('disputes.title') }}
        about={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DisputeBadge dispute={dispute} to="operator" />
            <span>{t(`disputes.kind.${dispute.kind}`)}</span>
          </span>
        }
      />
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-6">
          <Answer dispute={dispute} />
          {dispute.status === 'open' && <Decision dispute={dispute} />}
        </div>
        <div className="grid min-w-0 gap-6">
          <DisputeFacts dispute={dispute} />
          <Timeline dispute={dispute} to="operator" />
        </div>
      </div>
    </>
  );
}

function Answer({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('operators');
  const { id, answer } = dispute;
  return (
    <Card title={t('disputes.answer')}>
      {answer ? (
        <>
          <blockquote className="border-l-2 pl-4 whitespace-pre-line wrap-anywhere">{answer.text}</blockquote>
          <SentDocuments documents={answer.documents} path={`/api/v1/admin/disputes/${id}`} />
          <p className="text-small text-quiet">
            {t('disputes.answeredAt')} <Instant at={answer.answered_at} />
          </p>
        </>
      ) : (
        <NoAnswer dispute={dispute} />
      )}
    </Card>
  );
}

function NoAnswer({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('operators');
  const state = stateOf(dispute, useNow()());
  if (state === 'accepted') return <p className="text-quiet">{t('disputes.acceptedBySeller')}</p>;
  if (state !== 'awaiting') return <p className="text-quiet">{t('disputes.noAnswerInTime')}</p>;
  return (
    <div className="grid gap-1">
      <p>{t('disputes.noAnswer')}</p>
      <p className="text-small text-quiet">
        {t('disputes.answerBy')}: <Day date={dayFrom(Date.parse(dispute.answer_by))} /> ·{' '}
        <DaysLeft dispute={dispute} />
      </p>
    </div>
  );
}

/** Both outcomes with what each does: it is the bank that decides. */
function Decision({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('operators');
  const amount = useFormat().money(dispute.amount);
  const [asked, setAsked] = useState<Outcome | null>(null);
  const outcomes = [
    { outcome: 'won', text: t('disputes.whenWon', { amount }), label: t('disputes.win') },
    { outcome: 'lost', text: t('disputes.whenLost', { amount }), label: t('disputes.lose') },
  ] as const;
  return (
    <Card title={t('disputes.decision')}>
      <p className="text-quiet">{t('disputes.decisionAbout')}</p>
      <ul className="grid gap-4 sm:grid-cols-2">
        {outcomes.map(({ outcome, text, label }) => (
          <li key={outcome} className="grid content-between gap-3 rounded-lg border p-4">
            <p>{text}</p>
            <Button onClick={() => setAsked(outcome)}>{label}</Button>
          </li>
        ))}
      </ul>
      {asked && <CloseDialog dispute={dispute} outcome={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation(['operators', 'common', 'disputes']);
  return (
    <Card title={t('operators:disputes.facts')}>
      <Facts
        facts={[
          [
            t('common:fields.account'),
            <SellerLink key="account" id={dispute.account_id} name={dispute.account_name} />,
          ],
          [t('disputes:amount'), <Money key="value" value={dispute.amount} />],
          [t('common:fields.reason'), dispute.reason ?? t('disputes:noReason')],
          [t('operators:disputes.opened'), <Instant key="opened" at={dispute.created_at} />],
          [t('operators:disputes.answerBy'), <Day key="by" date={dayFrom(Date.parse(dispute.answer_by))} />],
          [
            t('operators:disputes.closed'),
            dispute.closed_at && <Instant key="closed" at={dispute.closed_at} />,
          ],
        ]}
      />
      <div className="grid gap-1">
        <Link
          href={`/admin/search/charges/${dispute.charge_id}`}
          className="justify-self-start text-accent underline underline-offset-2"
        >
          {t('operators:disputes.sale')}
        </Link>
        <p className="text-small text-quiet">{t('operators:disputes.saleAbout')}</p>
      </div>
    </Card>
  );
}
