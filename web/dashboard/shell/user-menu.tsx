import { CircleUser, LogOut } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useTranslation } from 'react-i18next';
import type { Session } from '../api/session.ts';
import { signOut } from '../api/sign-out.ts';
import { LanguageMenu, ThemeMenu } from '../kit/appearance-menus.tsx';
import { IconButton } from '../kit/button.tsx';
import { MENU, MENU_ITEM } from '../kit/menu-styles.ts';

export function UserMenu({ session }: { session: Session }) {
  return (
    <>
      <LanguageMenu />
      <ThemeMenu />
      <AccountMenu session={session} />
    </>
  );
}

function AccountMenu({ session }: { session: Session }) {
  const { t } = useTranslation();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <IconButton label={session.user.email}>
          <CircleUser aria-hidden="true" size={20} />
        </IconButton>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align="end" className={MENU}>
          <Radix.Label className="block max-w-72 truncate px-3 py-2 text-small text-quiet">
            {session.user.email}
          </Radix.Label>
          <Radix.Item className={MENU_ITEM} onSelect={() => void signOut()}>
            <LogOut aria-hidden="true" size={16} />
            {t('menu.signOut')}
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
