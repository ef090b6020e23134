import { ShieldCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** What an operator should know while reading: what is hidden, and that it was logged. */
export function OpenedNote({ reason }: { reason: string }) {
  const { t } = useTranslation('operatorWork');
  return (
    <p className="flex gap-2 rounded-lg border bg-surface p-4 text-quiet">
      <ShieldCheck aria-hidden="true" size={20} className="shrink-0" />
      <span className="wrap-anywhere">
        {t('opened.logged')} {reason && t('opened.why', { reason })}
      </span>
    </p>
  );
}
