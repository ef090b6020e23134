import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy.tsx';

/** A secret that is shown this once: its window closes by its own button alone. */
export function ShownOnce({
  label,
  text,
  warning,
  onKept,
}: {
  label: string;
  text: string;
  warning: string;
  onKept: () => void;
}) {
  const { t } = useTranslation('integrations');
  return (
    <div className="grid gap-4">
      <p role="status" className="rounded-lg bg-note-ground p-3 text-note">
        {warning}
      </p>
      <div className="grid gap-1">
        <p className="text-small font-semibold">{label}</p>
        <code
          data-secret
          className="rounded-lg border bg-ground p-3 font-mono text-small wrap-anywhere select-all"
        >
          {text}
        </code>
      </div>
      {/* Where the button stood that made it, a second press only copies. */}
      <div className="flex flex-row-reverse flex-wrap justify-between gap-2">
        <CopyButton text={text} label={t('once.copy')} look="primary" />
        <Button onClick={onKept}>{t('once.kept')}</Button>
      </div>
    </div>
  );
}
