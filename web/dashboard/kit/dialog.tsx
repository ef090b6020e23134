import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from './button.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** A modal dialog: traps the focus, closes on Escape, restores the focus. */
export function Dialog({
  open,
  onOpenChange,
  title,
  about,
  dismissible = true,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  about?: ReactNode;
  /** False: only a button inside closes it, because its content is not shown again. */
  dismissible?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const opener = useRef<Element | null>(null);
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* As high as a dialog: the one that opens later dims the one below. */}
        <Radix.Overlay className="fixed inset-0 z-50 bg-[rgb(0_0_0/0.5)]" />
        <Radix.Content
          {...(!about && { 'aria-describedby': undefined })}
          {...(!dismissible && {
            onEscapeKeyDown: stay,
            onPointerDownOutside: stay,
            onInteractOutside: stay,
          })}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            if (focusFirstField(event.currentTarget as HTMLElement)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack(opener.current);
          }}
          className="fixed inset-x-0 bottom-0 z-50 grid max-h-[92dvh] grid-cols-[minmax(0,1fr)] gap-4 overflow-y-auto rounded-t-2xl border bg-surface p-6 shadow-raised sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[min(32rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-2xl"
        >
          <div className="flex items-start justify-between gap-4">
            <Radix.Title className="min-w-0 text-title font-semibold wrap-anywhere">{title}</Radix.Title>
            {dismissible && (
              <Radix.Close asChild>
                <IconButton label={t('actions.close')} className="-mt-2 -mr-2">
                  <X aria-hidden="true" size={18} />
                </IconButton>
              </Radix.Close>
            )}
          </div>
          {about && (
            <Radix.Description asChild>
              <div className="text-quiet wrap-anywhere">{about}</div>
            </Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function stay(event: Event): void {
  event.preventDefault();
}

/** What opened it may be gone with what was done: then one goes on at the head of the page. */
function giveFocusBack(opener: Element | null): void {
  if (opener instanceof HTMLElement) opener.focus();
  if (document.activeElement === opener && opener !== document.body) return;
  const place = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main');
  place?.focus({ preventScroll: true });
}

/** One begins with what is to be filled in, not with the cross that closes. */
function focusFirstField(content: HTMLElement): boolean {
  const field = content.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea');
  field?.focus();
  return Boolean(field);
}

/** Asks before something that cannot be taken back: `about` says exactly what will happen. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  about,
  action,
  dismiss,
  variant = 'danger',
  busy,
  error,
  onConfirm,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  about: ReactNode;
  action: string;
  /** Where `Cancel` could be taken for the action itself. */
  dismiss?: string;
  variant?: 'danger' | 'primary';
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} about={about}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onConfirm();
        }}
      >
        {children}
        {error ? <ErrorNotice error={error} /> : null}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => onOpenChange(false)}>{dismiss ?? t('actions.cancel')}</Button>
          <Button type="submit" variant={variant} busy={busy}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
