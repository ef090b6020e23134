import type { ComponentProps } from 'react';
import { useLanguage } from '../text/language.ts';
import { Input } from './field.tsx';
import { readMoney, writeMoney } from './written-money.ts';

/** An amount in reais; null while empty. */
export function MoneyInput({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: number | null;
  onChange: (reais: number | null) => void;
}) {
  const language = useLanguage();
  return (
    <div className="relative">
      <span aria-hidden="true" className="absolute top-2 left-3 text-quiet">
        R$
      </span>
      <Input
        inputMode="numeric"
        autoComplete="off"
        placeholder={writeMoney(0, language)}
        {...rest}
        value={writeMoney(value, language)}
        onChange={(event) => onChange(readMoney(event.target.value))}
        className="pl-10 tabular-nums"
      />
    </div>
  );
}
