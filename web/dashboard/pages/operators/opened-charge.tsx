import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { type Answer, post } from '../../api/client.ts';
import { Badge, ChargeBadge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Copyable } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Loaded } from '../../kit/loaded.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts, PageHeader } from '../../kit/page.tsx';
import type { Delivery } from '../charges/charge.ts';
import { LedgerLines } from '../charges/ledger-card.tsx';
import { MoneyBack } from '../charges/money-back.tsx';
import { Moments } from '../charges/timeline.tsx';
import { DeliveryBadge } from '../integrations/delivery-badge.tsx';
import { OPENED_ONCE, useLookingFor } from './looking-for.ts';
import { OpenedNote } from './opened-note.tsx';
import { SellerLink } from './seller-link.tsx';
import { useFeesText } from './terms.tsx';

type Opened = Answer<'/api/v1/admin/charges/{id}/open', 'post'>;

export function Page({ params }: { params: Record<string, string> }) {
  const id = params.id ?? '';
  const [{ reason }] = useLookingFor();
  const opened = useQuery({
    ...OPENED_ONCE,
    queryKey: ['opened-charge', id],
    queryFn: () => post('/api/v1/admin/charges/{id}/open', { path: { id }, body: reason ? { reason } : {} }),
  });
  return (
    <Loaded query={opened} lines={12}>
      {(data) => (
        <OpenedCharge
          opened={data}
          reason={reason}
          refresh={() => void opened.refetch()}
          isBusy={opened.isFetching}
        />
      )}
    </Loaded>
  );
}

function OpenedCharge({
  opened,
  reason,
  refresh,
  isBusy,
}: {
  opened: Opened;
  reason: string;
  refresh: () => void;
  isBusy: boolean;
}) {
  const { t } = useTranslation(['operatorWork', 'charges']);
  const format = useFormat();
  const { charge, events, deliveries, disputes, ledger } = opened;
  return (
    <>
      <PageHeader
        title={t('opened.charge', { value: format.money(charge.value) })}
        back={{ href: '/admin/search', label: t('search.title') }}
        about={<ChargeBadge charge={charge} />}
      >
        <Button onClick={refresh} disabled={isBusy}>
          {t('opened.again')}
        </Button>
      </PageHeader>
      <OpenedNote reason={reason} />
      <div className="grid min-w-0 items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <ChargeFacts opened={opened} />
          <Tries tries={opened.card_attempts} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Card title={t('opened.history')}>
            <Moments
              events={events}
              deliveries={deliveries}
              disputes={disputes}
              show={(own) => <DeliveryLines deliveries={own} />}
            />
            {deliveries.length === 0 && <p className="text-small text-quiet">{t('opened.noDeliveries')}</p>}
          </Card>
          <MoneyBack charge={charge} disputes={disputes} />
        </div>
      </div>
      <Card title={t('opened.ledger')}>
        <LedgerLines ledger={ledger} />
      </Card>
    </>
  );
}

function ChargeFacts({ opened }: { opened: Opened }) {
  const { t } = useTranslation(['operatorWork', 'charges', 'common']);
  const { charge, account_id: accountId, account_name: seller } = opened;
  const { pix, boleto } = charge;
  const endToEnd = pix?.end_to_end_id;
  const authorization = charge.billing_type === 'CREDIT_CARD' ? charge.payment_reference : null;
  const copied = (label: string, text: string | null | undefined) =>
    [label, text && <Copyable key={label} text={text} label={label} />] as const;
  return (
    <Card title={t('opened.facts')}>
      <Facts
        facts={[
          [t('search.seller'), <SellerLink key="seller" id={accountId} name={seller} />],
          [t('opened.payer'), <Payer key="payer" charge={charge} />],
          [t('common:fields.method'), t(`common:billingType.${charge.billing_type}`)],
          [t('charges:facts.paid'), amount(charge.paid_value)],
          [t('charges:facts.fee'), amount(charge.platform_fee)],
          [t('charges:facts.reserve'), amount(charge.reserve_amount)],
          [t('charges:facts.net'), amount(charge.net_value)],
          [t('opened.terms'), <TermsText key="terms" plan={charge.fee_plan} />],
          [t('charges:facts.installments'), charge.installments ? `${charge.installments}×` : null],
          [t('common:fields.created'), <Instant key="created" at={charge.created_at} />],
          [t('charges:facts.paidAt'), charge.payment_date && <Instant key="paid" at={charge.payment_date} />],
          copied(t('opened.txid'), pix?.txid),
          [t('opened.provider'), pix?.provider],
          copied(t('opened.endToEnd'), endToEnd),
          copied(t('opened.ourNumber'), boleto?.our_number),
          [t('opened.dueDate'), boleto && <DueDate key="due" date={boleto.due_date} />],
          copied(t('opened.authorization'), authorization),
          [t('common:fields.description'), charge.description],
          [t('common:fields.reference'), charge.external_reference],
          [t('charges:facts.number'), charge.charge_id],
          copied('ID', charge.id),
        ]}
      />
    </Card>
  );
}

