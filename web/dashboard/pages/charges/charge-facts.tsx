import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { addressLine } from '../../../../server/src/brazil/address.ts';
import { Copyable } from '../../kit/copy.tsx';
import { useFormat } from '../../kit/format.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';
import { Card, Facts } from '../../kit/page.tsx';
import { shownPhone } from '../../kit/written-contact.ts';
import { shownDocument } from '../../kit/written-document.ts';
import type { Charge, Ledger } from './charge.ts';
import { useMoneyFacts } from './money-facts.tsx';

const LINK = 'text-accent underline underline-offset-2';

export function ChargeFacts({ charge, ledger }: { charge: Charge; ledger: Ledger | undefined }) {
  const { t } = useTranslation(['charges', 'common']);
  const money = useMoneyFacts(charge, ledger);
  const endToEnd = charge.pix?.end_to_end_id;
  return (
    <Card title={t('facts.title')}>
      <Facts
        facts={[
          [t('common:fields.method'), t(`common:billingType.${charge.billing_type}`)],
          ...money,
          [t('facts.installments'), installmentsOf(charge)],
          [t('common:fields.created'), <Instant key="created" at={charge.created_at} />],
          [t('facts.paidAt'), charge.payment_date && <Instant key="paid" at={charge.payment_date} />],
          [
            t('facts.endToEnd'),
            endToEnd && <Copyable key="paid-as" text={endToEnd} label={t('facts.endToEnd')} />,
          ],
          [t('common:fields.description'), charge.description],
          [t('common:fields.reference'), charge.external_reference],
          [t('common:fields.customer'), <Payer key="payer" charge={charge} />],
          [t('facts.product'), linkTo('/products', charge.product_id, t('facts.openProduct'))],
          [t('facts.link'), linkTo('/links', charge.payment_link_id, t('facts.openLink'))],
          [t('facts.successUrl'), charge.success_url],
          [t('facts.number'), charge.charge_id],
          ['ID', <Copyable key="id" text={charge.id} label="ID" />],
        ]}
      />
      <Bought purchase={charge.purchase} />
      <SplitOf charge={charge} />
      <Metadata metadata={charge.metadata} />
    </Card>
  );
}

function installmentsOf({ installments, max_installments: most }: Charge): string | null {
  if (installments) return `${installments}×`;
  return most ? `1–${most}×` : null;
}

function linkTo(place: string, id: string | null, text: string): ReactNode {
  return (
    id && (
      <Link href={`${place}/${id}`} className={LINK}>
        {text}
      </Link>
    )
  );
}

function Payer({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges');
  const { customer, customer_id: id } = charge;
  if (!customer && !id) return t('facts.noCustomer');
  const name = customer?.name ?? t('facts.openCustomer');
  const lines = [
    customer?.email,
    customer?.cpf_cnpj && shownDocument(customer.cpf_cnpj),
    customer?.phone && shownPhone(customer.phone),
    customer?.address && addressLine(customer.address),
  ];
  return (
    <span className="grid" dir="auto">
      {id ? (
        <Link href={`/customers/${id}`} className={LINK}>
          {name}
        </Link>
      ) : (
        name
      )}
      {lines.filter(Boolean).map((line) => (
        <span key={line} className="text-small text-quiet">
          {line}
        </span>
      ))}
    </span>
  );
}

/** What the payer bought through a link, and answered. */
function Bought({ purchase }: { purchase: Charge['purchase'] }) {
  const { t } = useTranslation(['links', 'coupons']);
  const format = useFormat();
  if (!purchase) return null;
  const { quantity, unit_value: unit, coupon, pix_discount: pixDiscount, answers = [] } = purchase;
  return (
    <>
      <section className="grid gap-2 border-t pt-4">
        <h3 className="font-semibold">{t('links:bought')}</h3>
        <Facts
          facts={[
            [
              t('links:boughtUnits', { quantity, unit: format.money(unit) }),
              <Money key="all" value={unit * quantity} />,
            ],
            [
              t('coupons:used', { code: coupon?.code }),
              coupon && (
                <span key="coupon">
                  <Money value={-coupon.discount_amount} /> {linkTo('/coupons', coupon.id, t('coupons:open'))}
                </span>
              ),
            ],
            [t('links:boughtPix'), pixDiscount && format.percent(pixDiscount / 100)],
          ]}
        />
      </section>
      {answers.length > 0 && (
        <section className="grid gap-2 border-t pt-4" dir="auto">
          <h3 className="font-semibold">{t('links:answers')}</h3>
          <Facts facts={answers.map(({ question, answer }) => [question, answer])} />
        </section>
      )}
    </>
  );
}

function SplitOf({ charge }: { charge: Charge }) {
  const { t } = useTranslation('charges');
  const format = useFormat();
  if (!charge.split?.length) return null;
  return (
    <section className="grid gap-2 border-t pt-4">
      <h3 className="font-semibold">{t('facts.split')}</h3>
      <ul className="grid gap-2">
        {charge.split.map((item) => (
          <li key={item.recipient_id} className="flex justify-between gap-4">
            <span className="min-w-0">
              <code className="font-mono text-small wrap-anywhere">{item.recipient_id}</code>
              {item.description && <span className="block text-small text-quiet">{item.description}</span>}
            </span>
            <span className="shrink-0 tabular-nums">
              {item.amount === null ? (
                format.percent((item.percent ?? 0) / 100)
              ) : (
                <Money value={item.amount} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Metadata({ metadata }: { metadata: Charge['metadata'] }) {
  const { t } = useTranslation('charges');
  const pairs = Object.entries(metadata ?? {});
  if (pairs.length === 0) return null;
  return (
    <section className="grid gap-2 border-t pt-4">
      <h3 className="font-semibold">{t('facts.metadata')}</h3>
      <Facts facts={pairs} />
    </section>
  );
}
