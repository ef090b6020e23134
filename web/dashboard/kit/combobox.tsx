import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button.tsx';
import { useSettled } from './debounce.ts';
import { Input } from './field.tsx';

export type Choice = { id: string; label: string; detail?: string | null };

/**
 * One of a long list, found by typing. Arrows walk, Enter takes, Escape closes; the list is asked for as one types.
 * `chosen` is what stands in the field; null: nothing is chosen.
 */
export function Combobox({
  name,
  search,
  chosen,
  onChoose,
  placeholder,
}: {
  /** Names the list among the others that were asked for. */
  name: string;
  search: (text: string) => Promise<Choice[]>;
  chosen: Choice | null;
  onChoose: (choice: Choice | null) => void;
  placeholder?: string;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const isOpen = typed !== null;
  const wanted = useSettled(typed?.trim() ?? '');
  const { data: choices } = useQuery({
    queryKey: ['choices', name, wanted],
    queryFn: () => search(wanted),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  });
  const close = () => {
    setTyped(null);
    setActive(0);
  };
  const choose = (choice: Choice | null) => {
    onChoose(choice);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const count = choices?.length ?? 0;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) setTyped('');
      else if (count > 0) setActive((active + (event.key === 'ArrowDown' ? 1 : count - 1)) % count);
    } else if (event.key === 'Enter' && isOpen) {
      event.preventDefault();
      const choice = choices?.[active];
      if (choice) choose(choice);
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
        onChange={(event) => {
          setTyped(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
        className={chosen ? 'pr-10' : ''}
      />
      {chosen && !isOpen && (
        <IconButton
          label={t('actions.clear')}
          className="absolute top-1 right-1 size-8"
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
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's, which keeps the focus
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active one
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