function amount(value: number | null | undefined) {
  return value === null || value === undefined ? null : <Money value={value} />;
}

function DueDate({ date }: { date: string }) {
  return <>{useFormat().day(date)}</>;
}

function TermsText({ plan }: { plan: Opened['charge']['fee_plan'] }) {
  return <>{useFeesText()(plan)}</>;
}

function Payer({ charge }: { charge: Opened['charge'] }) {
  const { t } = useTranslation('operatorWork');
  const { customer, customer_id: id } = charge;
  if (!customer) return t('opened.noPayer');
  return (
    <span className="grid" dir="auto">
      {id ? (
        <Link href={`/admin/search/customers/${id}`} className="text-accent underline underline-offset-2">
          {customer.name}
        </Link>
      ) : (
        customer.name
      )}
      {[customer.cpf_cnpj, customer.email, customer.phone].filter(Boolean).map((line) => (
        <span key={line} className="text-small text-quiet">
          {line}
        </span>
      ))}
    </span>
  );
}

function DeliveryLines({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { t } = useTranslation('operatorWork');
  return (
    <ul className="mt-1 grid gap-2">
      {deliveries.map((delivery) => (
        <li key={delivery.id} className="grid gap-0.5 rounded-lg border bg-ground px-3 py-2">
          <span className="flex flex-wrap items-center gap-2 text-small">
            <code className="font-mono">{delivery.event}</code>
            <DeliveryBadge status={delivery.status} />
            <span className="text-quiet">{t('opened.attempts', { count: delivery.attempt_count })}</span>
          </span>
          <span className="text-small wrap-anywhere text-quiet">{delivery.url}</span>
        </li>
      ))}
    </ul>
  );
}

type TryStatus = Opened['card_attempts'][number]['status'];
const TRY_TONES: Record<TryStatus, Tone> = {
  approved: 'good',
  refused: 'bad',
  running: 'note',
  challenge: 'note',
  authorised: 'note',
  capturing: 'note',
  voiding: 'plain',
  voided: 'plain',
};

type Reason =
  | 'insufficient_funds'
  | 'invalid_data'
  | 'expired_card'
  | 'issuer_refused'
  | 'suspected_fraud'
  | 'authentication_failed'
  | 'not_processed';

function Refusal({ of: { reason, code, retry } }: { of: Opened['card_attempts'][number] }) {
  const { t } = useTranslation('operatorWork');
  return [
    reason && t(`opened.refusals.${reason as Reason}`),
    code && t('opened.refusalCode', { code }),
    retry && t(`opened.retries.${retry}`),
  ].map((words) => words && ` · ${words}`);
}

function Tries({ tries }: { tries: Opened['card_attempts'] }) {
  const { t } = useTranslation('operatorWork');
  if (tries.length === 0) return null;
  return (
    <Card title={t('opened.tries')}>
      <ul className="grid gap-3">
        {tries.map((each) => (
          <li key={each.id} className="grid gap-0.5 border-b pb-3 last:border-0 last:pb-0">
            <span className="flex flex-wrap items-center justify-between gap-2">
              <span className="font-medium">
                {t('opened.try', { brand: each.brand, digits: each.last_four, count: each.installments })}
              </span>
              <Badge tone={TRY_TONES[each.status]}>{t(`opened.tryStatus.${each.status}`)}</Badge>
            </span>
            <span className="text-small text-quiet">
              <Instant at={each.created_at} />
              <Refusal of={each} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
