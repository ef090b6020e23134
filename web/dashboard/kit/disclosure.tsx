import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';

/** A heading that shows and hides what is below it. */
export function Disclosure({
  title,
  startsOpen = false,
  staysOpen = false,
  children,
  className = '',
  titleClass = 'font-medium',
}: {
  title: ReactNode;
  startsOpen?: boolean;
  /** It cannot be closed now: what is inside must be seen. */
  staysOpen?: boolean;
  children: ReactNode;
  className?: string;
  titleClass?: string;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(startsOpen);
  const open = isOpen || staysOpen;
  return (
    <div className={className}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className={`flex w-full items-start gap-1.5 text-left ${titleClass}`}
      >
        <ChevronRight
          aria-hidden="true"
          size={16}
          className={`mt-1 shrink-0 text-quiet transition-transform duration-150 ${open ? 'rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1">{title}</span>
      </button>
      {open && <div id={id}>{children}</div>}
    </div>
  );
}
