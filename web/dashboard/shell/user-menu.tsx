import { ChevronDown, LogOut, ShieldCheck } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { Session } from '../api/session.ts';
import { signOut } from '../api/sign-out.ts';
import { LanguageChoices, ThemeChoices } from '../kit/appearance-menus.tsx';
import { MENU, MENU_ITEM } from '../kit/menu-styles.ts';
import { AccountSwitch } from './account-switch.tsx';

/** The signed-in user: who it is, how the dashboard looks and speaks, and the way out. */
export function UserMenu({ session }: { session: Session }) {
  const { user, account } = session;
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger
        aria-label={user.email}
        title={user.email}
        className="inline-flex min-h-10 min-w-0 items-center gap-2 rounded-lg px-2 hover:bg-hover"
      >
        <span
          aria-hidden="true"
          className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-ground text-small font-semibold text-accent"
        >
          {[...account.name.trim()][0]?.toUpperCase() ?? '·'}
        </span>
        <span aria-hidden="true" className="hidden max-w-48 truncate text-small md:inline">
          {user.email}
        </span>
        <ChevronDown aria-hidden="true" size={16} className="shrink-0 text-quiet" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align="end" sideOffset={4} className={`${MENU} max-w-72`}>
          <div className="px-3 py-2">
            <p className="truncate font-medium">{account.name}</p>
            <p className="truncate text-small text-quiet">{user.email}</p>
          </div>
          <AccountSwitch session={session} />
          <Part label={t('theme.label')}>
            <ThemeChoices />
          </Part>
          <Part label={t('language.label')}>
            <LanguageChoices />
          </Part>
          <Radix.Separator className="my-1 h-px bg-line" />
          {!session.view && (
            <Radix.Item className={MENU_ITEM} onSelect={() => navigate('/settings/security')}>
              <ShieldCheck aria-hidden="true" size={16} />
              {t('menu.security')}
            </Radix.Item>
          )}
          <Radix.Item className={MENU_ITEM} onSelect={() => void signOut()}>
            <LogOut aria-hidden="true" size={16} />
            {t('menu.signOut')}
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Part({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <Radix.Separator className="my-1 h-px bg-line" />
      <p aria-hidden="true" className="px-3 pt-1 text-small text-quiet">
        {label}
      </p>
      {children}
    </>
  );
}
