import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../kit/copy.tsx';

/** Preformatted text; long lines scroll inside it. */
export function CodeBlock({ label, text, copy }: { label: string; text: string; copy?: boolean }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-w-0 gap-2">
      {copy && (
        <div className="flex justify-end">
          <CopyButton text={text} label={t('actions.copy')} />
        </div>
      )}
      <section
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-96 overflow-auto rounded-lg border bg-ground p-4"
      >
        <pre className="font-mono text-small whitespace-pre-wrap wrap-anywhere">{text}</pre>
      </section>
    </div>
  );
}
