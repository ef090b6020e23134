import { Languages, SunMoon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, useLanguage } from '../text/language.ts';
import { LANGUAGES } from '../text/languages.ts';
import { IconButton } from './button.tsx';
import { MENU, MENU_ITEM } from './menu-styles.ts';
import { changeTheme, readTheme, THEMES, type Theme } from './theme.ts';

/** Before signing in; afterwards the user's menu has the same choices. */
export function AppearanceMenus() {
  const { t } = useTranslation();
  return (
    <div className="flex gap-1">
      <OwnMenu label={t('language.label')} icon={<Languages aria-hidden="true" size={20} />}>
        <LanguageChoices />
      </OwnMenu>
      <OwnMenu label={t('theme.label')} icon={<SunMoon aria-hidden="true" size={20} />}>
        <ThemeChoices />
      </OwnMenu>
    </div>
  );
}

function OwnMenu({ label, icon, children }: { label: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>
        <IconButton label={label}>{icon}</IconButton>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align="end" className={MENU}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function LanguageChoices() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Radix.RadioGroup value={language} aria-label={t('language.label')}>
      {LANGUAGES.map((each) => (
        <Radix.RadioItem
          key={each}
          value={each}
          onSelect={() => void changeLanguage(each)}
          className={MENU_ITEM}
        >
          <span lang={each}>{t(`language.${each}`)}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

export function ThemeChoices() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<Theme>(readTheme);
  const choose = (each: Theme) => {
    changeTheme(each);
    setTheme(each);
  };
  return (
    <Radix.RadioGroup value={theme} aria-label={t('theme.label')}>
      {THEMES.map((each) => (
        <Radix.RadioItem key={each} value={each} onSelect={() => choose(each)} className={MENU_ITEM}>
          {t(`theme.${each}`)}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
