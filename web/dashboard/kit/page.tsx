import { ChevronLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { Drawing, type DrawingName } from './drawing.tsx';

/** The header of every page: title and main action. Screen readers read the title on arrival. */
export function PageHeader({
  title,
  about,
  back,
  children,
}: {
  title: string;
  about?: ReactNode;
  back?: { href: string; label: string };
  children?: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Guichê`;
  }, [title]);
  return (
    <header className="grid gap-2">
      {back && (
        <Link
          href={back.href}
          className="inline-flex items-center gap-1 text-small text-quiet hover:text-text"
        >
          <ChevronLeft aria-hidden="true" size={16} />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid min-w-0 gap-1">
          <h1 ref={heading} tabIndex={-1} className="text-heading font-semibold wrap-anywhere outline-none">
            {title}
          </h1>
          {about && <div className="text-quiet wrap-anywhere">{about}</div>}
        </div>
        {children && <div className="flex flex-wrap gap-2">{children}</div>}
      </div>
    </header>
  );
}

export function Card({
  title,
  action,
  children,
  className = '',
}: {
  title?: string;
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section
      className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-xl border bg-surface p-4 md:p-6 ${className}`}
    >
      {(title || action) && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {title && <h2 className="text-title font-semibold">{title}</h2>}
          {action}
        </div>
      )}
      {children}
    </section>
  );
}

/** Names and values: `facts` is a list of pairs; those without a value are omitted. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  const shown = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  );
  return (
    <dl className="grid gap-x-4 min-[24rem]:grid-cols-[fit-content(42%)_minmax(0,1fr)] min-[24rem]:gap-y-2 sm:gap-x-6">
      {shown.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet wrap-anywhere">{name}</dt>
          <dd className="mb-2 wrap-anywhere whitespace-pre-line min-[24rem]:mb-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An empty list: what it is for, and the first step. */
export function EmptyState({
  title,
  text,
  action,
  drawing = 'list',
}: {
  title: string;
  text: string;
  action?: ReactNode;
  drawing?: DrawingName;
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-xl border bg-surface p-6 text-center md:p-10">
      <Drawing name={drawing} />
      <h2 className="text-title font-semibold">{title}</h2>
      <p className="max-w-prose text-quiet">{text}</p>
      {action}
    </div>
  );
}
