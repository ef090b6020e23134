import { useTranslation } from 'react-i18next';
import { inkOn, readableOn } from '../../../../server/src/kit/color.ts';
import { useFormat } from '../../kit/format.ts';

export const OUR_COLOR = '#1d4ed8';

/** Backgrounds of the payment pages, which follow the payer's system and not the dashboard's theme. */
const GROUNDS = {
  light: {
    ...{ ground: '#f6f7f8', surface: '#ffffff', text: '#16191d', quiet: '#59626c' },
    ...{ accent: OUR_COLOR, accentOn: '#f6f7f8' },
  },
  dark: {
    ...{ ground: '#101214', surface: '#181b1f', text: '#eceff2', quiet: '#a3adb8' },
    ...{ accent: '#8fb1ff', accentOn: '#181b1f' },
  },
} as const;
const THEMES = ['light', 'dark'] as const;
const SHOWN_AMOUNT = 129.9;

/** The header of a payment page as payers see it; Guichê's colour by default. */
export function PagePreview({ name, color }: { name: string; color: string | null }) {
  const { t } = useTranslation('settings');
  return (
    <figure className="grid min-w-0 content-start gap-2">
      <figcaption className="text-small font-semibold">{t('appearance.preview')}</figcaption>
      <div className="grid gap-3 sm:grid-cols-2">
        {THEMES.map((theme) => (
          <PreviewPage key={theme} theme={theme} name={name} color={color} />
        ))}
      </div>
    </figure>
  );
}

function PreviewPage({
  theme,
  name,
  color,
}: {
  theme: (typeof THEMES)[number];
  name: string;
  color: string | null;
}) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const { ground, surface, text, quiet, ...ours } = GROUNDS[theme];
  const accent = color === null ? ours.accent : readableOn(color, ours.accentOn);
  const amount = format.money(SHOWN_AMOUNT);
  return (
    <div className="grid min-w-0 gap-1">
      <div className="rounded-xl border p-2" style={{ background: ground }}>
        <div className="grid gap-2 rounded-lg p-4" style={{ background: surface, color: text }}>
          <p className="wrap-anywhere" style={{ color: quiet }}>
            {t('appearance.payTo', { name })}
          </p>
          <p className="text-heading font-semibold tabular-nums wrap-anywhere">{amount}</p>
          <p
            className="rounded-lg px-3 py-2 text-center font-semibold"
            style={{ background: accent, color: inkOn(accent) }}
          >
            {t('appearance.pay', { amount })}
          </p>
        </div>
      </div>
      <p className="text-small text-quiet">{t(`appearance.${theme}`)}</p>
    </div>
  );
}

/** Says if a colour is not readable, and which colour replaces it. */
export function ColorNote({ color }: { color: string | null }) {
  const { t } = useTranslation('settings');
  if (color === null) return null;
  const changed = THEMES.flatMap((theme) => {
    const used = readableOn(color, GROUNDS[theme].accentOn);
    return used === color ? [] : [t(`appearance.replaced_${theme}`, { color: used })];
  });
  return (
    <p role="status" className={`text-small ${changed.length > 0 ? 'text-note' : 'text-good'}`}>
      {changed.length === 0 ? t('appearance.readable') : `${t('appearance.unreadable')} ${changed.join(' ')}`}
    </p>
  );
}
