import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { useDebounced } from './debounce.ts';
import { Input } from './field.tsx';

export type Choice = { id: string; label: string; detail?: string | null };

type ComboboxProps = {
  /** Query key of the list. */
  name: string;
  search: (text: string) => Promise<Choice[]>;
  chosen: Choice | null;
  onChoose: (choice: Choice | null) => void;
  placeholder?: string;
};

/**
 * Selects one item of a long list, searched while typing. Arrows move, Enter selects, Escape closes. `chosen` is the
 * text of the selected item; null: nothing is selected.
 */
export function Combobox({ name, search, chosen, onChoose, placeholder }: ComboboxProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const { typed, setTyped, active, choices, isCurrent, isOpen, close } = useTyped(name, search);
  const choose = (choice: Choice) => {
    onChoose(choice);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = choices?.length ?? 0;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (count > 0) setTyped(typed ?? '', (active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
      else setTyped(typed ?? '');
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const choice = choices?.[active];
      if (choice && isCurrent) choose(choice);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <div className="relative">
      <Input
        ref={input}
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices?.[active] ? `${listId}-${active}` : undefined}
        placeholder={placeholder}
        value={typed ?? chosen?.label ?? ''}
        onFocus={(event) => event.target.select()}
        onClick={() => isOpen || setTyped('')}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={chosen ? 'pr-10' : ''}
      />
      {chosen && !isOpen && (
        <IconButton
          label={t('actions.clear')}
          isSmall
          className="absolute top-1 right-1"
          onClick={() => {
            onChoose(null);
            input.current?.focus();
          }}
        >
          <X aria-hidden="true" size={16} />
        </IconButton>
      )}
      <Choices id={listId} isOpen={isOpen} choices={choices} active={active} onChoose={choose} />
    </div>
  );
}

/** The typed text (null: closed), its matches, and the active match. */
function useTyped(name: string, search: (text: string) => Promise<Choice[]>) {
  const [state, setState] = useState<{ typed: string | null; active: number }>({ typed: null, active: 0 });
  const isOpen = state.typed !== null;
  const wanted = useDebounced(state.typed?.trim() ?? '');
  const { data: choices, isPlaceholderData } = useQuery({
    queryKey: ['choices', name, wanted],
    queryFn: () => search(wanted),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  return {
    ...state,
    choices: isOpen ? choices : undefined,
    /** The list matches the current text of the field. */
    isCurrent: !isPlaceholderData && wanted === state.typed?.trim(),
    isOpen,
    setTyped: (typed: string, active = 0) => setState({ typed, active }),
    close: () => setState({ typed: null, active: 0 }),
  };
}

function Choices({
  id,
  isOpen,
  choices,
  active,
  onChoose,
}: {
  id: string;
  isOpen: boolean;
  choices: Choice[] | undefined;
  active: number;
  onChoose: (choice: Choice) => void;
}) {
  const { t } = useTranslation();
  const isEmpty = choices?.length === 0;
  return (
    <div
      hidden={!isOpen || !choices}
      className="absolute inset-x-0 top-full z-30 mt-1 rounded-xl border bg-surface p-1 shadow-raised"
    >
      <div
        id={id}
        role="listbox"
        tabIndex={-1}
        aria-label={t('actions.search')}
        className="max-h-72 overflow-y-auto"
      >
        {choices?.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option
          <div
            key={choice.id}
            id={`${id}-${index}`}
            ref={index === active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
            role="option"
            aria-selected={index === active}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(choice)}
            className={`cursor-pointer rounded-lg px-3 py-1.5 wrap-anywhere hover:bg-hover ${index === active ? 'bg-hover' : ''}`}
          >
            {choice.label}
            {choice.detail && <span className="block text-small text-quiet">{choice.detail}</span>}
          </div>
        ))}
      </div>
      {isEmpty && (
        <p role="status" className="px-3 py-1.5 text-quiet">
          {t('table.noMatch')}
        </p>
      )}
    </div>
  );
}
