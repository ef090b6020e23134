import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Body } from '../../api/client.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Field, Input } from '../../kit/field.tsx';
import { MoneyInput } from '../../kit/money-input.tsx';
import { PercentInput } from '../../kit/percent-input.tsx';
import { Select } from '../../kit/select.tsx';
import { readPercent } from '../../kit/written-percent.ts';

export type SplitRow = {
  /** React key: rows keep their state when others are removed. */
  key: string;
  recipientId: string;
  type: 'percent' | 'amount';
  percent: string;
  amount: number | null;
  description: string;
};

export type SplitBody = NonNullable<Body<'/api/v1/quotes', 'post'>['split']>;
type SplitAnswer = readonly {
  recipient_id: string;
  type: 'percent' | 'amount';
  amount: number | null;
  percent: number | null;
  description: string | null;
}[];

const MAX_ROWS = 10;

function newSplitRow(): SplitRow {
  return {
    key: crypto.randomUUID(),
    recipientId: '',
    type: 'percent',
    percent: '',
    amount: null,
    description: '',
  };
}

/** The split of a product, charge or link as rows to edit. */
export function splitRowsOf(split: SplitAnswer): SplitRow[] {
  return split.map((item) => ({
    ...newSplitRow(),
    recipientId: item.recipient_id,
    type: item.type,
    percent: item.percent === null ? '' : String(item.percent),
    amount: item.amount,
    description: item.description ?? '',
  }));
}

/** Every row, complete or not, so that errors refer to the right row. */
export function splitBodyOf(rows: readonly SplitRow[]): SplitBody {
  return rows.map((row) => ({
    recipient_id: row.recipientId.trim(),
    ...(row.type === 'amount' ? { amount: row.amount } : { percent: readPercent(row.percent) }),
    ...(row.description.trim() && { description: row.description.trim() }),
  }));
}

/** Only complete rows, so that the quote still works while a row is being entered. */
export function quotableSplitOf(rows: readonly SplitRow[]): SplitBody {
  const isComplete = (row: SplitRow) =>
    /^[0-9a-f-]{36}$/i.test(row.recipientId.trim()) &&
    (row.type === 'amount' ? (row.amount ?? 0) > 0 : (readPercent(row.percent) ?? 0) > 0);
  return splitBodyOf(rows.filter(isComplete));
}

/** Recipients: account id and an amount or a percentage. `errorOf` takes API field names, `split.0.amount`. */
export function SplitEditor({
  rows,
  onChange,
  errorOf = () => undefined,
}: {
  rows: readonly SplitRow[];
  onChange: (rows: SplitRow[]) => void;
  errorOf?: (field: string) => string | undefined;
}) {
  const { t } = useTranslation('charges');
  const change = (key: string, changes: Partial<SplitRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)));
  const whole = errorOf('split');
  return (
    <div className="grid gap-3">
      {rows.map((row, index) => (
        <SplitRowFields
          key={row.key}
          row={row}
          number={index + 1}
          errorOf={(field) => errorOf(field ? `split.${index}.${field}` : `split.${index}`)}
          onChange={(changes) => change(row.key, changes)}
          onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
        />
      ))}
      {whole && (
        <p role="alert" className="text-small text-bad">
          {whole}
        </p>
      )}
      <div>
        <Button disabled={rows.length >= MAX_ROWS} onClick={() => onChange([...rows, newSplitRow()])}>
          <Plus aria-hidden="true" size={16} />
          {t('split.add')}
        </Button>
      </div>
    </div>
  );
}

function SplitRowFields({
  row,
  number,
  errorOf,
  onChange,
  onRemove,
}: {
  row: SplitRow;
  number: number;
  errorOf: (field: string) => string | undefined;
  onChange: (changes: Partial<SplitRow>) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('charges');
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-lg border p-3">
      <legend className="sr-only">{t('split.row', { number })}</legend>
      <div className="flex items-start gap-2">
        <Field
          label={t('split.recipient')}
          hint={number === 1 ? t('split.where') : undefined}
          error={errorOf('recipient_id') ?? errorOf('')}
          className="min-w-0 flex-1"
        >
          <Input
            value={row.recipientId}
            autoComplete="off"
            spellCheck={false}
            className="font-mono text-small"
            onChange={(event) => onChange({ recipientId: event.target.value })}
          />
        </Field>
        <IconButton label={t('split.remove', { number })} onClick={onRemove} className="mt-6">
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
      </div>
      <ShareFields row={row} errorOf={errorOf} onChange={onChange} />
    </fieldset>
  );
}

/** How much: a percentage or an amount. */
function ShareFields({
  row,
  errorOf,
  onChange,
}: Pick<Parameters<typeof SplitRowFields>[0], 'row' | 'errorOf' | 'onChange'>) {
  const { t } = useTranslation(['charges', 'common']);
  const isUnreadable = row.percent.trim() !== '' && readPercent(row.percent) === null;
  return (
    <div className="@container">
      <div className="grid gap-3 @sm:grid-cols-2 @xl:grid-cols-[9rem_10rem_1fr]">
        <Field label={t('split.type')}>
          <Select
            value={row.type}
            onChange={(event) => onChange({ type: event.target.value as SplitRow['type'] })}
          >
            <option value="percent">{t('split.percent')}</option>
            <option value="amount">{t('split.amount')}</option>
          </Select>
        </Field>
        {row.type === 'amount' ? (
          <Field label={t('split.amount')} error={errorOf('amount')}>
            <MoneyInput value={row.amount} onChange={(amount) => onChange({ amount })} />
          </Field>
        ) : (
          <Field
            label={t('split.percent')}
            error={isUnreadable ? t('common:errors.percent') : errorOf('percent')}
          >
            <PercentInput value={row.percent} onChange={(percent) => onChange({ percent })} />
          </Field>
        )}
        <Field
          label={t('split.description')}
          optional
          error={errorOf('description')}
          className="@sm:col-span-2 @xl:col-span-1"
        >
          <Input
            value={row.description}
            maxLength={200}
            onChange={(event) => onChange({ description: event.target.value })}
          />
        </Field>
      </div>
    </div>
  );
}
