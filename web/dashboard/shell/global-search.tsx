import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { get } from '../api/client.ts';
import { useDebounced } from '../kit/debounce.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Field, Input } from '../kit/field.tsx';
import { useFormat } from '../kit/format.ts';
import type { Texts } from '../text/portuguese/texts.ts';

type MenuName = keyof Texts['common']['menu'];
export type Places = readonly { href: string; name: MenuName }[];
type Group = 'pages' | 'charges' | 'customers' | 'links';
type Found = { group: Group; href: string; label: string; detail: string | null };

const SHOWN = 5;
const MIN_LENGTH = 2;

/** Everything of the account and every page, by words. Arrows move, Enter opens. */
export function GlobalSearch({
  places,
  isSeller,
  onClose,
}: {
  places: Places;
  isSeller: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation('lists');
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const { found, isReady } = useFound(typed, places, isSeller);
  const open = (item: Found | undefined) => {
    if (!item) return;
    onClose();
    navigate(item.href);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : found.length - 1;
      if (found.length > 0) setActive((active + step) % found.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const item = found[active];
      // Pages are found at once; of the rest only what belongs to the text that is typed now.
      if (isReady || item?.group === 'pages') open(item);
    }
  };
  return (
    <Dialog open onOpenChange={(wanted) => wanted || onClose()} title={t('search.title')}>
      <Field label={t('search.field')} hint={t('search.hint')}>
        <Input
          type="search"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          maxLength={254}
          aria-expanded={found.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </Field>
      <Results id={listId} found={found} active={active} onOpen={open} />
      {isReady && typed.trim().length >= MIN_LENGTH && found.length === 0 && (
        <p role="status" className="text-quiet">
          {t('search.nothing')}
        </p>
      )}
    </Dialog>
  );
}

function Results({
  id,
  found,
  active,
  onOpen,
}: {
  id: string;
  found: readonly Found[];
  active: number;
  onOpen: (item: Found) => void;
}) {
  const { t } = useTranslation('lists');
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={t('search.results')}
      className="grid max-h-[50dvh] content-start overflow-y-auto"
    >
      {found.map((item, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and names the active option
        <div
          key={item.href}
          id={`${id}-${index}`}
          ref={index === active ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(item)}
          className={`grid cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 rounded-lg px-3 py-2 hover:bg-hover ${index === active ? 'bg-hover' : ''}`}
        >
          <span className="truncate">{item.label}</span>
          <span className="text-small text-quiet">{t(`search.${item.group}`)}</span>
          {item.detail && <span className="col-span-full truncate text-small text-quiet">{item.detail}</span>}
        </div>
      ))}
    </div>
  );
}

function useFound(typed: string, places: Places, isSeller: boolean) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const wanted = useDebounced(typed.trim());
  const enabled = isSeller && wanted.length >= MIN_LENGTH;
  const query = { search: wanted, limit: SHOWN };
  const charges = useQuery({
    queryKey: ['search', 'charges', wanted],
    queryFn: () => get('/api/v1/charges', { query }),
    enabled,
  });
  const customers = useQuery({
    queryKey: ['search', 'customers', wanted],
    queryFn: () => get('/api/v1/customers', { query }),
    enabled,
  });
  const links = useQuery({
    queryKey: ['search', 'links', wanted],
    queryFn: () => get('/api/v1/payment-links', { query }),
    enabled,
  });
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const pages = places
    .map(({ href, name }): Found => ({ group: 'pages', href, label: t(`menu.${name}`), detail: null }))
    .filter(({ label }) => words.length > 0 && words.every((word) => plain(label).includes(word)));
  const found: Found[] = [
    ...pages.slice(0, SHOWN),
    ...(charges.data?.data ?? []).map((charge): Found => {
      const name = charge.customer_name ?? charge.description ?? charge.external_reference;
      const money = format.money(charge.value);
      return {
        group: 'charges',
        href: `/charges/${charge.id}`,
        label: name ? `${money} · ${name}` : money,
        detail: [charge.description, charge.external_reference].filter(Boolean).join(' · ') || null,
      };
    }),
    ...(customers.data?.data ?? []).map(
      ({ id, name, email }): Found => ({
        group: 'customers',
        href: `/customers/${id}`,
        label: name,
        detail: email,
      }),
    ),
    ...(links.data?.data ?? []).map(
      ({ id, name, description }): Found => ({
        group: 'links',
        href: `/links/${id}`,
        label: name,
        detail: description,
      }),
    ),
  ];
  const isWaiting = enabled && [charges, customers, links].some(({ isPending }) => isPending);
  return { found, isReady: !isWaiting && wanted === typed.trim() };
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
