import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../kit/button.tsx';
import { CopyButton } from '../../kit/copy.tsx';

/** Shown once, until the user confirms having saved them. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { t } = useTranslation('settings');
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  const text = codes.join('\n');
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={t('codes.title')}
      className="grid gap-3 rounded-lg bg-note-ground p-4"
    >
      <h3 className="font-semibold text-note">{t('codes.title')}</h3>
      <p className="max-w-prose text-note">{t('codes.about')}</p>
      <ul className="grid max-w-md grid-cols-2 gap-x-6 gap-y-1 rounded-lg bg-surface p-4 font-mono">
        {codes.map((code) => (
          <li key={code} className="wrap-anywhere">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label={t('codes.copy')} />
        <Button onClick={() => save('guiche-recovery-codes.txt', `${text}\n`)}>
          <Download aria-hidden="true" size={16} />
          {t('codes.download')}
        </Button>
        <Button variant="primary" onClick={onSaved}>
          {t('codes.kept')}
        </Button>
      </div>
    </section>
  );
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
