import { CircleDot } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge, ChargeBadge } from '../../kit/badge.tsx';
import type { Stated } from '../../kit/charge-state.ts';
import { ErrorNotice } from '../../kit/error-notice.tsx';
import { useFormat } from '../../kit/format.ts';
import { Card } from '../../kit/page.tsx';
import { SkeletonLines } from '../../kit/skeleton.tsx';
import type { Texts } from '../../text/portuguese/texts.ts';
import {
  type Charge,
  type ChargeEvent,
  type Delivery,
  type Dispute,
  useChargeEvents,
  useDeliveries,
} from './charge.ts';
import { Deliveries } from './deliveries.tsx';

type EventName = keyof Texts['charges']['timeline']['events'];
type End = keyof Texts['charges']['timeline']['ends'];
/** What the timeline needs of an event. */
type TimelineEvent = Pick<ChargeEvent, 'id' | 'event' | 'timestamp' | 'charge' | 'data'>;
type Moment = { id: string; at: string; title: string; badge?: ReactNode; deliveries: readonly Delivery[] };

/** Events in order, each with its deliveries. */
export function Timeline({ charge, disputes }: { charge: Charge; disputes: readonly Dispute[] }) {
  const { t } = useTranslation('charges');
  const events = useChargeEvents(charge);
  const deliveries = useDeliveries(charge.id);
  return (
    <Card title={t('timeline.title')}>
      {events.data ? (
        <Moments
          events={events.data.data}
          deliveries={deliveries.data?.data ?? []}
          disputes={disputes}
          show={(own) => <Deliveries deliveries={own} />}
        />
      ) : events.error ? (
        <ErrorNotice error={events.error} retry={() => void events.refetch()} />
      ) : (
        <SkeletonLines />
      )}
      {deliveries.data?.data.length === 0 && (
        <p className="text-small text-quiet">{t('timeline.noDeliveries')}</p>
      )}
      {deliveries.data?.has_more && <p className="text-small text-quiet">{t('timeline.moreDeliveries')}</p>}
    </Card>
  );
}

/** `show`: the deliveries of one event. */
export function Moments({
  events,
  deliveries,
  disputes,
  show,
}: {
  events: readonly TimelineEvent[];
  deliveries: readonly Delivery[];
  disputes: readonly Dispute[];
  show: (deliveries: readonly Delivery[]) => ReactNode;
}) {
  const moments = useMoments(events, deliveries, disputes);
  return (
    <ol className="grid">
      {moments.map((moment) => (
        <MomentLine key={moment.id} moment={moment} show={show} />
      ))}
    </ol>
  );
}

function useMoments(
  events: readonly TimelineEvent[],
  deliveries: readonly Delivery[],
  disputes: readonly Dispute[],
): Moment[] {
  const { t, i18n } = useTranslation('charges');
  const format = useFormat();
  const own = events.filter(({ event }) => event.startsWith('charge.'));
  const titleOf = ({ event, data }: TimelineEvent) => {
    const { cause, ...dates } = data as { cause?: string; due_date?: string; refused_due_date?: string };
    const day = dates.refused_due_date ?? dates.due_date;
    if (event === 'charge.cancelled' && i18n.exists(`charges:timeline.ends.${cause}`)) {
      return t(`timeline.ends.${cause as End}`);
    }
    return i18n.exists(`charges:timeline.events.${event.replace('.', '_')}`)
      ? t(`timeline.events.${event.replace('.', '_') as EventName}`, {
          day: day ? format.day(day) : '',
          reason: cause ?? '',
        })
      : event;
  };
  const moments = own.map((event) => ({
    id: event.id,
    at: event.timestamp,
    title: titleOf(event),
    badge: <EventBadge event={event} />,
    deliveries: deliveries.filter(({ event_id: id }) => id === event.id).reverse(),
  }));
  const disputed = disputes.flatMap((dispute) => [
    {
      id: `${dispute.id}-opened`,
      at: dispute.created_at,
      title: t(`timeline.disputed.${dispute.kind}`, { amount: format.money(dispute.amount) }),
      badge: <Badge tone="note">{t('back.dispute.open')}</Badge>,
      deliveries: [],
    },
    ...(dispute.closed_at && dispute.status !== 'open'
      ? [
          {
            id: `${dispute.id}-closed`,
            at: dispute.closed_at,
            title: t('timeline.disputeClosed'),
            badge: (
              <Badge tone={dispute.status === 'won' ? 'good' : 'bad'}>
                {t(`back.dispute.${dispute.status}`)}
              </Badge>
            ),
            deliveries: [],
          },
        ]
      : []),
  ]);
  return [...moments, ...disputed].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** The status the charge had after the event. */
function EventBadge({ event: { charge, data } }: { event: TimelineEvent }) {
  const { status } = (charge ?? {}) as { status?: string };
  const { cause, refunded_amount } = data as { cause?: Stated['cancel_cause']; refunded_amount?: number };
  if (!status) return null;
  return (
    <ChargeBadge
      charge={{
        status,
        ...(refunded_amount !== undefined && { refunded_amount }),
        ...(cause && { cancel_cause: cause }),
      }}
    />
  );
}

function MomentLine({
  moment,
  show,
}: {
  moment: Moment;
  show: (deliveries: readonly Delivery[]) => ReactNode;
}) {
  const format = useFormat();
  return (
    <li className="relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 pb-5 last:pb-0">
      <span
        aria-hidden="true"
        className="absolute top-5 bottom-0 left-[0.6875rem] w-px bg-line last:hidden [li:last-child>&]:hidden"
      />
      <CircleDot aria-hidden="true" size={16} className="mt-1 ml-[0.1875rem] text-quiet" />
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">{moment.title}</span>
          {moment.badge}
        </div>
        <time dateTime={moment.at} className="text-small text-quiet tabular-nums">
          {format.exact(moment.at)}
        </time>
        {moment.deliveries.length > 0 && show(moment.deliveries)}
      </div>
    </li>
  );
}
