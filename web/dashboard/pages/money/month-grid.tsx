import { useTranslation } from 'react-i18next';
import { useWritten, Weekdays } from '../../kit/calendar.tsx';
import { weeksOf } from '../../kit/calendar-days.ts';
import { Money } from '../../kit/money.tsx';
import type { Calendar } from './receivables.tsx';

type Day = Calendar['data'][number];

/** The month at a glance. A phone has room for marks only; the list below has the amounts. */
export function MonthGrid({
  month,
  today,
  days,
}: {
  month: string;
  today: string;
  days: readonly Day[] | undefined;
}) {
  const { t } = useTranslation('money');
  const byDate = new Map(days?.map((day) => [day.date, day]));
  return (
    <table aria-busy={!days} className="w-full table-fixed border-collapse text-center">
      <caption className="sr-only">{t('receivables.month')}</caption>
      <Weekdays />
      <tbody>
        {weeksOf(month).map((week, index) => (
          <tr key={week.find((each) => each !== null) ?? index}>
            {week.map((each, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is a weekday
              <td key={column} className="h-12 border p-1 align-top md:h-20 md:p-2">
                {each && <DayCell date={each} isToday={each === today} day={byDate.get(each)} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DayCell({ date, isToday, day }: { date: string; isToday: boolean; day: Day | undefined }) {
  const { t } = useTranslation('money');
  const written = useWritten();
  return (
    <div className="grid justify-items-center gap-1 text-small md:justify-items-end">
      <time
        dateTime={date}
        aria-current={isToday ? 'date' : undefined}
        className={`tabular-nums ${isToday ? 'rounded-lg bg-accent px-1.5 text-on-accent' : 'text-quiet'}`}
      >
        <span className="sr-only">{written({ dateStyle: 'full' }, date)}</span>
        <span aria-hidden="true">{Number(date.slice(8))}</span>
      </time>
      {day && (
        <span className="flex gap-1 md:grid md:justify-items-end">
          {day.reserve.count > 0 && <Mark name={t('receivables.reserve')} sum={day.reserve} isCertain />}
          {day.cards.count > 0 && <Mark name={t('receivables.installments')} sum={day.cards} />}
          {day.boletos.count > 0 && <Mark name={t('receivables.boletos')} sum={day.boletos} />}
        </span>
      )}
    </div>
  );
}

/** Filled: certain; outlined: expected. */
function Mark({ name, sum, isCertain = false }: { name: string; sum: Day['reserve']; isCertain?: boolean }) {
  const dot = isCertain ? 'bg-good' : 'border-2 border-strong-line';
  return (
    <span className="flex items-center gap-1">
      <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${dot}`} />
      <span className="sr-only">{name} </span>
      <span className="max-lg:sr-only">
        <Money value={sum.amount} tone={isCertain ? 'good' : undefined} />
      </span>
    </span>
  );
}
