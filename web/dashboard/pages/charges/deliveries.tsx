import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, get } from '../../api/client.ts';
import { whileShown } from '../../api/queries.ts';
import { Badge } from '../../kit/badge.tsx';
import { Disclosure } from '../../kit/disclosure.tsx';
import { useFormat } from '../../kit/format.ts';
import { Loaded } from '../../kit/loaded.tsx';
import { DeliveryBadge } from '../integrations/delivery-badge.tsx';
import { FailureText } from '../integrations/failure-text.tsx';
import type { Delivery } from './charge.ts';

type DeliveryDetails = Answer<'/api/v1/deliveries/{id}'>;
type Attempt = DeliveryDetails['attempts'][number];

const REFETCH_MS = 5_000;

export function Deliveries({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <ul className="mt-1 grid gap-2">
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <OneDelivery delivery={delivery} />
        </li>
      ))}
    </ul>
  );
}

/** Closed: target and status. Open: every attempt. */
function OneDelivery({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('charges');
  return (
    <Disclosure
      className="rounded-lg border bg-ground"
      titleClass="px-3 py-2"
      title={
        <span className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-2 text-small">
            <code className="font-mono">{delivery.event}</code>
            <DeliveryBadge status={delivery.status} />
            <span className="text-quiet">{t('delivery.attempts', { count: delivery.attempt_count })}</span>
          </span>
          <span className="text-small wrap-anywhere text-quiet">
            {t(`delivery.kind.${delivery.kind}`)} · {delivery.url}
          </span>
        </span>
      }
    >
      <Attempts id={delivery.id} />
    </Disclosure>
  );
}

function Attempts({ id }: { id: string }) {
  const { t } = useTranslation('charges');
  const query = useQuery({
    queryKey: ['delivery', id],
    queryFn: () => get('/api/v1/deliveries/{id}', { path: { id } }),
    refetchInterval: whileShown(REFETCH_MS),
  });
  return (
    <div className="grid gap-3 border-t px-3 py-3">
      <Loaded query={query} lines={2}>
        {(delivery) =>
          delivery.attempts.length === 0 ? (
            <p className="text-small text-quiet">{t('delivery.none')}</p>
          ) : (
            <ol className="grid gap-3">
              {delivery.attempts.map((attempt) => (
                <OneAttempt key={attempt.number} attempt={attempt} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <Link
        href={`/integrations/deliveries/${id}`}
        className="text-small text-accent underline underline-offset-2"
      >
        {t('delivery.open')}
      </Link>
    </div>
  );
}

function OneAttempt({ attempt }: { attempt: Attempt }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  return (
    <li className="grid gap-1 text-small">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={attempt.error === null ? 'good' : 'bad'}>
          {attempt.status === null ? t('delivery.noAnswer') : `HTTP ${attempt.status}`}
        </Badge>
        <span className="tabular-nums">{t('delivery.number', { number: attempt.number })}</span>
        <span className="text-quiet tabular-nums">{format.exact(attempt.attempted_at)}</span>
        <span className="text-quiet tabular-nums">{format.number(attempt.latency_ms)} ms</span>
      </div>
      {attempt.error && (
        <p className="wrap-anywhere text-bad">
          <FailureText reason={attempt.error} />
        </p>
      )}
      {attempt.answer && (
        <pre className="max-h-40 overflow-auto rounded-lg border bg-surface p-2 font-mono whitespace-pre-wrap wrap-anywhere">
          {attempt.answer}
        </pre>
      )}
    </li>
  );
}
