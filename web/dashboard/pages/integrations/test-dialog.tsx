import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Body, get, post } from '../../api/client.ts';
import { useSend } from '../../api/send.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { Field } from '../../kit/field.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Facts } from '../../kit/page.tsx';
import { Select } from '../../kit/select.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { AttemptOutcome } from './failure-text.tsx';
import type { Webhook } from './find-webhook.ts';
import { FOLLOW_MS } from './follow.ts';

type TestBody = NonNullable<Body<'/api/v1/webhooks/{id}/test', 'post'>>;

/** Sends a sample event and shows the receiver's response. */
export function TestDialog({ webhook, close }: { webhook: Webhook; close: () => void }) {
  const { t } = useTranslation('integrations');
  const [event, setEvent] = useState(webhook.events[0] ?? '');
  const test = useSend((chosen: string) =>
    post('/api/v1/webhooks/{id}/test', {
      path: { id: webhook.id },
      body: { event: chosen } as TestBody,
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={t('webhooks.testTitle')}
      about={t('webhooks.testText', { url: webhook.url })}
    >
      <Field label={t('deliveries.event')}>
        <Select value={event} onChange={({ target }) => setEvent(target.value)}>
          {webhook.events.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </Field>
      {test.error && <ErrorNotice error={test.error} />}
      {test.data && <TestResult key={test.data.delivery.id} id={test.data.delivery.id} />}
      <div className="flex justify-end">
        <Button variant="primary" busy={test.isPending} onClick={() => test.mutate(event)}>
          {t('webhooks.sendTest')}
        </Button>
      </div>
    </Dialog>
  );
}

function TestResult({ id }: { id: string }) {
  const { t } = useTranslation('integrations');
  const query = useQuery({
    queryKey: ['deliveries', id],
    queryFn: () => get('/api/v1/deliveries/{id}', { path: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? FOLLOW_MS : false),
  });
  return (
    <div role="status" className="rounded-lg border p-4">
      <Loaded query={query} lines={3}>
        {(delivery) => {
          const last = delivery.attempts.at(-1);
          return (
            <Facts
              facts={[
                [t('deliveries.status'), <DeliveryBadge key="status" status={delivery.status} />],
                [
                  t('deliveries.answer'),
                  last ? <AttemptOutcome key="answer" attempt={last} /> : t('deliveries.onItsWay'),
                ],
                [t('deliveries.latency'), last ? `${last.latency_ms} ms` : null],
                [
                  '',
                  <Link
                    key="link"
                    href={`/integrations/deliveries/${id}`}
                    className="text-accent underline underline-offset-4"
                  >
                    {t('deliveries.see')}
                  </Link>,
                ],
              ]}
            />
          );
        }}
      </Loaded>
    </div>
  );
}
