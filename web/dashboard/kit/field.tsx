import { type ComponentProps, createContext, type ReactNode, useContext, useId } from 'react';
import { useTranslation } from 'react-i18next';

type FieldIds = { control: string; describedBy: string | undefined; invalid: boolean };
const FieldContext = createContext<FieldIds | null>(null);

/** A label, its control, and a hint or an error below. The control gets its ids from the context. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  children,
  className = '',
}: {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  children: ReactNode;
  className?: string;
}) {
  const { t } = useTranslation();
  const id = useId();
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] content-start gap-1 ${className}`}>
      <label htmlFor={id} className="text-small font-semibold">
        {label}
        {optional && <span className="font-normal text-quiet"> ({t('fields.optional')})</span>}
      </label>
      <FieldContext value={{ control: id, describedBy: notes || undefined, invalid: Boolean(error) }}>
        {children}
      </FieldContext>
      {hint && (
        <div id={`${id}-hint`} className="text-small text-quiet">
          {hint}
        </div>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-small text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

/** For a custom control inside a Field: spread it on the focusable element. */
export function useFieldProps() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.control,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
  };
}

export const CONTROL =
  'w-full min-h-10 rounded-lg border border-strong-line bg-surface px-3 py-1.5 text-base text-text aria-invalid:border-bad disabled:opacity-60';

export function Input(props: ComponentProps<'input'>) {
  return (
    <input type="text" {...useFieldProps()} {...props} className={`${CONTROL} ${props.className ?? ''}`} />
  );
}

export function TextArea(props: ComponentProps<'textarea'>) {
  return (
    <textarea rows={3} {...useFieldProps()} {...props} className={`${CONTROL} ${props.className ?? ''}`} />
  );
}

export function Checkbox({
  label,
  hint,
  ...rest
}: ComponentProps<'input'> & { label: ReactNode; hint?: ReactNode }) {
  return (
    <label className="flex items-start gap-2">
      <input type="checkbox" {...rest} className="mt-1 size-4 shrink-0 accent-accent" />
      <span>
        {label}
        {hint && <span className="block text-small text-quiet">{hint}</span>}
      </span>
    </label>
  );
}
