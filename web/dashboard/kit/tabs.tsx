import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';

/** Parts of one area, each with an address of its own. */
export function SubNavigation({
  label,
  items,
}: {
  label: string;
  items: readonly { href: string; label: ReactNode }[];
}) {
  const [location] = useLocation();
  return (
    <nav aria-label={label} className="-mb-2 flex gap-1 overflow-x-auto border-b">
      {items.map(({ href, label: text }) => {
        const isHere = location === href;
        return (
          <Link
            key={href}
            href={href}
            aria-current={isHere ? 'page' : undefined}
            className={`-mb-px border-b-2 px-3 py-2 whitespace-nowrap ${isHere ? 'border-accent font-medium text-accent' : 'border-transparent text-quiet hover:text-text'}`}
          >
            {text}
          </Link>
        );
      })}
    </nav>
  );
}
