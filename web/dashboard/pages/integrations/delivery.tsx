import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { Disclosure } from '../../kit/disclosure.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import { useNotify } from '../../kit/toast.tsx';
import { CodeBlock } from './code-block.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { FailureText } from './failure-text.tsx';
import { FOLLOW_MS } from './follow.ts';
import { prettyJson } from './run-call.ts';

type Delivery = Answer<'/api/v1/deliveries/{id}'>;
type Attempt = Delivery['attempts'][number];

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const query = useQuery({
    queryKey: ['deliveries', id],
    queryFn: () => get('/api/v1/deliveries/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? FOLLOW_MS : false),
  });
  return <Loaded query={query}>{(delivery) => <DeliveryPage delivery={delivery} />}</Loaded>;
}

function DeliveryPage({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const notify = useNotify();
  const redeliver = useSend(
    (id: string) => post('/api/v1/deliveries/{id}/redeliver', { path: { id } }),
    () => notify(t('redeliver.again')),
  );
  return (
    <>
      <PageHeader
        title={delivery.event}
        about={delivery.url}
        back={{ href: '/integrations/deliveries', label: t('deliveries.title') }}
      >
        <Button
          needs="webhooks:write"
          variant="primary"
          busy={redeliver.isPending}
          disabled={delivery.status === 'pending'}
          onClick={() => redeliver.mutate(delivery.id)}
        >
          {t('redeliver.one')}
        </Button>
      </PageHeader>
      {redeliver.error && (
        <ErrorNotice error={redeliver.error} words={{ INVALID_STATE: t('redeliver.refused') }} />
      )}
      <Card>
        <DeliveryFacts delivery={delivery} />
      </Card>
      <Attempts attempts={delivery.attempts} />
      <Card title={t('deliveries.body')}>
        <p className="text-quiet">{t('deliveries.bodyHint')}</p>
        <CodeBlock label={t('deliveries.body')} text={prettyJson(delivery.body)} copy />
      </Card>
    </>
  );
}

function DeliveryFacts({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('integrations');
  const { charge_id: chargeId, webhook_id: webhookId, next_attempt_at: next } = delivery;
  return (
    <Facts
      facts={[
        [t('deliveries.status'), <DeliveryBadge key="status" status={delivery.status} />],
        [t('deliveries.next'), next && <Instant key="next" at={next} />],
        [t('deliveries.created'), <Instant key="created" at={delivery.created_at} />],
        [t('deliveries.finished'), delivery.finished_at && <Instant key="end" at={delivery.finished_at} />],
        [
          t('deliveries.message'),
          <Copyable key="message" text={delivery.message_id} label={t('deliveries.message')} />,
        ],
        [
          t('deliveries.target'),
          webhookId ? (
            <PlaceLink key="webhook" href={`/integrations/webhooks/${webhookId}`} text={t('webhooks.one')} />
          ) : (
            t('deliveries.postback')
          ),
        ],
        [
          t('deliveries.charge'),
          chargeId && <PlaceLink key="charge" href={`/charges/${chargeId}`} text={chargeId} />,
        ],
      ]}
    />
  );
}

function PlaceLink({ href, text }: { href: string; text: string }) {
  return (
    <Link href={href} className="text-accent underline underline-offset-4">
      {text}
    </Link>
  );
}

/** Newest first, each with the response. */
function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const { t } = useTranslation('integrations');
  return (
    <Card title={t('deliveries.attempts')}>
      {attempts.length === 0 && <p className="text-quiet">{t('deliveries.noAttempts')}</p>}
      <ol className="grid gap-4">
        {attempts.toReversed().map((attempt) => (
          <li key={attempt.number} className="grid min-w-0 gap-2 border-b pb-4 last:border-0 last:pb-0">
            <AttemptRow attempt={attempt} />
          </li>
        ))}
      </ol>
    </Card>
  );
}

function AttemptRow({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('integrations');
  const format = useFormat();
  const answer = attempt.answer.trim();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span className="font-medium">{t('deliveries.attempt', { number: attempt.number })}</span>
        <Badge tone={attempt.error === null ? 'good' : 'bad'}>
          {attempt.status ?? t('deliveries.noAnswer')}
        </Badge>
        <span className="text-quiet tabular-nums">{format.exact(attempt.attempted_at)}</span>
        <span className="text-quiet tabular-nums">{format.number(attempt.latency_ms)} ms</span>
      </p>
      {attempt.error && (
        <p className="text-bad wrap-anywhere">
          <FailureText reason={attempt.error} />
        </p>
      )}
      {answer && (
        <Disclosure title={t('deliveries.answerText')} titleClass="text-quiet">
          <div className="pt-2">
            <CodeBlock label={t('deliveries.answerText')} text={prettyJson(answer)} />
          </div>
        </Disclosure>
      )}
    </>
  );
}
