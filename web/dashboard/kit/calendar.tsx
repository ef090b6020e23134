import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageTag, useLanguage } from '../text/language.ts';
import { IconButton } from './button.tsx';
import { daysLater, monthsLater, weekday, weeksOf } from './calendar-days.ts';

/** A Sunday. */
const ANY_SUNDAY = '2026-11-01';
const LAST_WEEKDAY = 6;
const WEEK = Array.from({ length: LAST_WEEKDAY + 1 }, (_, index) => daysLater(ANY_SUNDAY, index));

/** Where each key leads from a day, as the pattern for date grids asks. */
const MOVES: Record<string, (day: string) => string> = {
  ArrowLeft: (day) => daysLater(day, -1),
  ArrowRight: (day) => daysLater(day, 1),
  ArrowUp: (day) => daysLater(day, -7),
  ArrowDown: (day) => daysLater(day, 7),
  Home: (day) => daysLater(day, -weekday(day)),
  End: (day) => daysLater(day, LAST_WEEKDAY - weekday(day)),
  PageUp: (day) => monthsLater(day, -1),
  PageDown: (day) => monthsLater(day, 1),
};

type Bounds = { min?: string | undefined; max?: string | undefined };

const isWithin = (day: string, { min, max }: Bounds) => !((min && day < min) || (max && day > max));

/** One month. The focus is on one day; arrows, Home, End and Page keys move it, Enter chooses. */
export function Calendar({
  chosen,
  today,
  min,
  max,
  onChoose,
}: Bounds & { chosen: string | null; today: string; onChoose: (day: string) => void }) {
  const written = useWritten();
  const [day, setDay] = useState(chosen ?? today);
  const grid = useRef<HTMLTableElement>(null);
  const isByKey = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the day
  useEffect(() => {
    if (isByKey.current) grid.current?.querySelector<HTMLElement>('[data-focused]')?.focus();
  }, [day]);
  const go = (to: string, byKey: boolean) => {
    isByKey.current = byKey;
    setDay(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key];
    if (!move) return;
    event.preventDefault();
    go(move(day), true);
  };
  return (
    <div className="grid w-72 gap-2 p-2">
      <Month day={day} onMove={(months) => go(monthsLater(day, months), false)} />
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a calendar is a grid of days */}
      <table ref={grid} role="grid" className="w-full border-collapse text-center" onKeyDown={onKeyDown}>
        <Weekdays />
        <tbody>
          {weeksOf(day).map((week, index) => (
            <tr key={week.find((each) => each !== null) ?? index}>
              {week.map((each, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is a weekday
                // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid can be selected
                <td key={column} aria-selected={each !== null && each === chosen} className="p-0">
                  {each && (
                    <button
                      type="button"
                      tabIndex={each === day ? 0 : -1}
                      data-focused={each === day || undefined}
                      aria-label={written({ dateStyle: 'full' }, each)}
                      aria-current={each === today ? 'date' : undefined}
                      disabled={!isWithin(each, { min, max })}
                      onClick={() => onChoose(each)}
                      className={`size-9 rounded-lg tabular-nums ${toneOf(each, chosen, today)}`}
                    >
                      {Number(each.slice(8))}
                    </button>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Writes a civil day in the reader's language. */
export function useWritten() {
  const tag = languageTag(useLanguage());
  return (options: Intl.DateTimeFormatOptions, day: string) =>
    new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options }).format(new Date(`${day}T12:00:00Z`));
}

export function Weekdays() {
  const written = useWritten();
  return (
    <thead>
      <tr>
        {WEEK.map((each) => (
          <th
            key={each}
            scope="col"
            abbr={written({ weekday: 'long' }, each)}
            className="py-1 text-small font-semibold text-quiet"
          >
            {written({ weekday: 'narrow' }, each)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

export function Month({ day, onMove }: { day: string; onMove: (months: number) => void }) {
  const { t } = useTranslation();
  const written = useWritten();
  return (
    <div className="flex items-center justify-between">
      <IconButton label={t('date.previousMonth')} onClick={() => onMove(-1)}>
        <ChevronLeft aria-hidden="true" size={18} />
      </IconButton>
      <p aria-live="polite" className="font-semibold first-letter:uppercase">
        {written({ month: 'long', year: 'numeric' }, day)}
      </p>
      <IconButton label={t('date.nextMonth')} onClick={() => onMove(1)}>
        <ChevronRight aria-hidden="true" size={18} />
      </IconButton>
    </div>
  );
}

function toneOf(day: string, chosen: string | null, today: string): string {
  if (day === chosen) return 'bg-accent text-on-accent';
  const current = day === today ? 'font-bold text-accent' : '';
  return `hover:bg-hover disabled:text-quiet disabled:line-through disabled:opacity-60 ${current}`;
}
