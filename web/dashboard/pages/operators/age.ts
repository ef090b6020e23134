import { useTranslation } from 'react-i18next';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A running worker takes due deliveries within seconds. */
export const LATE_AFTER_SECONDS = MINUTE;

/** An age in its largest whole unit. */
export function useAge(): (seconds: number) => string {
  const { t } = useTranslation('operators');
  return (seconds) => {
    if (seconds < MINUTE) return t('age.seconds', { count: Math.floor(seconds) });
    if (seconds < HOUR) return t('age.minutes', { count: Math.floor(seconds / MINUTE) });
    return t('age.hours', { count: Math.floor(seconds / HOUR) });
  };
}
