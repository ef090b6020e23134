import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { Permission } from '../../../server/src/kit/permissions.ts';
import { needsOf, useMay } from '../api/permissions.tsx';

export type ButtonVariant = 'primary' | 'second' | 'danger' | 'quiet';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent border-accent hover:opacity-90',
  second: 'bg-surface text-text border-strong-line hover:bg-hover',
  danger: 'bg-bad-fill text-white border-bad-fill hover:opacity-90',
  quiet: 'bg-transparent text-text border-transparent hover:bg-hover',
};
const SHAPE =
  'inline-flex min-h-10 items-center justify-center gap-2 rounded-lg border px-4 py-1.5 text-base font-medium transition duration-150 disabled:opacity-60 aria-disabled:opacity-60';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  /** In progress: shows it and ignores clicks. */
  busy?: boolean;
  /** Not there for users without this permission. */
  needs?: Permission;
};

export function Button({
  variant = 'second',
  busy = false,
  needs,
  children,
  className = '',
  onClick,
  ...rest
}: ButtonProps) {
  const { t } = useTranslation();
  const may = useMay();
  if (needs && !may(needs)) return null;
  return (
    <button
      type="button"
      data-button
      {...rest}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={`${SHAPE} ${VARIANTS[variant]} ${className}`}
    >
      {busy ? t('actions.working') : children}
    </button>
  );
}

/** Not there for users who may not see its page. */
export function ButtonLink({
  href,
  variant = 'second',
  children,
  className = '',
}: {
  href: string;
  variant?: ButtonVariant;
  children: ReactNode;
  className?: string;
}) {
  const may = useMay();
  if (!may(needsOf(href))) return null;
  return (
    <Link href={href} className={`${SHAPE} ${VARIANTS[variant]} ${className}`}>
      {children}
    </Link>
  );
}

/** A button with an icon only; its label is for screen readers and the tooltip. */
export function IconButton({
  label,
  isSmall = false,
  children,
  className = '',
  ...rest
}: ComponentProps<'button'> & {
  label: string;
  /** As high as a line of a table with its space. */
  isSmall?: boolean;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={`inline-flex ${isSmall ? 'size-8' : 'size-10'} shrink-0 items-center justify-center rounded-lg hover:bg-hover ${className}`}
    >
      {children}
    </button>
  );
}
