import { useTranslation } from 'react-i18next';
import { writeMinutes } from './countdown.ts';
import { useFormat } from './format.ts';

type Details = Readonly<Record<string, unknown>>;
type Line = readonly [name: string, text: string];

const MONEY = new Set([
  ...['amount', 'value', 'price', 'fixed'],
  ...['automatic_up_to', 'automatic_per_day', 'above_amount', 'keep_amount'],
]);
const PERCENT = new Set(['percent', 'reserve_percent', 'anticipation_percent']);
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** A name of the log in the user's language; an unknown one stays as it is. */
export function useWord(): (kind: 'fields' | 'targets' | 'values', name: string) => string {
  const { t, i18n } = useTranslation();
  return (kind, name) => {
    const key = `audit.${kind}.${name}`;
    return i18n.exists(key) ? (t as (key: string) => string)(key) : name;
  };
}

/** The details of an audit line as text: changes as `before → after`, amounts as money. */
export function useDetails(): (details: Details) => Line[] {
  const word = useWord();
  const write = useWritten();
  return (details) =>
    flattened(details).map(([name, value]) => {
      const change = isChange(value) ? value : null;
      const text = change
        ? `${write(name, change.before)} → ${write(name, change.after)}`
        : write(name, value);
      return [word('fields', name), text];
    });
}

/** `{before: {a, b}, after: {a, b}}` is shown by field, only where it differs. */
function flattened(details: Details): (readonly [string, unknown])[] {
  const { before, after, ...rest } = details;
  if (Array.isArray(before) && Array.isArray(after)) {
    return [['split', { before, after }], ...Object.entries(rest)];
  }
  if (!isRecord(before) || !isRecord(after)) return Object.entries(details);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return [
    ...changed.map((name) => [name, { before: before[name], after: after[name] }] as const),
    ...Object.entries(rest),
  ];
}

function useWritten(): (name: string, value: unknown) => string {
  const { t } = useTranslation();
  const format = useFormat();
  const word = useWord();
  const write = (name: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('fields.none');
    if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no');
    if (typeof value === 'number') return writeNumber(name, value);
    if (typeof value === 'string') return INSTANT.test(value) ? format.exact(value) : word('values', value);
    if (Array.isArray(value)) return value.map((item) => write(name, item)).join(', ') || t('fields.none');
    return isRecord(value) ? writeParts(value) : JSON.stringify(value);
  };
  const writeNumber = (name: string, value: number) => {
    if (MONEY.has(name)) return format.money(value);
    if (PERCENT.has(name)) return `${format.number(value)}%`;
    if (name === 'seconds') return writeMinutes(value);
    return name === 'duration_ms' ? `${format.number(value)} ms` : format.number(value);
  };
  const writeParts = (parts: Record<string, unknown>) =>
    Object.entries(parts)
      .filter(([name, part]) => name !== 'type' && part !== null && part !== undefined)
      .map(([name, part]) => `${word('fields', name)} ${write(name, part)}`)
      .join(' ');
  return write;
}

function isChange(value: unknown): value is { before: unknown; after: unknown } {
  return isRecord(value) && 'before' in value && 'after' in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
