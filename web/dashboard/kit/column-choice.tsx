import { Columns3 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { MENU, MENU_ITEM } from './menu-styles.ts';

/** Which columns of a list are left out, remembered in this browser. */
export function useHiddenColumns(list: string) {
  const name = `guiche_columns_${list}`;
  const [hidden, setHidden] = useState(() => stored(name));
  const toggle = (id: string) => {
    const after = hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id];
    setHidden(after);
    try {
      localStorage.setItem(name, JSON.stringify(after));
    } catch {
      // A browser that keeps nothing shows all columns the next time.
    }
  };
  return { hidden, toggle };
}

function stored(name: string): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]');
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export function ColumnChoice({
  columns,
  hidden,
  onToggle,
}: {
  columns: readonly { id: string; label: string }[];
  hidden: readonly string[];
  onToggle: (id: string) => void;
}) {
  const { t } = useTranslation('lists');
  return (
    <div className="hidden md:block">
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <Button>
            <Columns3 aria-hidden="true" size={16} />
            {t('columns.button')}
          </Button>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={16} className={MENU}>
            <DropdownMenu.Label className="px-3 py-1.5 text-small text-quiet">
              {t('columns.about')}
            </DropdownMenu.Label>
            {columns.map(({ id, label }) => (
              <DropdownMenu.CheckboxItem
                key={id}
                checked={!hidden.includes(id)}
                onCheckedChange={() => onToggle(id)}
                onSelect={(event) => event.preventDefault()}
                className={MENU_ITEM}
              >
                <span aria-hidden="true" className="w-4">
                  {hidden.includes(id) ? '' : '✓'}
                </span>
                {label}
              </DropdownMenu.CheckboxItem>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </div>
  );
}
