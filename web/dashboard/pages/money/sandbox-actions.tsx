import { FlaskConical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../kit/error-notice.tsx';

/** Buttons that simulate the bank, marked as sandbox tools. */
export function SandboxActions({
  label,
  error,
  children,
}: {
  label: string;
  error: unknown;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (
    <fieldset
      aria-label={label}
      className="mt-1 grid gap-1.5 rounded-lg border border-dashed border-note bg-note-ground p-2"
    >
      <p className="flex items-center gap-1.5 text-small text-note">
        <FlaskConical aria-hidden="true" size={14} className="shrink-0" />
        {t('sandbox.tools')}
      </p>
      <div className="flex flex-wrap gap-1.5">{children}</div>
      {error ? (
        <p role="alert" className="text-small text-bad">
          {errorText(error)}
        </p>
      ) : null}
    </fieldset>
  );
}
