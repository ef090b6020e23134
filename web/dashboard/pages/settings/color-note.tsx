import { useTranslation } from 'react-i18next';
import { readableOn } from '../../../../server/src/kit/color.ts';

export const OUR_COLOR = '#1d4ed8';

/** Grounds of the payment pages that the colour stands on, which follow the payer's system. */
const GROUNDS = { light: '#f6f7f8', dark: '#181b1f' } as const;
const THEMES = ['light', 'dark'] as const;

/** Says if a colour is not readable, and which colour replaces it. */
export function ColorNote({ color }: { color: string | null }) {
  const { t } = useTranslation('settings');
  if (color === null) return null;
  const changed = THEMES.flatMap((theme) => {
    const used = readableOn(color, GROUNDS[theme]);
    return used === color ? [] : [t(`branding.replaced_${theme}`, { color: used })];
  });
  return (
    <p role="status" className={`text-small ${changed.length > 0 ? 'text-note' : 'text-good'}`}>
      {changed.length === 0 ? t('branding.readable') : `${t('branding.unreadable')} ${changed.join(' ')}`}
    </p>
  );
}
