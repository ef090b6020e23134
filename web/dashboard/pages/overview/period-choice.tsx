import { useTranslation } from 'react-i18next';

export const PERIODS = ['1', '7', '30'] as const;
export type Period = (typeof PERIODS)[number];

type Named = Period | '90';

export function PeriodChoice<P extends Named>({
  periods,
  period,
  onChange,
}: {
  periods: readonly P[];
  period: P;
  onChange: (period: P) => void;
}) {
  const { t } = useTranslation('overview');
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t('period')}</legend>
      {periods.map((each) => (
        <label
          key={each}
          className="flex min-h-9 cursor-pointer items-center rounded-full px-4 hover:bg-hover has-checked:bg-accent-ground has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name="period"
            className="sr-only"
            checked={each === period}
            onChange={() => onChange(each)}
          />
          {t(`periods.${each as Named}`)}
        </label>
      ))}
    </fieldset>
  );
}
