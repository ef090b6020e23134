import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppearanceMenus } from '../../kit/appearance-menus.tsx';
import { Mark } from '../../kit/mark.tsx';
import { PageHeader } from '../../kit/page.tsx';

const POINTS = ['methods', 'links', 'cents', 'open'] as const;

/** About Guichê, beside the form. On phones the form comes first. */
export function AccessFrame({
  title,
  about,
  children,
}: {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation(['access', 'common']);
  return (
    <div className="mx-auto grid min-h-dvh max-w-6xl grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] px-4 md:px-8">
      <header className="flex items-center justify-between py-3">
        <p className="flex items-center gap-3 text-title font-bold tracking-tight">
          <Mark size={32} />
          {t('common:product')}
        </p>
        <AppearanceMenus />
      </header>
      <main className="grid grid-cols-[minmax(0,1fr)] content-start gap-10 py-4 pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)] lg:content-center lg:items-center lg:gap-20 lg:pb-24">
        <div className="grid w-full max-w-md content-start gap-6 justify-self-center rounded-xl border bg-surface p-5 md:p-8 lg:order-2">
          <PageHeader title={title} about={about} />
          {children}
        </div>
        <section
          aria-label={t('about.label')}
          className="grid w-full max-w-md content-start gap-4 justify-self-center lg:max-w-lg lg:justify-self-start"
        >
          <p className="text-heading font-semibold">{t('about.headline')}</p>
          <p className="text-quiet">{t('about.text')}</p>
          <ul className="grid gap-3">
            {POINTS.map((point) => (
              <li key={point} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
                <Check aria-hidden="true" size={20} className="mt-0.5 text-accent" />
                {t(`about.points.${point}`)}
              </li>
            ))}
          </ul>
          <a href="/docs" className="justify-self-start text-accent underline underline-offset-4">
            {t('about.docs')}
          </a>
        </section>
      </main>
    </div>
  );
}
