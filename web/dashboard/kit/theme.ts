import { rememberChoice } from '../text/language.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme;
  return THEMES.find((theme) => theme === chosen) ?? 'system';
}

export function changeTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  rememberChoice('guiche_theme', theme);
}
