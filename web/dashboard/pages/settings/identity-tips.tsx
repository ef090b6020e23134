import { Check, Lock, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../kit/page.tsx';

const GOOD = ['whole', 'light', 'sharp', 'original'] as const;
const BAD = ['copy', 'cut'] as const;

/** What a good picture looks like, drawn and in words. */
export function IdentityTips() {
  const { t } = useTranslation('identity');
  return (
    <Card title={t('tips.title')}>
      <GoodPicture label={t('tips.drawing')} />
      <ul className="grid gap-2">
        {GOOD.map((tip) => (
          <li key={tip} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
            <Check aria-hidden="true" size={18} className="mt-1 text-good" />
            {t(`tips.good.${tip}`)}
          </li>
        ))}
        {BAD.map((tip) => (
          <li key={tip} className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
            <X aria-hidden="true" size={18} className="mt-1 text-bad" />
            {t(`tips.bad.${tip}`)}
          </li>
        ))}
      </ul>
      <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-2 border-t pt-4 text-small text-quiet">
        <Lock aria-hidden="true" size={16} className="mt-0.5" />
        {t('tips.safe')}
      </p>
    </Card>
  );
}

/** A document inside the corners of a finder. */
function GoodPicture({ label }: { label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 240 120" className="mx-auto w-full max-w-72" fill="none">
      <g className="stroke-accent" strokeWidth="3" strokeLinecap="round" strokeLinejoin="round">
        <path d="M30 26V12h14M196 12h14v14M210 94v14h-14M44 108H30V94" />
      </g>
      <rect
        x="48"
        y="26"
        width="144"
        height="68"
        rx="6"
        className="fill-hover stroke-strong-line"
        strokeWidth="2"
      />
      <rect
        x="60"
        y="38"
        width="34"
        height="44"
        rx="3"
        className="fill-surface stroke-strong-line"
        strokeWidth="2"
      />
      <circle cx="77" cy="53" r="7" className="fill-quiet" />
      <path d="M65 78c1-9 6-14 12-14s11 5 12 14Z" className="fill-quiet" />
      <g className="stroke-quiet" strokeWidth="4" strokeLinecap="round">
        <path d="M108 44h66M108 58h50M108 72h58" />
      </g>
    </svg>
  );
}
