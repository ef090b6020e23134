import { useFormat } from './format.ts';

/** An amount in a column: figures of one width, never broken. Green and red say in and out, where that is asked for. */
export function Money({ value, tone }: { value: number; tone?: 'good' | 'bad' | undefined }) {
  const format = useFormat();
  const color = tone === 'good' ? 'text-good' : tone === 'bad' ? 'text-bad' : '';
  return <span className={`whitespace-nowrap tabular-nums ${color}`}>{format.money(value)}</span>;
}
