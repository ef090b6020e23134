import { Menu as MenuIcon, X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';
import type { Session } from '../api/session.ts';
import { IconButton } from '../kit/button.tsx';
import { Mark } from '../kit/mark.tsx';
import { Bell } from './bell.tsx';
import { ConfirmAddress } from './confirm-address.tsx';
import { Menu, OPERATOR_MENU, SELLER_MENU, useVisibleMenu } from './menu.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { SearchButton } from './search-button.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { UserMenu } from './user-menu.tsx';
import { ViewBar } from './view-bar.tsx';

const SandboxBar = lazy(() =>
  import('../pages/sandbox/bar.tsx').then(({ SandboxBar }) => ({ default: SandboxBar })),
);

export function Shell({ session, children }: { session: Session; children: ReactNode }) {
  const { t } = useTranslation();
  const groups = useVisibleMenu(session.user.role === 'operator' ? OPERATOR_MENU : SELLER_MENU);
  const status = session.account.account_status;
  return (
    <>
      <a
        href="#content"
        className="sr-only rounded-lg bg-accent p-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50"
      >
        {t('menu.skip')}
      </a>
      <div className="flex min-h-dvh flex-col">
        <OfflineBar />
        <ViewBar session={session} />
        {session.rails === 'sandbox' && (
          <Suspense fallback={<div className="min-h-10 bg-note-ground" />}>
            <SandboxBar />
          </Suspense>
        )}
        <div className="mx-auto grid w-full max-w-7xl flex-1 grid-cols-[minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)]">
          <aside className="hidden border-r lg:block">
            <div
              className={`sticky grid content-start gap-3 overflow-y-auto px-3 py-4 ${session.view ? 'top-12 max-h-[calc(100dvh-3rem)]' : 'top-0 max-h-dvh'}`}
            >
              <Brand name={session.account.name} />
              <Menu groups={groups} isDense />
            </div>
          </aside>
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr_auto]">
            <header className="flex items-center justify-between gap-4 border-b px-4 py-2 md:px-8">
              <PhoneMenu>{(close) => <Menu groups={groups} onChoose={close} />}</PhoneMenu>
              <SearchButton
                places={groups.flatMap(({ entries }) => entries)}
                isSeller={session.user.role !== 'operator'}
              />
              <p className="hidden min-w-0 flex-1 truncate text-small text-quiet lg:block">{t('zone')}</p>
              <div className="flex min-w-0 items-center gap-1">
                {!session.view && <Bell />}
                <UserMenu session={session} />
              </div>
            </header>
            <Content>
              {status !== 'active' && (
                <p role="status" className="rounded-lg bg-note-ground p-4 text-note">
                  {t(`accountStatus.${status}`)}
                </p>
              )}
              {session.must_change_password && (
                <p role="alert" className="rounded-lg bg-note-ground p-4 text-note">
                  {t('mustChangePassword')}
                </p>
              )}
              <ConfirmAddress session={session} />
              {children}
            </Content>
            <footer className="px-4 pb-4 text-small text-quiet md:px-8 lg:hidden">{t('zone')}</footer>
          </div>
        </div>
      </div>
      <Shortcuts groups={groups} />
    </>
  );
}

function Brand({ name }: { name: string }) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-3">
      <Mark size={32} />
      <div className="grid">
        <Link href="/" className="text-title leading-5 font-bold tracking-tight">
          Guichê
        </Link>
        <p className="truncate text-small leading-4 text-quiet">{name}</p>
      </div>
    </div>
  );
}

/** Announces a new page by its title and scrolls to its top. */
function Content({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for every new location
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [location]);
  return (
    <main
      id="content"
      tabIndex={-1}
      className="grid w-full min-w-0 max-w-6xl content-start gap-6 p-4 pb-20 outline-none md:p-8 md:pb-20"
    >
      {children}
    </main>
  );
}

function PhoneMenu({ children }: { children: (close: () => void) => ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <Radix.Root open={open} onOpenChange={setOpen}>
      <div className="flex items-center gap-2 lg:hidden">
        <Radix.Trigger asChild>
          <IconButton label={t('menu.open')}>
            <MenuIcon aria-hidden="true" size={20} />
          </IconButton>
        </Radix.Trigger>
        <Link href="/" className="flex items-center gap-2 font-bold tracking-tight">
          <span className="max-[22rem]:hidden">
            <Mark size={24} />
          </span>
          Guichê
        </Link>
      </div>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[rgb(0_0_0/0.5)]" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 grid w-72 max-w-[85vw] content-start gap-4 overflow-y-auto bg-surface p-4"
        >
          <div className="flex items-center justify-between">
            <Radix.Title className="flex items-center gap-2 px-3 text-title font-bold">
              <Mark size={24} />
              Guichê
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label={t('menu.close')}>
                <X aria-hidden="true" size={20} />
              </IconButton>
            </Radix.Close>
          </div>
          {children(() => setOpen(false))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
