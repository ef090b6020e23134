import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Item } from '../../api/client.ts';
import { Instant } from '../../kit/instant.tsx';
import { Money } from '../../kit/money.tsx';

const ID_END = 8;

type Charge = {
  customer_name?: string | null;
  charge_reference: string | null;
  charge_description: string | null;
};

/** The customer and the seller's reference or description; otherwise the end of the id. */
function WhichCharge({ of, id }: { of: Charge; id: string }) {
  const words = [of.customer_name, of.charge_reference, of.charge_description].filter(Boolean).join(' · ');
  return (
    <span dir="auto" className="line-clamp-2 text-small text-quiet wrap-anywhere">
      {words || `…${id.slice(-ID_END)}`}
    </span>
  );
}

/** What it changed the balance by. */
export function SignedAmount({ value }: { value: number }) {
  const isIn = value > 0;
  return (
    <span className={`whitespace-nowrap ${isIn ? 'text-good' : ''}`}>
      {value !== 0 && (isIn ? '+' : '−')}
      <Money value={Math.abs(value)} />
    </span>
  );
}

/** On a phone the balance after it stands below the amount. */
export function AmountHeader({ text }: { text: string }) {
  const { t } = useTranslation('money');
  return (
    <>
      {text}
      <span className="block font-normal md:hidden">{t('statement.after')}</span>
    </>
  );
}

export function AmountAndBalance({ amount, after }: { amount: number; after: number }) {
  const { t } = useTranslation('money');
  return (
    <>
      <SignedAmount value={amount} />
      <span className="block text-small whitespace-nowrap text-quiet md:hidden">
        <span className="sr-only">{t('statement.after')} </span>
        <Money value={after} />
      </span>
    </>
  );
}

type Described = Charge &
  Pick<Item<'/api/v1/transactions'>, 'charge_id' | 'withdrawal_id' | 'category' | 'type' | 'created_at'>;

/** What it is, linked to its charge or withdrawal. */
export function Sentence({ of, place }: { of: Described; place: { className: string } }) {
  const { t } = useTranslation('money');
  const { charge_id: chargeId, withdrawal_id: withdrawalId } = of;
  const href = chargeId ? `/charges/${chargeId}` : withdrawalId ? '/withdrawals' : null;
  const text = t(`sentences.${of.category}.${of.type}`);
  return (
    <>
      {href ? (
        <Link href={href} {...place}>
          <span className="text-accent">{text}</span>
        </Link>
      ) : (
        text
      )}
      {chargeId && <WhichCharge of={of} id={chargeId} />}
      <span className="block text-small text-quiet md:hidden">
        <Instant at={of.created_at} />
      </span>
    </>
  );
}
