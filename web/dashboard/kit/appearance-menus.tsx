import { Languages, SunMoon } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, useLanguage } from '../text/language.ts';
import { LANGUAGES } from '../text/languages.ts';
import { IconButton } from './button.tsx';
import { MENU, MENU_ITEM } from './menu-styles.ts';
import { changeTheme, readTheme, THEMES, type Theme } from './theme.ts';

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
        <Radix.Content align="end" className={MENU}>
          <Radix.RadioGroup value={language}>
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
        <Radix.Content align="end" className={MENU}>
          <Radix.RadioGroup value={theme}>
            {THEMES.map((each) => (
              <Radix.RadioItem key={each} value={each} onSelect={() => choose(each)} className={MENU_ITEM}>
                {t(`theme.${each}`)}
              </Radix.RadioItem>
            ))}
          </Radix.RadioGroup>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
