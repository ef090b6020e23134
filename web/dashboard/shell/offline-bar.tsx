import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

function listen(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** Shown above everything while the browser is offline. */
export function OfflineBar() {
  const { t } = useTranslation();
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine);
  return (
    <div role="status" className="sticky top-0 z-30">
      {!isOnline && (
        <p className="bg-text px-4 py-2 text-center text-small font-medium text-ground">{t('offline')}</p>
      )}
    </div>
  );
}
