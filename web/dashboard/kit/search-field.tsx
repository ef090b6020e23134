import { useEffect, useRef, useState } from 'react';
import { Field, Input } from './field.tsx';

const TYPING_MS = 300;

/** Searches when typing pauses. `value` comes from the address: clearing it there clears the field. */
export function SearchField({
  label,
  hint,
  longest,
  value,
  onSearch,
  className = '',
}: {
  label: string;
  hint?: string;
  /** The maximum length the API accepts. */
  longest: number;
  value: string | undefined;
  onSearch: (text: string | undefined) => void;
  className?: string;
}) {
  const [typed, setTyped] = useState(value ?? '');
  const asked = useRef(value ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if ((value ?? '') !== asked.current) setTyped(value ?? '');
    asked.current = value ?? '';
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      asked.current = text.trim();
      onSearch(asked.current || undefined);
    }, TYPING_MS);
  };
  return (
    <Field label={label} className={className} {...(hint && { hint })}>
      <Input
        type="search"
        maxLength={longest}
        value={typed}
        autoComplete="off"
        onChange={(event) => type(event.target.value)}
      />
    </Field>
  );
}
