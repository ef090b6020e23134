import { Toast as Radix } from 'radix-ui';
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

type Notify = (text: string) => void;
const NotifyContext = createContext<Notify>(() => {});
const SHOWN_MS = 4_000;
const MAX_SHOWN = 3;

/** Shows the result of an action, also to screen readers: at the foot of the page, which has room there for it. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<readonly { id: string; text: string }[]>([]);
  const notify = useCallback<Notify>((text) => {
    setShown((before) => [...before, { id: crypto.randomUUID(), text }].slice(-MAX_SHOWN));
  }, []);
  const end = useCallback((id: string) => setShown((before) => before.filter((each) => each.id !== id)), []);
  const toasts = useMemo(
    () =>
      shown.map(({ id, text }) => (
        <Radix.Root
          key={id}
          onOpenChange={(open) => !open && end(id)}
          className="pointer-events-auto min-w-0 rounded-lg bg-text px-4 py-2 wrap-anywhere text-ground shadow-raised"
        >
          <Radix.Description>{text}</Radix.Description>
        </Radix.Root>
      )),
    [shown, end],
  );
  return (
    <NotifyContext value={notify}>
      <Radix.Provider duration={SHOWN_MS} label={t('toast.label')}>
        {children}
        {toasts}
        {/* Hidden while a dialog is open, so that it does not cover its buttons; screen readers still read it. */}
        <Radix.Viewport
          label={t('toast.list')}
          className="in-[body:has([role=dialog])]:invisible pointer-events-none fixed inset-x-4 bottom-4 z-60 mx-auto grid w-fit max-w-[min(24rem,calc(100vw-2rem))] gap-2 outline-none"
        />
      </Radix.Provider>
    </NotifyContext>
  );
}

export function useNotify(): Notify {
  return useContext(NotifyContext);
}
