import { useTranslation } from 'react-i18next';
import { isDay } from './days.ts';

/** For the rules of a form's field: a day, or nothing. */
export function useDayRule(): (day: unknown) => true | string {
  const { t } = useTranslation();
  return (day) => !day || (typeof day === 'string' && isDay(day)) || t('errors.date');
}
