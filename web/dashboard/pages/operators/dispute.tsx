import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get } from '../../api/client.ts';
import { Button } from '../../kit/button.tsx';
import { dayFrom } from '../../kit/days.ts';
import { useFormat } from '../../kit/format.ts';
import { Day, Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { DisputeBadge } from '../disputes/badge.tsx';
import { SentDocuments } from '../disputes/documents-field.tsx';
import { CloseDialog, type Outcome } from './close-dispute.tsx';
import type { Dispute } from './disputes.tsx';

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
  const [asked, setAsked] = useState<Outcome | null>(null);
  return (
    <>
      <PageHeader
        title={t('disputes.titleOf', {
          amount: format.money(dispute.amount),
          account: dispute.account_name,
        })}
        back={{ href: '/admin/disputes', label: t('disputes.title') }}
        about={<DisputeBadge dispute={dispute} to="operator" />}
      >
        {dispute.status === 'open' && (
          <>
            <Button onClick={() => setAsked('won')}>{t('disputes.win')}</Button>
            <Button onClick={() => setAsked('lost')}>{t('disputes.lose')}</Button>
          </>
        )}
      </PageHeader>
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Answer dispute={dispute} />
        <DisputeFacts dispute={dispute} />
      </div>
      {asked && <CloseDialog dispute={dispute} outcome={asked} onClose={() => setAsked(null)} />}
    </>
  );
}

function Answer({ dispute: { id, answer, accepted_at: acceptedAt } }: { dispute: Dispute }) {
  const { t } = useTranslation('operators');
  return (
    <Card title={t('disputes.answer')}>
      {answer ? (
        <>
          <blockquote className="border-l-2 pl-4 whitespace-pre-line wrap-anywhere">{answer.text}</blockquote>
          <SentDocuments documents={answer.documents} path={`/api/v1/admin/disputes/${id}`} />
          <p className="text-small text-quiet">
            <Instant at={answer.answered_at} />
          </p>
        </>
      ) : (
        <p className="text-quiet">{t(acceptedAt ? 'disputes.acceptedBySeller' : 'disputes.noAnswer')}</p>
      )}
    </Card>
  );
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation(['operators', 'common']);
  return (
    <Card title={t('operators:disputes.facts')}>
      <Facts
        facts={[
          [
            t('common:fields.account'),
            <Link
              key="account"
              href={`/admin/accounts/${dispute.account_id}`}
              className="text-accent underline underline-offset-2"
            >
              {dispute.account_name}
            </Link>,
          ],
          [t('operators:disputes.kindLabel'), t(`operators:disputes.kind.${dispute.kind}`)],
          [t('common:fields.value'), <Money key="value" value={dispute.amount} />],
          [t('common:fields.reason'), dispute.reason],
          [t('operators:disputes.opened'), <Instant key="opened" at={dispute.created_at} />],
          [t('operators:disputes.answerBy'), <Day key="by" date={dayFrom(Date.parse(dispute.answer_by))} />],
          [
            t('operators:disputes.closed'),
            dispute.closed_at && <Instant key="closed" at={dispute.closed_at} />,
          ],
          [
            t('operators:disputes.charge'),
            <code key="charge" className="font-mono text-small">
              {dispute.charge_id}
            </code>,
          ],
        ]}
      />
    </Card>
  );
}
