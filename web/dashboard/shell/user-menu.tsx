import { CircleUser, Languages, LogOut, SunMoon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { post } from '../api/client.ts';
import { queries, SESSION_KEY } from '../api/queries.ts';
import type { Session } from '../api/session.ts';
import { IconButton } from '../kit/button.tsx';
import { changeLanguage, LANGUAGES, useLanguage } from '../text/language.ts';
import { changeTheme, readTheme, THEMES, type Theme } from './theme.ts';

const CONTENT = 'z-50 min-w-52 rounded-xl border bg-surface p-1 shadow-raised';
const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2 rounded-lg px-3 outline-none data-highlighted:bg-hover data-[state=checked]:font-medium data-[state=checked]:text-accent';

export function UserMenu({ session }: { session: Session }) {
  return (
    <>
      <LanguageMenu />
      <ThemeMenu />
      <AccountMenu session={session} />
    </>
  );
}

export function LanguageMenu() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <IconButton label={t('language.label')}>
          <Languages aria-hidden="true" size={20} />
        </IconButton>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align="end" className={CONTENT}>
          <Radix.RadioGroup value={language}>
            {LANGUAGES.map((each) => (
              <Radix.RadioItem
                key={each}
                value={each}
                onSelect={() => void changeLanguage(each)}
                className={ITEM}
              >
                <span lang={each}>{t(`language.${each}`)}</span>
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function ThemeMenu() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (each: Theme) => {
    changeTheme(each);
    setTheme(each);
  };
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <IconButton label={t('theme.label')}>
          <SunMoon aria-hidden="true" size={20} />
        </IconButton>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align="end" className={CONTENT}>
          <Radix.RadioGroup value={theme}>
            {THEMES.map((each) => (
              <Radix.RadioItem key={each} value={each} onSelect={() => choose(each)} className={ITEM}>
                {t(`theme.${each}`)}
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
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
        <Radix.Content align="end" className={CONTENT}>
          <Radix.Label className="block max-w-72 truncate px-3 py-2 text-small text-quiet">
            {session.user.email}
          </Radix.Label>
          <Radix.Item className={ITEM} onSelect={() => void signOut()}>
            <LogOut aria-hidden="true" size={16} />
            {t('menu.signOut')}
          </Radix.Item>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Nothing that was read stays behind for whoever comes next. */
export async function signOut(): Promise<void> {
  try {
    await post('/api/v1/auth/logout');
  } finally {
    window.history.replaceState(null, '', '/login');
    queries.clear();
    await queries.invalidateQueries({ queryKey: SESSION_KEY });
    window.location.assign('/login');
  }
}
