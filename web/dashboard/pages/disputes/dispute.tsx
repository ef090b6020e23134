import { useQuery } from '@tanstack/react-query';
import { Check, Clock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { get } from '../../api/client.ts';
import { useNow } from '../../api/clock.ts';
import { May } from '../../api/permissions.tsx';
import { useSandbox } from '../../api/session.ts';
import { dayFrom } from '../../kit/days.ts';
import { useFormat } from '../../kit/format.ts';
import { Day, Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { AnswerForm } from './answer-form.tsx';
import { DaysLeft, type Dispute, DisputeBadge } from './badge.tsx';
import { SentDocuments } from './documents-field.tsx';
import { Movements } from './movements.tsx';
import { DisputeTools } from './sandbox-tools.tsx';
import { daysLeft, stateOf, URGENT_DAYS } from './state.ts';
import { Timeline } from './timeline.tsx';

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['dispute', id],
    queryFn: () => get('/api/v1/disputes/{id}', { path: { id } }),
  });
  return (
    <Loaded query={query} lines={12}>
      {(dispute) => <DisputePage dispute={dispute} />}
    </Loaded>
  );
}

function DisputePage({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const isSandbox = useSandbox();
  const state = stateOf(dispute, useNow()());
  return (
    <>
      <PageHeader
        title={t('titleOf', { amount: format.money(dispute.amount) })}
        back={{ href: '/disputes', label: t('title') }}
        about={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <DisputeBadge dispute={dispute} />
            <span>{t(`kinds.${dispute.kind}`)}</span>
          </span>
        }
      />
      {state === 'awaiting' && <Deadline dispute={dispute} />}
      {isSandbox && dispute.status === 'open' && (
        <May do="sandbox:write">
          <DisputeTools dispute={dispute} />
        </May>
      )}
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid min-w-0 gap-6">
          {state === 'awaiting' && <AnswerForm dispute={dispute} />}
          {dispute.answer && <SentAnswer dispute={dispute} />}
          {state !== 'awaiting' && !dispute.answer && (
            <Card title={t('answerTitle')}>
              <p className="text-quiet">{t(state === 'accepted' ? 'acceptedAbout' : 'noAnswer')}</p>
            </Card>
          )}
          {state === 'awaiting' && <Evidence kind={dispute.kind} />}
        </div>
        <div className="grid min-w-0 gap-6">
          <DisputeFacts dispute={dispute} />
          <Movements dispute={dispute} />
          <Timeline dispute={dispute} />
        </div>
      </div>
    </>
  );
}

/** The most important line of the page: until when. */
function Deadline({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const days = daysLeft(dispute.answer_by, useNow()());
  const tone = days <= URGENT_DAYS ? 'bg-bad-ground text-bad' : 'bg-note-ground text-note';
  return (
    <div role="status" className={`flex items-start gap-3 rounded-lg p-4 ${tone}`}>
      <Clock aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <div>
        <p className="font-semibold">
          {t('answerUntil', { date: format.day(dayFrom(Date.parse(dispute.answer_by))) })}
          {' · '}
          {days === 0 ? t('lastDay') : t('daysLeft', { count: days })}
        </p>
        <p className="text-small">{t('deadlineAbout')}</p>
      </div>
    </div>
  );
}

function SentAnswer({ dispute: { id, answer, status } }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  if (!answer) return null;
  return (
    <Card title={t('answerTitle')}>
      {status === 'open' && <p className="text-quiet">{t('answeredAbout')}</p>}
      <blockquote className="border-l-2 pl-4 whitespace-pre-line wrap-anywhere">{answer.text}</blockquote>
      <SentDocuments documents={answer.documents} path={`/api/v1/disputes/${id}`} />
      <p className="text-small text-quiet">
        {t('sentAt')} <Instant at={answer.answered_at} />
      </p>
    </Card>
  );
}

const PROOFS = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

/** What banks look at, by the way it was paid. */
function Evidence({ kind }: { kind: Dispute['kind'] }) {
  const { t } = useTranslation('disputes');
  return (
    <Card title={t('evidence.title')}>
      <p className="text-quiet">{t(`evidence.${kind}.about`)}</p>
      <ul className="grid gap-2">
        {PROOFS.map((proof) => (
          <li key={proof} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
            <Check aria-hidden="true" size={18} className="mt-1 text-good" />
            {t(`evidence.${kind}.${proof}`)}
          </li>
        ))}
      </ul>
      <p className="text-small text-quiet">{t('evidence.never')}</p>
    </Card>
  );
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation(['disputes', 'common']);
  const charge = useQuery({
    queryKey: ['charge', dispute.charge_id],
    queryFn: () => get('/api/v1/charges/{id}', { path: { id: dispute.charge_id } }),
  });
  return (
    <Card title={t('disputes:facts')}>
      <Facts
        facts={[
          [t('disputes:amount'), <Money key="amount" value={dispute.amount} />],
          [t('common:fields.reason'), dispute.reason ?? t('disputes:noReason')],
          [t('disputes:payer'), charge.data?.customer?.name],
          [t('disputes:sale'), charge.data?.description],
          [t('disputes:opening'), <Instant key="opened" at={dispute.created_at} />],
          [
            t('disputes:answerBy'),
            <span key="by" className="grid">
              <Day date={dayFrom(Date.parse(dispute.answer_by))} />
              <DaysLeft dispute={dispute} />
            </span>,
          ],
          [t('disputes:closing'), dispute.closed_at && <Instant key="end" at={dispute.closed_at} />],
        ]}
      />
      <div>
        <Link href={`/charges/${dispute.charge_id}`} className="text-accent underline underline-offset-2">
          {t('disputes:charge')}
        </Link>
      </div>
    </Card>
  );
}
