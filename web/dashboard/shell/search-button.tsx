import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Places } from './global-search.tsx';

const GlobalSearch = lazy(() =>
  import('./global-search.tsx').then(({ GlobalSearch }) => ({ default: GlobalSearch })),
);

/** Opens the search of everything, also by Ctrl+K or ⌘K from wherever one is. */
export function SearchButton({ places, isSeller }: { places: Places; isSeller: boolean }) {
  const { t } = useTranslation('lists');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'k') return;
      if (document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        className="inline-flex min-h-10 items-center gap-2 rounded-lg border border-strong-line px-3 text-quiet hover:bg-hover md:w-64"
      >
        <Search aria-hidden="true" size={16} />
        <span className="sr-only md:not-sr-only">{t('search.button')}</span>
        <kbd className="ml-auto hidden rounded border px-1.5 font-mono text-small md:inline">Ctrl K</kbd>
      </button>
      {open && (
        <Suspense fallback={null}>
          <GlobalSearch places={places} isSeller={isSeller} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
