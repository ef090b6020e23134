import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { Dialog } from '../kit/dialog.tsx';
import type { Texts } from '../text/portuguese/texts.ts';

type Name = keyof Texts['common']['menu'];
type Groups = readonly { entries: readonly { href: string; name: Name }[] }[];

/** The key after `g`, and its page. */
const PLACES: Readonly<Record<string, string>> = {
  o: '/',
  c: '/charges',
  l: '/links',
  u: '/customers',
  p: '/products',
  e: '/statement',
  s: '/withdrawals',
  k: '/integrations',
  w: '/integrations/webhooks',
  a: '/admin/accounts',
  d: '/admin/withdrawals',
};
const CHORD_MS = 1_500;

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return Boolean(
    target?.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]'),
  );
}

/** `g` and a letter open a page, `n` creates a charge, `/` searches, `?` shows the shortcuts. */
export function Shortcuts({ groups }: { groups: Groups }) {
  const { t } = useTranslation(['common', 'lists']);
  const [, navigate] = useLocation();
  const [shown, setShown] = useState(false);
  const chordUntil = useRef(0);
  const entries = groups.flatMap((group) => group.entries);
  const nameOf = (href: string) => entries.find((entry) => entry.href === href)?.name;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (event.timeStamp < chordUntil.current) {
        chordUntil.current = 0;
        const href = PLACES[event.key];
        if (href && nameOf(href)) navigate(href);
        return;
      }
      if (event.key === 'g') chordUntil.current = event.timeStamp + CHORD_MS;
      else if (event.key === '?') setShown(true);
      else if (event.key === 'n' && nameOf('/charges')) navigate('/charges/new');
      else if (event.key === '/') {
        const search = document.querySelector<HTMLElement>('main input[type="search"]');
        if (search) {
          event.preventDefault();
          search.focus();
        }
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  const places = Object.entries(PLACES).flatMap(([key, href]) => {
    const name = nameOf(href);
    return name ? [[`g ${key}`, t('shortcuts.goTo', { place: t(`menu.${name}`) })] as const] : [];
  });
  const lines = [
    ['?', t('shortcuts.help')] as const,
    ['Ctrl K', t('lists:search.shortcut')] as const,
    ['/', t('shortcuts.search')] as const,
    ...(nameOf('/charges') ? [['n', t('shortcuts.newCharge')] as const] : []),
    ...places,
  ];
  return (
    <Dialog open={shown} onOpenChange={setShown} title={t('shortcuts.title')}>
      <dl className="grid grid-cols-[4rem_1fr] gap-y-2">
        {lines.map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border px-1.5 font-mono text-small">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
