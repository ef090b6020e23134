import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy.tsx';

/** A secret that is shown once: only the button closes the dialog. */
export function ShownOnce({
  label,
  text,
  warning,
  onSaved,
}: {
  label: string;
  text: string;
  warning: string;
  onSaved: () => void;
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
      {/* In the place of the submit button, so that a double click only copies. */}
      <div className="flex flex-row-reverse flex-wrap justify-between gap-2">
        <CopyButton text={text} label={t('once.copy')} variant="primary" />
        <Button onClick={onSaved}>{t('once.kept')}</Button>
      </div>
    </div>
  );
}
