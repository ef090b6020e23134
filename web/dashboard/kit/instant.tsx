import { useFormat } from './format.ts';

/** Short in tables, with the exact time as tooltip. São Paulo time. */
export function Instant({ at }: { at: string }) {
  const format = useFormat();
  return (
    <time dateTime={at} title={format.exact(at)} className="whitespace-nowrap tabular-nums">
      {format.instant(at)}
    </time>
  );
}

/** A civil day, YYYY-MM-DD. */
export function Day({ date }: { date: string }) {
  const format = useFormat();
  return (
    <time dateTime={date} className="whitespace-nowrap tabular-nums">
      {format.day(date)}
    </time>
  );
}
