import { Money } from '../../kit/money.tsx';

const ID_END = 8;

type Charge = {
  customer_name?: string | null;
  charge_reference: string | null;
  charge_description: string | null;
};

/** The customer and the seller's reference or description; otherwise the end of the id. */
export function WhichCharge({ of, id }: { of: Charge; id: string }) {
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
