import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../api/clock.ts';
import { Field } from './field.tsx';
import { PERIODS, type Period, periodOf, spanOf } from './period.ts';
import { Select } from './select.tsx';

// Most people choose a usual period: the calendar is loaded when it is asked for.
const DayRange = lazy(() => import('./day-range.tsx').then((loaded) => ({ default: loaded.DayRange })));

type Days = { from: string | undefined; to: string | undefined };

/** Days of a list: a usual period, or two days of one's choice. */
export function PeriodField({ from, to, onChange }: Days & { onChange: (change: Partial<Days>) => void }) {
  const { t } = useTranslation('lists');
  const now = useNow();
  const isSet = from !== undefined || to !== undefined;
  const usual = periodOf({ ...(from && { from }), ...(to && { to }) }, now());
  const [isCustom, setCustom] = useState(isSet && !usual);
  const shown = isCustom || (isSet && !usual) ? 'custom' : (usual ?? '');
  const choose = (value: string) => {
    setCustom(value === 'custom');
    if (value === 'custom') return;
    onChange(value === '' ? { from: undefined, to: undefined } : spanOf(value as Period, now()));
  };
  return (
    <>
      <Field label={t('period.label')}>
        <Select value={shown} onChange={(event) => choose(event.target.value)}>
          <option value="">{t('period.all')}</option>
          {[...PERIODS, 'custom' as const].map((period) => (
            <option key={period} value={period}>
              {t(`period.${period}`)}
            </option>
          ))}
        </Select>
      </Field>
      {shown === 'custom' && (
        <Suspense fallback={null}>
          <DayRange from={from} to={to} onChange={onChange} />
        </Suspense>
      )}
    </>
  );
}
