import { useFormat } from './format.ts';

/** An amount with tabular figures, never broken across lines. Green and red mark money in and out, if requested. */
export function Money({ value, tone }: { value: number; tone?: 'good' | 'bad' | undefined }) {
  const format = useFormat();
  const color = tone === 'good' ? 'text-good' : tone === 'bad' ? 'text-bad' : '';
  return <span className={`whitespace-nowrap tabular-nums ${color}`}>{format.money(value)}</span>;
}
