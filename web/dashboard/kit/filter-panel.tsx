import { SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';

/** The filters of a list. On phones the list comes first: they are behind a button that says how many are set. */
export function FilterPanel({
  count,
  onClear,
  always,
  children,
}: {
  /** How many filters are set. */
  count: number;
  onClear: () => void;
  /** Shown on phones too, such as the search. */
  always?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <search className="grid gap-3">
      {always}
      <div className="md:hidden">
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden="true" size={16} />
          {count > 0 ? t('filters.count', { count }) : t('filters.open')}
        </Button>
      </div>
      <div
        id={id}
        className={`${isOpen ? 'grid' : 'hidden'} grid-cols-2 items-start gap-3 md:grid md:grid-cols-4`}
      >
        {children}
      </div>
      {count > 0 && (
        <div>
          <Button variant="quiet" onClick={onClear}>
            {t('actions.clearFilters')}
          </Button>
        </div>
      )}
    </search>
  );
}
