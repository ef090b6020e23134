import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import { useFormat } from '../../kit/format.ts';
import { Money } from '../../kit/money.tsx';
import { languageTag, useLanguage } from '../../text/language.ts';
import type { Language } from '../../text/languages.ts';
import type { DayReceived } from './overview-answer.ts';

type Day = DayReceived;
type ChartColors = { ink: string; line: string; accent: string; font: string };

/** In rem, to follow the user's font size. */
const SIZES = { height: 14, text: 0.8125, days: 2, amounts: 3.5, apart: 1.875 };
const BAR_SHARE = 0.7;
const WIDEST_BAR = 48;
const NAME_GAP = 12;
/** Day and month as numbers in Portuguese; in English 10/11 would be ambiguous. */
const DAY_NAMES: Record<Language, Intl.DateTimeFormatOptions> = {
  pt: { day: '2-digit', month: '2-digit' },
  en: { day: 'numeric', month: 'short' },
};

/** One bar per day. The day under the pointer is shown above. */
export function ReceivedChart({ days }: { days: readonly Day[] }) {
  const format = useFormat();
  const language = useLanguage();
  const place = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number | null>(null);
  const theme = useThemeName();
  const written = JSON.stringify(days);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme's colours are read while drawing
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const shown = JSON.parse(written) as Day[];
    const plot = new uPlot(optionsOf(element, shown, language, setPointed), dataOf(shown), element);
    const watcher = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: pixels(SIZES.height) }),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      plot.destroy();
    };
  }, [written, language, theme]);
  const day = pointed === null ? undefined : days[pointed];
  return (
    <div className="relative">
      <div ref={place} />
      {day && (
        <p className="pointer-events-none absolute top-0 right-0 rounded-lg border bg-surface px-3 py-1 text-small shadow-raised">
          {format.day(day.date)}{' '}
          <strong>
            <Money value={day.received_amount} />
          </strong>
        </p>
      )}
    </div>
  );
}

function dataOf(days: readonly Day[]): uPlot.AlignedData {
  return [days.map((_day, index) => index), days.map((day) => day.received_amount)];
}

function optionsOf(
  element: HTMLElement,
  days: readonly Day[],
  language: Language,
  onPoint: (index: number | null) => void,
): uPlot.Options {
  const colors = colorsOf(element);
  const axis = { stroke: colors.ink, font: colors.font, ticks: { show: false } };
  const names = namesOf(days, language);
  const widest = widestOf(names, colors.font);
  const moneyText = new Intl.NumberFormat(languageTag(language), {
    notation: 'compact',
    maximumFractionDigits: 2,
  });
  return {
    width: element.clientWidth,
    height: pixels(SIZES.height),
    // Room for half a label: the last one is centred below the last bar.
    padding: [16, Math.ceil(widest / 2), 0, 0],
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false, y: false } },
    hooks: { setCursor: [(plot) => onPoint(plot.cursor.idx ?? null)] },
    scales: {
      x: { time: false, range: () => [-0.5, days.length - 0.5] },
      y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        size: pixels(SIZES.days),
        grid: { show: false },
        splits: ({ bbox }) => shownDays(days.length, bbox.width / uPlot.pxRatio, widest + NAME_GAP),
        values: (_plot, splits) => splits.map((index) => names[index] ?? ''),
      },
      {
        ...axis,
        size: pixels(SIZES.amounts),
        space: pixels(SIZES.apart),
        grid: { stroke: colors.line, width: 1 },
        values: (_plot, splits) => splits.map((reais) => moneyText.format(reais)),
      },
    ],
    series: [
      {},
      {
        fill: colors.accent,
        stroke: colors.accent,
        width: 0,
        paths: uPlot.paths.bars?.({ size: [BAR_SHARE, WIDEST_BAR], radius: 0.15 }),
        points: { show: false },
      },
    ],
  } as uPlot.Options;
}

function namesOf(days: readonly Day[], language: Language): string[] {
  const format = new Intl.DateTimeFormat(languageTag(language), { ...DAY_NAMES[language], timeZone: 'UTC' });
  return days.map(({ date }) => format.format(new Date(`${date}T12:00:00Z`)));
}

function widestOf(texts: readonly string[], font: string): number {
  const ruler = document.createElement('canvas').getContext('2d');
  if (!ruler) return 0;
  ruler.font = font;
  return Math.max(0, ...texts.map((text) => ruler.measureText(text).width));
}

/** The days whose labels fit below the bars, always including the last. */
function shownDays(count: number, width: number, nameWidth: number): number[] {
  const step = Math.max(1, Math.ceil((count * nameWidth) / Math.max(width, nameWidth)));
  return Array.from({ length: Math.ceil(count / step) }, (_, index) => count - 1 - index * step).reverse();
}

function pixels(rem: number): number {
  return rem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** A canvas does not use style sheets: the page's colours are read when it is drawn. */
function colorsOf(element: HTMLElement): ChartColors {
  const style = getComputedStyle(element);
  return {
    ink: style.getPropertyValue('--quiet'),
    line: style.getPropertyValue('--line'),
    accent: style.getPropertyValue('--accent'),
    font: `${pixels(SIZES.text)}px ${style.fontFamily}`,
  };
}

/** Changes with the theme: by the user's choice or the system's. */
function useThemeName(): string {
  const [name, setName] = useState(themeName);
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    const update = () => setName(themeName());
    const watcher = new MutationObserver(update);
    watcher.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    system.addEventListener('change', update);
    return () => {
      watcher.disconnect();
      system.removeEventListener('change', update);
    };
  }, []);
  return name;
}

function themeName(): string {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  return document.documentElement.dataset.theme ?? system;
}
