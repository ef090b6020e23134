import type { ComponentProps } from 'react';
import { useLanguage } from '../text/language.ts';
import { Input } from './field.tsx';

/** Typed as people type it, `2,5` or `2.5`; null while it is no number. */
export function readPercent(text: string): number | null {
  const written = text.trim().replace(',', '.');
  return /^\d{1,3}(\.\d{1,2})?$/.test(written) ? Number(written) : null;
}

export function PercentInput({
  value,
  onChange,
  ...rest
}: Omit<ComponentProps<'input'>, 'value' | 'onChange'> & {
  value: string;
  onChange: (text: string) => void;
}) {
  const decimal = useLanguage() === 'pt' ? ',' : '.';
  return (
    <div className="relative">
      <Input
        inputMode="decimal"
        autoComplete="off"
        maxLength={6}
        {...rest}
        value={value.replace(/[.,]/g, decimal)}
        onChange={(event) => onChange(event.target.value.replace(/[^\d.,]/g, ''))}
        className="pr-8 tabular-nums"
      />
      <span aria-hidden="true" className="absolute top-2 right-3 text-quiet">
        %
      </span>
    </div>
  );
}
