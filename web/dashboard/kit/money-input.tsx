import { type ClipboardEvent, type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../text/language.ts';
import { Input } from './field.tsx';
import { useFormat } from './format.ts';
import { MAX_REAIS, readMoney, readPastedMoney, TOO_MUCH, writeMoney } from './written-money.ts';

/** An amount in reais; null while empty. */
export function MoneyInput({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: number | null;
  onChange: (reais: number | null) => void;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  /** The value when a longer one was refused: a different value clears the error. */
  const [fullAt, setFullAt] = useState<number | null>();
  const change = (read: ReturnType<typeof readMoney>) => {
    setFullAt(read === TOO_MUCH ? value : undefined);
    if (read !== TOO_MUCH) onChange(read);
  };
  // Typed digits fill in from the cents; pasted text is read as a complete amount, and anything else is ignored.
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    const pasted = readPastedMoney(event.clipboardData.getData('text'));
    if (pasted !== null) change(pasted);
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
        onChange={(event) => change(readMoney(event.target.value))}
        onPaste={paste}
        className="pl-10 tabular-nums"
      />
      {fullAt === value && (
        <p role="alert" className="pt-1 text-small text-bad">
          {t('errors.tooMuch', { most: format.money(MAX_REAIS) })}
        </p>
      )}
    </div>
  );
}
