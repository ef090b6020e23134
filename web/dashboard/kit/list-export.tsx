import { Download } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download, type Progress } from '../api/download.ts';
import { useIsView } from '../api/session.ts';
import { useLanguage } from '../text/language.ts';
import { Button } from './button.tsx';
import { useErrorText } from './error-notice.tsx';
import { useFormat } from './format.ts';
import { MENU, MENU_ITEM } from './menu-styles.ts';
import { useNotify } from './toast.tsx';

type ExportPath =
  | '/api/v1/charges/export'
  | '/api/v1/customers/export'
  | '/api/v1/payment-links/export'
  | '/api/v1/withdrawals/export'
  | '/api/v1/disputes/export';
type FileFormat = 'csv' | 'xlsx';

/** A list as a file, with its filters. While it arrives, its size is shown and it can be stopped. */
export function ListExport({ path, query }: { path: ExportPath; query: object }) {
  const { t } = useTranslation('lists');
  const { start, stop, running } = useDownload(path, query);
  const isView = useIsView();
  if (isView) return null;
  if (running) return <Running {...running} onStop={stop} />;
  return (
    <DropdownMenu.Root>
      <DropdownMenu.Trigger asChild>
        <Button>
          <Download aria-hidden="true" size={16} />
          {t('export.button')}
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={16} className={MENU}>
          <DropdownMenu.Label className="px-3 py-1.5 text-small text-quiet">
            {t('export.about')}
          </DropdownMenu.Label>
          {(['csv', 'xlsx'] as const).map((format) => (
            <DropdownMenu.Item key={format} className={MENU_ITEM} onSelect={() => start(format)}>
              {t(`export.${format}`)}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Running({ format, rows, bytes, onStop }: Progress & { format: FileFormat; onStop: () => void }) {
  const { t } = useTranslation('lists');
  const { number } = useFormat();
  const KILO = 1_024;
  // The rows of a compressed file cannot be counted.
  const text =
    format === 'csv'
      ? t('export.rows', { count: Math.max(0, rows) })
      : t('export.size', { size: number(Math.round(bytes / KILO)) });
  return (
    <div className="flex items-center gap-2">
      <p role="status" className="text-small text-quiet tabular-nums">
        {text}
      </p>
      <Button onClick={onStop}>{t('export.stop')}</Button>
    </div>
  );
}

function useDownload(path: ExportPath, query: object) {
  const { t } = useTranslation('lists');
  const language = useLanguage();
  const notify = useNotify();
  const errorText = useErrorText();
  const [running, setRunning] = useState<(Progress & { format: FileFormat }) | null>(null);
  const abort = useRef<AbortController>(undefined);
  const start = (format: FileFormat) => {
    const own = new AbortController();
    const { signal } = own;
    abort.current = own;
    setRunning({ format, rows: 0, bytes: 0 });
    download(path, { ...query, format, language }, (progress) => setRunning({ format, ...progress }), signal)
      .then(() => notify(t('export.done')))
      .catch((error: unknown) => signal.aborted || notify(errorText(error)))
      .finally(() => setRunning(null));
  };
  return { start, stop: () => abort.current?.abort(), running };
}
