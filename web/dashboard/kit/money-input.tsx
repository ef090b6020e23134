import type { ClipboardEvent, ComponentProps } from 'react';
import { useLanguage } from '../text/language.ts';
import { Input } from './field.tsx';
import { readMoney, readPastedMoney, writeMoney } from './written-money.ts';

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
  // Typed digits fill in from the cents; what is pasted is a whole amount, and what is no amount changes nothing.
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const pasted = readPastedMoney(event.clipboardData.getData('text'));
    if (pasted !== null) onChange(pasted);
  };
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
        onPaste={paste}
        className="pl-10 tabular-nums"
      />
    </div>
  );
}
